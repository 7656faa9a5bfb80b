-- Takes a slot of a shop (limiter/window.go says the rules). Spans are in milliseconds.
-- KEYS: shop; when the payment to poll was read, if one is to be polled
-- ARGV: replica, not later than, slots, how long a slot stays taken after its
--       answer, how long without one, the slot's name, nudged, since the payment was
--       read here ('' = never), how overdue it is ('' = unknown), how many slots the
--       replica has; then for each lane how many wait
-- Gives four numbers: 1, the lane (from 0) and in how many µs to ask for those who
-- still wait; or 0, 0 and in how many to ask again; or 2, 0 and how many ago another
-- replica read the payment; or -2, 0, 0 = too late; and the time.
local replica, latest, most, hold, life = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local read_here, overdue = tonumber(ARGV[8]), tonumber(ARGV[9])
local at = now()
if at > latest then return {-2, 0, 0, at} end

if KEYS[2] then
  local read = tonumber(redis.call('GET', KEYS[2]) or 0)
  local since = at - read
  -- A little later is the same read, told by way of another clock.
  local news = not read_here or since + 50 < read_here
  if ARGV[7] == '1' then news = since < least_interval end
  if read > 0 and since >= 0 and news then return {2, 0, since * 1000, at} end
end

local shop = open(KEYS[1])
-- The clock has gone back, by as much at least. Slots go back with it, so that each
-- is free when it would have been, or a little later; those freed since then, by the
-- new time, are free within hold. Who was in line gets another place.
local back = shop.last - at
if back > 1 then
  shop.last, shop.line = at, {}
  for slot, free in pairs(shop.slots) do
    if tonumber(free) > at + hold then shop.slots[slot] = text_of(free - back) end
  end
end

-- A store that hasn't a replica's slots has forgotten others', too.
local known = 0
for slot in pairs(shop.slots) do
  if string.sub(slot, 1, #replica + 1) == replica .. ':' then known = known + 1 end
end
for i = 1, known < tonumber(ARGV[10]) and most or 0 do shop.slots['lost ' .. i] = text_of(at + hold) end

-- Who waits. A replica keeps its places while it comes when it was told to, or as
-- late as before and half as long again. Then others take its turn.
local grace_least, grace_most = 100, 500
local mine, line, texts = {grace = 0, waits = {}}, {}, {}
for _, text in ipairs(shop.line) do
  local entry = cjson.decode(text)
  if entry.name == replica then
    mine = entry
  elseif entry.comes + hold >= at then
    texts[#texts + 1] = text
    if entry.comes + entry.grace > at then
      line[#line + 1] = entry
      most = math.min(most, entry.most) -- otherwise who may use fewer slots finds them taken for ever
    end
  end
end
local late, since = at - (mine.comes or at), {}
if late >= 0 then mine.grace = math.max(grace_least, math.min(grace_most, math.max(late * 1.5, mine.grace * 0.9))) end
for _, wait in ipairs(mine.waits) do since[wait.lane] = wait.since end
mine.name, mine.comes, mine.most, mine.waits = replica, at, tonumber(ARGV[3]), {}
for lane = 1, #floors do
  local n = tonumber(ARGV[10 + lane])
  if n > 0 then -- polls go by when they were due, wherever they wait
    local due = lane == background and overdue and at - overdue
    mine.waits[#mine.waits + 1] = {lane = lane, n = n, since = due or since[lane] or at}
  end
  shop.earned[lane] = shop.earned[lane] or 0
end
line[#line + 1] = mine

local spacing, taken = hold / most, {}
for slot, free in pairs(shop.slots) do
  free = tonumber(free)
  if free > at then taken[#taken + 1] = free else shop.slots[slot] = nil end
end
table.sort(taken)

-- When a slot is free behind so many others who are next. If the answer to a request
-- came now, its slot would be free after hold.
local function free_behind(others)
  local place = #taken - most + others
  if place < 0 then return at end
  return math.min(taken[place + 1] or at + hold, at + hold)
end

local function tickets()
  local all = {}
  for _, entry in ipairs(line) do
    for _, wait in ipairs(entry.waits) do
      all[#all + 1] = {of = entry, wait = wait, lane = wait.lane, n = wait.n, since = wait.since}
    end
  end
  return all
end

-- Whose turn it is: the first lane that has earned a request, or else the first; there
-- who has waited longest.
local function first(all, earned)
  local best
  for _, t in ipairs(all) do
    if t.n > 0 then
      t.rank = t.lane + (earned[t.lane] >= 1 and 0 or #floors)
      if not best or t.rank < best.rank or t.rank == best.rank and t.since < best.since then best = t end
    end
  end
  return best
end

local function earn(all, earned, lane)
  local waits = {}
  for _, t in ipairs(all) do waits[t.lane] = waits[t.lane] or t.n > 0 end
  for i, floor in ipairs(floors) do earned[i] = waits[i] and math.min(earned[i] + floor, 2) or 0 end
  earned[lane] = math.max(0, earned[lane] - 1)
end

-- Deals out the slots that are free and those that will be, until this replica gets
-- one. Gives when to ask again; and its ticket, with whether a spread request that
-- isn't due yet keeps its slot.
local function deal()
  local all, earned, due, comes, kept, others = tickets(), {unpack(shop.earned)}, shop.last + spacing, at + hold, false, 0
  while others <= math.min(most, 200) do
    local next = first(all, earned)
    if not next then break end
    local when, spreads = free_behind(others), spread[next.lane]
    local free = when <= at and (not spreads or due <= at + 0.5)
    if spreads then when = math.max(when, due) end
    if when >= at + hold then break end
    if next.of == mine and free then return at, next, kept end
    if free and next.of.comes > at then -- nobody is held up for who was told to come later
      next.n = 0
    else
      if next.of == mine then
        comes = math.min(comes, when)
        if not spreads then break end -- who comes behind comes later
      elseif free then
        comes = math.min(comes, next.of.comes + next.of.grace) -- if that one doesn't come
      end
      if spreads then kept, due = kept or not free, when + spacing end
      earn(all, earned, next.lane)
      next.n, next.since, others = next.n - 1, at + others + 1, others + 1
    end
  end
  return comes
end

local comes, ticket, kept = deal()
local answer = {0, 0, 0, at}
if ticket then
  local lane, due = ticket.lane, shop.last + spacing
  earn(tickets(), shop.earned, lane)
  shop.slots[ARGV[6]] = text_of(at + life)
  taken[#taken + 1] = at + life -- whatever is free after hold counts the same
  if spread[lane] then
    shop.last = at - due < spacing and due or at
  elseif not kept then
    shop.last = at -- otherwise whose turn it was keeps its time
  end
  if KEYS[2] and lane == background then redis.call('SET', KEYS[2], whole(at), 'PX', 240000) end
  ticket.wait.n, ticket.wait.since = ticket.wait.n - 1, at
  answer[1], answer[2] = 1, lane - 1
  comes = deal()
end

local waits = {}
for _, wait in ipairs(mine.waits) do
  if wait.n > 0 then waits[#waits + 1] = wait end
end
if #waits > 0 then
  mine.comes, mine.waits = comes, waits
  texts[#texts + 1] = cjson.encode(mine)
  answer[3] = math.floor(math.max(0, comes - at) * 1000 + 0.5)
end
shop.line = texts
keep(KEYS[1], shop)
return answer
