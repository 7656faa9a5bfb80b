-- Before every script about the budget: who shares it. KEYS[1] is a hash with a
-- field a replica, "seen sharing share names watched":
--   seen     when the replica was here last
--   sharing  1 = it sends only what a shared window allows, 0 = what it may
--            send by itself, its share
--   share    requests a second that are its own when the store is gone; all
--            shares together are never more than the rate
--   names    which key it hides names with: others have other windows
--   watched  how many payments are watched there
-- and the field run, the server's life: a server that was started again, or
-- that was a replica before, may have forgotten what was sent lately.

-- Who wasn't here for so long may have begun to send by itself soon (failover.go
-- has the sum), and is gone for good later.
local fresh, gone = 450000, 3000000

local function server()
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%x+)') or 'unknown'
end

local function record(id, seen, sharing, share, names, watched)
  redis.call('HSET', KEYS[1], id, string.format('%.0f %d %.9f %s %d', seen, sharing, share, names, watched))
end

-- members gives all who aren't gone, by id. Nil: the server has forgotten.
local function members(at)
  local all, run = {}, nil
  local fields = redis.call('HGETALL', KEYS[1])
  for i = 1, #fields, 2 do
    local id, text = fields[i], fields[i + 1]
    if id == 'run' then
      run = text
    else
      local seen, sharing, share, names, watched = string.match(text, '^(%d+) (%d) (%S+) (%S+) (%d+)$')
      if seen and at - seen <= gone then
        all[id] = {
          seen = tonumber(seen), sharing = sharing == '1', share = tonumber(share), names = names,
          fresh = sharing == '1' and at - seen <= fresh, watched = tonumber(watched),
        }
      end
    end
  end
  if run ~= server() then return nil end
  return all
end

-- capacity is how many requests a second the shared window has: the rate
-- without the shares of those who may send by themselves. While there are
-- windows by other names, too, each has the shares of its own replicas.
local function capacity(all, names, rate)
  local ours, apart, foreign = 0, 0, false
  for _, member in pairs(all) do
    if member.names ~= names then foreign = true end
    if member.fresh and member.names == names then
      ours = ours + member.share
    elseif not member.fresh then
      apart = apart + member.share
    end
  end
  if foreign then return ours end
  return rate - apart
end
