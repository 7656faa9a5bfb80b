-- Gives a slot of a merchant's window to the lane whose turn it is, of all that
-- wait at whichever replica (limiter/lane.go and pace.go say the rules).
-- KEYS: members, window (slots by the time when they are free), state
-- ARGV: replica, not later than, names, rate, the lanes that wait here as bits,
--       the slot's name, how long it is taken, interval of the pace, the first
--       lane that is spread evenly, then the floor of each lane
-- Gives: 1, the lane, whether settling doesn't count; or 0 and when to ask
-- again; or -1 = isn't known, -2 = too late.
-- The state has pause, lost and changed (the pace), last (slot), e0, e1 … (what the lanes have
-- earned) and w{replica}, "waiting earning until": lanes that wait there.
local replica, latest, names, rate = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local mine, slot, life, interval = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8])
local evenly, lanes = tonumber(ARGV[9]), #ARGV - 9
local at = now()
if latest > 0 and at > latest then return {-2} end

local all = members(at)
local me = all and all[replica]
if not (me and me.sharing) then return {-1} end
record(replica, at, 1, me.share, names, me.watched)
me.fresh = true

local state, fields = {}, redis.call('HGETALL', KEYS[3])
for i = 1, #fields, 2 do state[fields[i]] = fields[i + 1] end
local function number(field) return tonumber(state[field] or 0) end

-- A replica that was told to wait comes back a little later than told, or it
-- doesn't want any more.
local function refuse(wait)
  local known = at + math.min(wait, life) + 150000
  redis.call('HSET', KEYS[3], 'w' .. replica, string.format('%d %d %.0f', mine, mine, known))
  keep(KEYS[3], 600000000)
  return {0, math.ceil(wait)}
end

if number('pause') > at then return refuse(number('pause') - at) end

local lost = math.max(0, number('lost') - math.floor((at - number('changed')) / interval))
local slots, fixed = capacity(all, names, rate), 0
if slots < 0.001 then return refuse(100000) end
if slots < 1 then
  life, fixed = life / slots, 1
end
local most = math.max(1, math.floor(slots - lost + 0.000001))
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', whole(at))
local taken = redis.call('ZCARD', KEYS[2])
if taken >= most then
  local free = redis.call('ZRANGE', KEYS[2], taken - most, taken - most, 'WITHSCORES')
  return refuse(free[2] - at)
end

local waiting, earning = mine, mine
for field, text in pairs(state) do
  if string.sub(field, 1, 1) == 'w' and field ~= 'w' .. replica then
    local waits, earns, known = string.match(text, '^(%d+) (%d+) (%d+)$')
    if tonumber(known) > at then
      waiting, earning = bit.bor(waiting, waits), bit.bor(earning, earns)
    else
      redis.call('HDEL', KEYS[3], field)
    end
  end
end
local function has(set, lane) return bit.band(set, bit.lshift(1, lane)) ~= 0 end
-- next is the lane whose turn it is, of the first so many.
local function next(many)
  local turn
  for lane = many - 1, 0, -1 do
    if has(waiting, lane) then turn = lane end
  end
  for lane = many - 1, 0, -1 do
    if has(waiting, lane) and number('e' .. lane) >= 1 then turn = lane end
  end
  return turn
end
local turn, spacing = next(lanes), 0
if turn >= evenly then spacing = math.floor(1000000 / most) end
local due, last = number('last') + spacing, at
if due > at then
  -- Who needs no spacing doesn't wait for it; the one whose turn it is keeps its
  -- slot, and its time.
  local unspaced = next(evenly)
  if not unspaced or taken + 1 >= most then return refuse(due - at) end
  turn, last = unspaced, number('last')
elseif at - due < spacing then
  last = due -- one that is a little late doesn't put off the next one
end
if not has(mine, turn) then return refuse(15000) end

for lane = 0, lanes - 1 do
  local earned = 0
  if has(earning, lane) then earned = math.min(number('e' .. lane) + ARGV[10 + lane], 2) end
  if lane == turn then earned = math.max(0, earned - 1) end
  redis.call('HSET', KEYS[3], 'e' .. lane, string.format('%.6f', earned))
end
-- What else waits there is said with the next question; until then it doesn't
-- lose what it has earned.
redis.call('HSET', KEYS[3], 'w' .. replica, string.format('0 %d %.0f', mine, at + 100000), 'last', whole(last))
redis.call('ZADD', KEYS[2], whole(at + life), slot)
keep(KEYS[2], life + 60000000)
keep(KEYS[3], 600000000)
return {1, turn, fixed}
