-- Puts a claimed entry back, or removes it.
-- KEYS: the queue
-- ARGV: name, least interval, from now: due ('' = remove it), acted, until, read
--       ('' = never), then strange, failed
local name, at = ARGV[1], now()
local known = read(name)
if not known then return 0 end
if ARGV[3] == '' then
  remove(name, known)
  return 1
end
local due, seen = at + ARGV[3], ARGV[6] == '' and 0 or at + ARGV[6]
if known.again > 0 then
  if known.again1 == '1' then known.again = math.max(known.again, seen + ARGV[2]) end
  due = math.min(due, known.again)
end
redis.call('ZREM', line(known), name)
-- A little earlier is the same time, told by way of another clock.
if seen >= known.read - 50000 then
  known.read, known.strange, known.failed = seen, ARGV[7], ARGV[8]
end
known.acted = math.max(known.acted, at + ARGV[4])
known['until'] = math.max(known['until'], at + ARGV[5])
known.due, known.nudged, known.hidden, known.again, known.again1 = due, known.again1, 0, 0, '0'
write(name, known, at)
return 1
