-- Says how long slots stay taken, whether the window has them or not.
-- KEYS: window
-- ARGV: a slot's name and how long, 0 = it is free; further ones
local at = now()
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(at)) -- after it, a full store doesn't refuse the next one
for i = 1, #ARGV, 2 do
  if ARGV[i + 1] == '0' then
    redis.call('ZREM', KEYS[1], ARGV[i])
  else
    redis.call('ZADD', KEYS[1], whole(at + ARGV[i + 1]), ARGV[i])
  end
end
redis.call('PEXPIRE', KEYS[1], 120000)
return 1
