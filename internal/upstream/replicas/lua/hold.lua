-- Says how long slots stay taken, whether the shop has them or not.
-- KEYS: shop
-- ARGV: a slot's name and for how many milliseconds, 0 = it is free; further ones
local at, shop = now(), open(KEYS[1])
for i = 1, #ARGV, 2 do
  shop.slots[ARGV[i]] = ARGV[i + 1] ~= '0' and text_of(at + ARGV[i + 1]) or nil
end
keep(KEYS[1], shop)
return 1
