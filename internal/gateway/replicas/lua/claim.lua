-- Takes the entry of a merchant that was nudged, or else the most overdue one,
-- and hides it from other claims.
-- KEYS: the queue
-- ARGV: merchant, for how long to hide it
-- Gives: the wait until the next one is due, 0 = none is left; or -1 and the
-- entry: name, blob, from now: due, acted, until, read ('' = never), then
-- strange, failed, proven.
local merchant, at = ARGV[1], now()
local lists = {KEYS[1] .. 'first:' .. merchant, KEYS[1] .. 'due:' .. merchant}
for _ = 1, 100 do
  local name, from, when
  for _, list in ipairs(lists) do
    local head = redis.call('ZRANGE', list, 0, 0, 'WITHSCORES')
    local may = tonumber(head[2])
    if may and (not when or (when > at and may < when)) then
      name, from, when = head[1], list, may
    end
  end
  if not name then return {0} end
  local fields = read(name)
  if not fields or line(fields) ~= from then
    redis.call('ZREM', from, name)
  elseif fields['until'] <= at then
    remove(name, fields)
  elseif when > at then
    return {math.max(1, math.ceil(when - at))}
  else
    fields.hidden, fields.again, fields.again1 = at + ARGV[2], 0, '0'
    write(name, fields, at)
    return {
      -1, name, fields.blob, whole(fields.due - at), whole(fields.acted - at), whole(fields['until'] - at),
      fields.read == 0 and '' or whole(fields.read - at), fields.strange, fields.failed, fields.proven,
    }
  end
end
return {1}
