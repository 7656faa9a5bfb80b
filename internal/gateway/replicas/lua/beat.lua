-- Says that a replica is there, and who else is.
-- KEYS: members
-- ARGV: what it wants, replica, not later than (0 = whenever), names, rate,
--       share wanted, how many payments are watched there, then id and share
--       of those it knew
-- What it wants:
--   enter   it is new: it shares at once where others do already, and else
--           first waits for those who may be sending by themselves
--   waited  it has waited for them
--   share   it goes on sharing
--   apart   it sends by itself, its share; who it knew may do so, too
--   leave   it ends, and what it sent last is still to be counted
-- Gives: 1 = shares, 0 = doesn't, -1 = isn't known, -2 = too late; the time, the
-- share, whether it was known before; then id, share and watched of every other.
local want, replica, latest, names = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local rate, wanted, watched = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local at = now()
if latest > 0 and at > latest then return {-2} end

local all = members(at)
if not all then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'run', server())
  all = {}
end
local me = all[replica]
if want == 'leave' then
  if me then record(replica, at - gone + 1300000, 0, me.share, names, 0) end
  return {0, whole(at), '0', 0}
end
if want == 'share' and not (me and me.sharing) then return {-1} end

local sharing = 0
if want == 'share' or (want == 'waited' and me) then sharing = 1 end
if want == 'apart' and not me then
  for i = 8, #ARGV, 2 do
    if not all[ARGV[i]] then
      record(ARGV[i], at, 0, tonumber(ARGV[i + 1]), names, 0)
      all[ARGV[i]] = {share = tonumber(ARGV[i + 1]), watched = 0}
    end
  end
end

local others, answer = 0, {}
for id, member in pairs(all) do
  if id ~= replica then
    others = others + member.share
    if want == 'enter' and member.fresh and member.names == names then sharing = 1 end
    answer[#answer + 1] = id
    answer[#answer + 1] = string.format('%.9f', member.share)
    answer[#answer + 1] = member.watched
  end
end

local share = wanted
local before = me and me.share or 0
if want ~= 'apart' and share > before then
  -- More only of what nobody else has.
  share = math.max(before, math.min(share, rate - others))
  if share < 0.000001 then share = 0 end
end
record(replica, at, sharing, share, names, watched)
for _, id in ipairs(redis.call('HKEYS', KEYS[1])) do
  if id ~= 'run' and id ~= replica and not all[id] then redis.call('HDEL', KEYS[1], id) end
end
keep(KEYS[1], 3600000000)
return {sharing, whole(at), string.format('%.9f', share), me and 1 or 0, unpack(answer)}
