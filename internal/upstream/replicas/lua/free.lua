-- Says when a slot is free again, if it isn't yet.
-- KEYS: window
-- ARGV: the slot's name, after how long
local at = now()
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(at)) -- after it, a full store doesn't refuse the next one
redis.call('ZADD', KEYS[1], 'XX', whole(at + ARGV[2]), ARGV[1])
return 1
