-- Brings what a replica sent by itself into the shared windows, and makes it
-- share.
-- KEYS: members, then a window and a state for each merchant
-- ARGV: replica, not later than, names, share, how long a window is kept, then
--       for each merchant: for how long it pauses, how many slots, and of each
--       its name and for how long it is taken
-- Gives: 1, or -1 = isn't known, -2 = too late.
local at = now()
if at > tonumber(ARGV[2]) then return {-2} end
local all = members(at)
if not (all and all[ARGV[1]]) then return {-1} end

local next = 6
for key = 2, #KEYS, 2 do
  local pause, slots = tonumber(ARGV[next]), tonumber(ARGV[next + 1])
  next = next + 2
  for _ = 1, slots do
    redis.call('ZADD', KEYS[key], whole(at + ARGV[next + 1]), ARGV[next])
    next = next + 2
  end
  if slots > 0 then keep(KEYS[key], tonumber(ARGV[5])) end
  if pause > 0 then
    local known = tonumber(redis.call('HGET', KEYS[key + 1], 'pause') or 0)
    redis.call('HSET', KEYS[key + 1], 'pause', whole(math.max(known, at + pause)))
    keep(KEYS[key + 1], pause + tonumber(ARGV[5]))
  end
end
record(ARGV[1], at, 1, tonumber(ARGV[4]), ARGV[3], all[ARGV[1]].watched)
return {1}
