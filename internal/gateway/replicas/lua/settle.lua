-- Says when a slot is free again, if it isn't yet.
-- KEYS: window
-- ARGV: the slot's name, after how long
redis.call('ZADD', KEYS[1], 'XX', whole(now() + ARGV[2]), ARGV[1])
return 1
