-- Tells whether the store is as it was when the replica shared last, and can be
-- written to.
-- KEYS: members, a key to write
-- ARGV: replica
-- Gives: 1 = as it was, 0 = it isn't; the time.
local at = now()
redis.call('SET', KEYS[2], '', 'PX', '5000')
local all = members(at)
local me = all and all[ARGV[1]]
return {me and me.sharing and 1 or 0, whole(at)}
