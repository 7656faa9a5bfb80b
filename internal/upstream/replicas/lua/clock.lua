-- Before every script: the store's own time, in microseconds, since replicas'
-- clocks differ. Replicas send and get spans of time only.
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- Whole numbers are written without an exponent.
local function whole(number) return string.format('%.0f', number) end
