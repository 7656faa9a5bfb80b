-- Before every script about the queue. KEYS[1] is where its keys begin:
--   due:{merchant}    entries by the time when they may be claimed
--   first:{merchant}  the same, of those that were nudged: they go before
--   entry:{name}      a hash: merchant, ref, due, acted, until, read (0 = never),
--                     strange, failed, proven, blob (sealed), hidden (claimed
--                     until then), nudged, and again and again1, what was asked
--                     for while a poll was under way; by:{replica}, until when
--                     that one is interested
--   ref:{ref}         names of the entries of a ref
local function entry(name) return KEYS[1] .. 'entry:' .. name end
local function line(fields) return KEYS[1] .. (fields.nudged == '1' and 'first:' or 'due:') .. fields.merchant end
local function refs(fields) return KEYS[1] .. 'ref:' .. fields.ref end
local function unrefer(name, fields)
  if fields.ref ~= '' then redis.call('SREM', refs(fields), name) end
end

local function read(name)
  local raw, fields = redis.call('HGETALL', entry(name)), {}
  if #raw == 0 then return nil end
  for i = 1, #raw, 2 do fields[raw[i]] = raw[i + 1] end
  for _, field in ipairs({'due', 'acted', 'until', 'read', 'hidden', 'again'}) do
    fields[field] = tonumber(fields[field] or 0)
  end
  return fields
end

local function remove(name, fields)
  redis.call('ZREM', line(fields), name)
  unrefer(name, fields)
  redis.call('DEL', entry(name))
end

-- write keeps an entry and puts it where its times say.
local function write(name, fields, at)
  local args = {}
  for field, value in pairs(fields) do
    args[#args + 1] = field
    args[#args + 1] = type(value) == 'number' and whole(value) or value
  end
  redis.call('HSET', entry(name), unpack(args))
  redis.call('ZADD', line(fields), whole(math.max(fields.due, fields.hidden)), name)
  if fields.ref ~= '' then redis.call('SADD', refs(fields), name) end
  local left = math.max(fields['until'] - at, 0) + 60000000
  keep(entry(name), left)
  keep(line(fields), left)
  if fields.ref ~= '' then keep(refs(fields), left) end
end

-- ask books a wish that came while a poll was under way.
local function ask(fields, due, first)
  if fields.again == 0 or due < fields.again then fields.again = due end
  if first then fields.again1 = '1' end
end
