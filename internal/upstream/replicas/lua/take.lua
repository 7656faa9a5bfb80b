-- Takes a slot of a merchant's window (limiter/window.go says the rules).
-- KEYS: window: a slot's name by the time when it is free
--       line: replicas by the time for which they were told to come again, with
--             a request to spread
--       state: last, when a slot was granted or due; urgent, until when a page
--             waits at some replica; owed, what the requests to spread have
--             earned meanwhile; slots, of how many the last one was granted;
--             least, the fewest with which a replica asks, and till when
--       read: when the payment to poll was read, if one is to be polled
-- ARGV: replica, not later than, slots, how long a slot stays taken after its
--       answer, how long without one, the slot's name, urgent, spread, spread
--       first, more to spread, nudged, since the payment was read here ('' =
--       never), least interval, share of those to spread
-- Gives four numbers: 1, for the one to spread?, and when the next of those may
-- ask; or 0, 0 and when to ask again; or 2, 0 and how long ago another replica
-- read the payment; or -2, 0, 0 = too late; and the time.
local replica, latest, most, hold, life = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local urgent, spread, first, more = ARGV[7] == '1', ARGV[8] == '1', ARGV[9] == '1', ARGV[10] == '1'
local at = now()
if at > latest then return {-2, 0, 0, at} end

if KEYS[4] then
  local read = tonumber(redis.call('GET', KEYS[4]) or 0)
  if read > at then read = 0 end -- the clock has gone back
  local since = at - read
  -- A little later is the same read, told by way of another clock.
  local news = read > 0 and (ARGV[12] == '' or since + 50000 < tonumber(ARGV[12]))
  if ARGV[11] == '1' then news = since < tonumber(ARGV[13]) end
  if news then return {2, 0, since, at} end
end

local function keep(key) redis.call('PEXPIRE', key, math.ceil((life + 10 * hold) / 1000)) end
local function tell(when) -- this replica, to come again
  redis.call('ZADD', KEYS[2], whole(when), replica)
  keep(KEYS[2])
end
local function tail() return tonumber(redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2] or 0) end

local state = redis.call('HMGET', KEYS[3], 'last', 'urgent', 'owed', 'slots', 'least', 'till')
local last, marked, owed = tonumber(state[1] or 0), tonumber(state[2] or 0), tonumber(state[3] or 0)
local least, till = tonumber(state[5] or most), tonumber(state[6] or 0)

-- The last grant is in the future: the clock has gone back, by as much at least.
-- Slots go back with it, so that each is free when it would have been, or a little
-- later; those freed since then, by the new time, are free within hold. Who was in
-- line gets another place.
if last > at + 500 then
  redis.call('DEL', KEYS[2])
  for _, slot in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. whole(at + hold), '+inf')) do
    redis.call('ZINCRBY', KEYS[1], whole(at - last), slot)
  end
  last, marked, till = at, 0, 0
  redis.call('HSET', KEYS[3], 'last', whole(last), 'urgent', 0, 'till', 0)
end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(at))
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', whole(at - 100000)) -- whoever didn't come
local taken = redis.call('ZCARD', KEYS[1])

-- Replicas with different rates share the smallest. Otherwise who may use fewer
-- slots finds them taken for ever.
if most < tonumber(state[4] or most) or till > at and till < at + hold and most <= least then
  least, till = most, at + 2 * hold
  redis.call('HSET', KEYS[3], 'least', most, 'till', whole(till))
  keep(KEYS[3])
end
if till > at then most = math.min(most, least) end

-- When there is a slot behind so many others who were told to come. If the
-- answer to a request came now, its slot would be free after hold.
local function free_behind(ahead)
  local place = taken - most + ahead
  if place < 0 then return at end
  return math.min(tonumber(redis.call('ZRANGE', KEYS[1], place, place, 'WITHSCORES')[2] or at + hold), at + hold)
end

local spacing, free, due = math.floor(hold / most), free_behind(0), at
if spread then
  -- Who was told to come keeps that time; others come behind those in line.
  due = math.max(free, tonumber(redis.call('ZSCORE', KEYS[2], replica) or math.max(last, tail()) + spacing))
  if marked > at and owed < 1 and not urgent then due = math.max(due, marked) end
end

-- The last slot is for the requests to spread, if it is their turn, here or at
-- another replica.
local theirs = first or owed >= 1 and tail() > 0
local page = urgent and free <= at and (not theirs or taken + 1 < most)
if spread and (first or not urgent) and due <= at + 500 then
  page = false
elseif urgent and not page then
  redis.call('HSET', KEYS[3], 'urgent', whole(free + 50000))
  keep(KEYS[3])
  return {0, 0, math.ceil(math.max(free > at and free or spread and due or 0, at + spacing / 4) - at), at}
elseif not page then
  tell(due)
  return {0, 0, math.ceil(due - at), at}
end

owed = (spread or tail() > 0) and math.min(owed + tonumber(ARGV[14]), 2) or 0
local wait = 0
redis.call('ZADD', KEYS[1], whole(at + life), ARGV[6])
if page then
  if not first then last = at end -- whose turn it was keeps its time
else
  last = at - due < spacing and due or at
  owed = math.max(0, owed - 1)
  redis.call('ZREM', KEYS[2], replica)
  if more then
    taken = taken + 1
    local when = math.max(math.max(last, tail()) + spacing, free_behind(redis.call('ZCARD', KEYS[2])))
    tell(when)
    wait = when - at
  end
  if KEYS[4] then redis.call('SET', KEYS[4], whole(at), 'PX', 240000) end
end
redis.call('HSET', KEYS[3], 'last', whole(last), 'owed', string.format('%.3f', owed), 'slots', most)
keep(KEYS[1])
keep(KEYS[3])
return {1, page and 0 or 1, math.ceil(wait), at}
