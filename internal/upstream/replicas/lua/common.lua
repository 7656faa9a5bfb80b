-- Before every script: the store's own time, in milliseconds, since replicas'
-- clocks differ. Replicas send and get spans of time only.
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end

-- Times as texts, without an exponent: in whole milliseconds, and in hundredths.
local function whole(number) return string.format('%.0f', math.ceil(number)) end
local function text_of(number) return string.format('%.2f', number + 0.005) end

-- A shop is one value:
--   slots   when each is free, a text, by its name
--   last    when a slot was granted, or due; earned, what each lane has
--   line    who waits, each a text, since numbers take long to write: name; comes, when
--           it was told to come again; grace, how much later it may come; most, how
--           many slots it may use; waits, for each lane (from 1) n, how many, and
--           since when
local function open(key)
  local text = redis.call('GET', key)
  return text and cjson.decode(text) or {slots = {}, last = 0, earned = {}, line = {}}
end

local function keep(key, shop)
  redis.call('DEL', key) -- a full store doesn't refuse what follows
  redis.call('SET', key, cjson.encode(shop), 'PX', 600000)
end
