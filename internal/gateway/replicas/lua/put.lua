-- Adds entries, or brings them forward (polls/entry.go says the rules).
-- KEYS: the queue
-- ARGV: replica, then for each entry: name, merchant, ref, from now: due, acted,
--       until, read ('' = never), then strange, failed, proven, blob
local at = now()
local by = 'by:' .. ARGV[1]
for i = 2, #ARGV, 11 do
  local name = ARGV[i]
  local given = {
    merchant = ARGV[i + 1], ref = ARGV[i + 2], due = at + ARGV[i + 3], acted = at + ARGV[i + 4],
    ['until'] = at + ARGV[i + 5], read = ARGV[i + 6] == '' and 0 or at + ARGV[i + 6],
    strange = ARGV[i + 7], failed = ARGV[i + 8], proven = ARGV[i + 9], blob = ARGV[i + 10],
    hidden = 0, again = 0, again1 = '0', nudged = '0',
  }
  local known = read(name)
  if known and known.merchant ~= given.merchant then
    remove(name, known)
    known = nil
  end
  if known then
    -- A little later is the same time, told by way of another clock.
    if given.read > known.read + 50000 then
      known.read, known.strange, known.failed = given.read, given.strange, given.failed
    end
    if given.proven == '1' or known.proven ~= '1' then
      known.proven, known.blob = given.proven, given.blob
    end
    if known.hidden > at then
      ask(known, given.due, false)
    else
      known.due, known.hidden = math.min(known.due, given.due), 0
    end
    if given.ref ~= '' and given.ref ~= known.ref then
      unrefer(name, known)
      known.ref = given.ref
    end
    known.acted = math.max(known.acted, given.acted)
    known['until'] = math.max(known['until'], given['until'])
    known[by], given = given['until'], known
  else
    given[by] = given['until']
  end
  write(name, given, at)
end
return 1
