-- Gives a value once, to who knows what it begins with.
-- KEYS: value
-- ARGV: its beginning
local value = redis.call('GET', KEYS[1])
if not value or string.sub(value, 1, #ARGV[1]) ~= ARGV[1] then
  return false
end
redis.call('DEL', KEYS[1])
return value
