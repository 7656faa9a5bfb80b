-- Takes a slot of a merchant's window (limiter/window.go says the rules).
-- KEYS: window: a slot's name by the time when it is free
--       line: by replica, the time for which it was told to come again, how many
--             slots it may use, how much later it may come, and for each lane how many
--             wait there and since when
--       state: last, when a slot was granted or due; earned, what each lane has
--       read: when the payment to poll was read, if one is to be polled
-- ARGV: replica, not later than, slots, how long a slot stays taken after its
--       answer, how long without one, the slot's name, nudged, since the payment was
--       read here ('' = never), least interval, the lane of polls, how overdue
--       the payment is ('' = unknown); then for each lane how many wait, its floor, and
--       whether it is spread
-- Gives four numbers: 1, the lane (from 0) and when to ask for those who still wait;
-- or 0, 0 and when to ask again; or 2, 0 and how long ago another replica read the
-- payment; or -2, 0, 0 = too late; and the time.
local replica, latest, most, hold, life = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
-- How long who was told to come is waited for: half as long again as it was late
-- before. Then others take its turn.
local grace_least, grace_most = 100000, 500000
local at = now()
if at > latest then return {-2, 0, 0, at} end

if KEYS[4] then
  local read = tonumber(redis.call('GET', KEYS[4]) or 0)
  if read > at then read = 0 end -- the clock has gone back
  local since = at - read
  -- A little later is the same read, told by way of another clock.
  local news = read > 0 and (ARGV[8] == '' or since + 50000 < tonumber(ARGV[8]))
  if ARGV[7] == '1' then news = since < tonumber(ARGV[9]) end
  if news then return {2, 0, since, at} end
end

local function numbers(text)
  local all = {}
  for word in string.gmatch(text or '', '%S+') do all[#all + 1] = tonumber(word) end
  return all
end

local state = redis.call('HMGET', KEYS[3], 'last', 'earned')
local last, earned = tonumber(state[1] or 0), numbers(state[2])

-- The last grant is in the future: the clock has gone back, by as much at least.
-- Slots go back with it, so that each is free when it would have been, or a little
-- later; those freed since then, by the new time, are free within hold. Who was in
-- line gets another place.
if last > at + 500 then
  redis.call('DEL', KEYS[2])
  for _, slot in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. whole(at + hold), '+inf')) do
    redis.call('ZINCRBY', KEYS[1], whole(at - last), slot)
  end
  last = at
  redis.call('HSET', KEYS[3], 'last', whole(last))
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(at))

