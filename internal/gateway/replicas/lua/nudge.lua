-- Makes the entries of a ref due before all others, unless they were read
-- within the least interval.
-- KEYS: the queue
-- ARGV: ref, least interval
-- Gives name and blob of one entry of each merchant.
local at, answer, seen = now(), {}, {}
for _, name in ipairs(redis.call('SMEMBERS', KEYS[1] .. 'ref:' .. ARGV[1])) do
  local known = read(name)
  if known then
    if not seen[known.merchant] then
      seen[known.merchant] = true
      answer[#answer + 1] = name
      answer[#answer + 1] = known.blob
    end
    if known.hidden > at then
      ask(known, at, true)
    else
      redis.call('ZREM', line(known), name)
      known.nudged, known.hidden = '1', 0
      known.due = math.min(known.due, math.max(at, known.read + ARGV[2]))
    end
    write(name, known, at)
  end
end
return answer
