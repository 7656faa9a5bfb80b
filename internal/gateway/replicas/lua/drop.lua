-- Forgets an entry that a replica isn't interested in any longer, unless others
-- are.
-- KEYS: the queue
-- ARGV: name, replica
local at = now()
local known = read(ARGV[1])
if not known then return 0 end
redis.call('HDEL', entry(ARGV[1]), 'by:' .. ARGV[2])
for field, till in pairs(known) do
  if string.sub(field, 1, 3) == 'by:' and field ~= 'by:' .. ARGV[2] and tonumber(till) > at then return 0 end
end
remove(ARGV[1], known)
return 1