-- Who waits. A replica keeps its places while it comes when it was told to.
local mine, line, places = {}, {}, redis.call('HGETALL', KEYS[2])
for i = 1, #places, 2 do
  local all = numbers(places[i + 1])
  local entry = {name = places[i], comes = all[1], slots = all[2], grace = all[3]}
  for n = 4, #all, 2 do
    if all[n] > 0 then entry[n / 2 - 1] = {waiting = all[n], since = all[n + 1]} end
  end
  if places[i] == replica then
    mine = entry
  elseif entry.comes + entry.grace > at then
    line[#line + 1] = entry
    most = math.min(most, entry.slots) -- otherwise who may use fewer slots finds them taken for ever
  elseif entry.comes + hold < at then
    redis.call('HDEL', KEYS[2], places[i])
  end
end
local late = at - (mine.comes or at)
if late >= 0 then mine.grace = math.max(grace_least, math.min(grace_most, math.max(late * 1.5, (mine.grace or 0) * 0.9))) end
mine.name, mine.comes, mine.slots = replica, at, tonumber(ARGV[3])
line[#line + 1] = mine
local floors, spread, lanes = {}, {}, {} -- only lanes in which somebody waits
for i = 12, #ARGV, 3 do
  local lane, waiting = (i - 9) / 3, tonumber(ARGV[i])
  mine[lane] = waiting > 0 and {waiting = waiting, since = mine[lane] and mine[lane].since or at} or nil
  if waiting > 0 and ARGV[11] ~= '' and lane - 1 == tonumber(ARGV[10]) then
    mine[lane].since = at - tonumber(ARGV[11]) -- polls go by when they were due, wherever they wait
  end
  floors[lane], spread[lane] = tonumber(ARGV[i + 1]), ARGV[i + 2] == '1'
  for _, entry in ipairs(line) do
    if entry[lane] then
      lanes[#lanes + 1] = lane
      break
    end
  end
end
for i = 1, #floors do earned[i] = earned[i] or 0 end
local slots, spacing = {}, math.floor(hold / most)
for i, score in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')) do
  if i % 2 == 0 then slots[#slots + 1] = tonumber(score) end
end

-- When a slot is free behind so many others who are next. If the answer to a request
-- came now, its slot would be free after hold.
local function free_behind(others)
  local place = #slots - most + others
  if place < 0 then return at end
  return math.min(slots[place + 1] or at + hold, at + hold)
end

-- Whose turn it is: the first lane that has earned a request, or else the first; there
-- who has waited longest.
local function next_of(earned, waiting)
  local lane
  for _, i in ipairs(lanes) do
    if waiting[i] > 0 and earned[i] >= 1 then return i end
    if waiting[i] > 0 and not lane then lane = i end
  end
  return lane
end

local function earn(earned, waiting, lane)
  for _, i in ipairs(lanes) do earned[i] = waiting[i] > 0 and math.min(earned[i] + floors[i], 2) or 0 end
  earned[lane] = math.max(0, earned[lane] - 1)
end

local function all_waiting()
  local waiting = {}
  for _, i in ipairs(lanes) do
    waiting[i] = 0
    for _, entry in ipairs(line) do waiting[i] = waiting[i] + (entry[i] and entry[i].waiting or 0) end
  end
  return waiting
end

-- Deals out the slots that are free and those that will be, until this replica gets
-- one. Gives its lane, with what last becomes, the lane's due time, or nil; and when
-- to ask again.
local function deal()
  local waiting, left, owed, due, comes, kept = all_waiting(), {}, {}, last + spacing, at + hold, false
  for n, entry in ipairs(line) do
    left[n] = {}
    for _, i in ipairs(lanes) do
      left[n][i], owed[i] = entry[i] and {waiting = entry[i].waiting, since = entry[i].since}, earned[i]
    end
  end
  local others = 0
  while others <= math.min(most, 200) do
    local lane, who = next_of(owed, waiting), nil
    if not lane then break end
    for n, entry in ipairs(line) do
      local place, first = left[n][lane], who and left[who][lane].since
      if place and place.waiting > 0 and (not who or place.since < first or place.since == first and entry.name < line[who].name) then who = n end
    end
    local place, when = left[who][lane], free_behind(others)
    local free = when <= at
    if spread[lane] then
      free = free and due <= at + 500
      when = math.max(when, due)
    end
    if when >= at + hold then break end
    if line[who] == mine and free then return lane, when, kept end
    if free and line[who].comes > at then -- nobody is held up for who was told to come later
      waiting[lane], place.waiting = waiting[lane] - place.waiting, 0
    else
      if line[who] == mine then
        comes = math.min(comes, when)
        if not spread[lane] then break end -- who comes behind comes later
      elseif free then
        comes = math.min(comes, line[who].comes + line[who].grace) -- if that one doesn't come
      end
      if spread[lane] then kept, due = kept or not free, when + spacing end
      earn(owed, waiting, lane)
      waiting[lane], place.waiting, place.since = waiting[lane] - 1, place.waiting - 1, at + others + 1
      others = others + 1
    end
  end
  return nil, comes
end

local lane, when, kept = deal()
local answer = {0, 0, 0, at}
if lane then
  local waiting = all_waiting()
  for i = 1, #floors do earned[i] = waiting[i] and earned[i] or 0 end
  earn(earned, waiting, lane)
  redis.call('ZADD', KEYS[1], whole(at + life), ARGV[6])
  slots[#slots + 1] = at + life -- whatever is free after hold counts the same
  if spread[lane] then
    local due = last + spacing
    last = at - due < spacing and due or at
    if KEYS[4] and lane - 1 == tonumber(ARGV[10]) then redis.call('SET', KEYS[4], whole(at), 'PX', 240000) end
  elseif not kept then
    last = at -- otherwise whose turn it was keeps its time
  end
  redis.call('HSET', KEYS[3], 'last', whole(last), 'earned', table.concat(earned, ' '))
  mine[lane] = mine[lane].waiting > 1 and {waiting = mine[lane].waiting - 1, since = at} or nil
  answer[1], answer[2] = 1, lane - 1
  local more
  more, when = deal()
  if more then when = at end
end
answer[3] = math.max(0, math.ceil(when - at))

local text, waits = whole(when) .. ' ' .. mine.slots .. ' ' .. whole(mine.grace), false
for i = 1, #floors do
  waits = waits or mine[i]
  text = text .. (mine[i] and ' ' .. mine[i].waiting .. ' ' .. whole(mine[i].since) or ' 0 0')
end
if waits then redis.call('HSET', KEYS[2], replica, text) else redis.call('HDEL', KEYS[2], replica) end
if not waits then answer[3] = 0 end
for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], math.ceil(120000 + (life + hold) / 1000)) end
return answer
