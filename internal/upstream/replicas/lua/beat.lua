-- Says that a replica is there, and who else is.
-- KEYS: replicas: "when it was here, what it says of itself", by its name
-- ARGV: replica, what it says of itself ('' = it ends), after how long one is
--       gone
-- Gives: the time, then every other one's name and what it says of itself.
local at, gone = now(), tonumber(ARGV[3])
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
  return {whole(at)}
end
redis.call('HSET', KEYS[1], ARGV[1], whole(at) .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], 60000)
local answer, fields = {whole(at)}, redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local seen, says = string.match(fields[i + 1], '^(%d+) (.*)$')
  if not seen or at - seen > gone then
    redis.call('HDEL', KEYS[1], fields[i])
  elseif fields[i] ~= ARGV[1] then
    answer[#answer + 1] = fields[i] .. ' ' .. says
  end
end
return answer
