-- Books a 429 (pace.go says the rules).
-- KEYS: state
-- ARGV: rate, for how long to pause, interval, share that is lost
local rate, pause, interval, share = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local at = now()
local known = redis.call('HMGET', KEYS[1], 'pause', 'lost', 'changed')
local paused, lost, changed = tonumber(known[1] or 0), tonumber(known[2] or 0), tonumber(known[3] or 0)
if lost > 0 then
  local quiet = math.floor((at - changed) / interval)
  if quiet > 0 then
    lost, changed = math.max(0, lost - quiet), changed + quiet * interval
  end
end
if lost == 0 or at - changed >= 1000000 then
  local more = lost > 0 and math.max(1, (rate - lost) * share) or 1
  lost, changed = math.min(lost + more, math.max(0, rate - 1)), at
end
redis.call('HSET', KEYS[1],
  'pause', whole(math.max(paused, at + pause)), 'lost', string.format('%.6f', lost), 'changed', whole(changed))
keep(KEYS[1], pause + 600000000)
return 1
