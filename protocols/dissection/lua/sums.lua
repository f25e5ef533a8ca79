-- Sums. Each gives the upper and the lower 32 bits of a number. A frame has the lowest bytes of it.

local function bytes_of(high, low, count, order)
  local parts = {}
  for place = 0, count - 1 do
    local half = place < 4 and low or high
    parts[place + 1] = string.char(bit.band(bit.rshift(half, 8 * (place % 4)), 0xff))
  end
  local text = table.concat(parts)
  return order == "little" and text or text:reverse()
end

-- Of 16 hex digits.
local function halves_of(digits)
  return bit.tobit(tonumber(digits:sub(1, 8), 16)), bit.tobit(tonumber(digits:sub(9), 16))
end

local function mirrored(word)
  local result = 0
  for _ = 1, 32 do
    result = bit.bor(bit.lshift(result, 1), bit.band(word, 1))
    word = bit.rshift(word, 1)
  end
  return result
end

local function low_half(value)
  return 0, bit.tobit(value % 0x100000000)
end

local sums, crc_tables = {}, {}

function sums.xor(spec, bytes)
  local value = spec.initial
  for at = 1, #bytes do value = bit.bxor(value, bytes:byte(at)) end
  return 0, value
end

function sums.sum(spec, bytes)
  local value, modulus = spec.initial, 2 ^ (8 * spec.bytes)
  for at = 1, #bytes do value = value + bytes:byte(at) end
  value = value % modulus
  if spec.complement == "ones" then value = modulus - 1 - value end
  if spec.complement == "twos" then value = (modulus - value) % modulus end
  return low_half(value)
end

function sums.fletcher(spec, bytes)
  local low, high, step = 0, 0, spec.bytes / 2
  for at = 1, #bytes, step do
    local word = bytes:byte(at) + (step == 2 and at < #bytes and bytes:byte(at + 1) * 0x100 or 0)
    low = (low + word) % spec.modulus
    high = (high + low) % spec.modulus
  end
  return low_half(high * 256 ^ step + low)
end

function sums.adler(_, bytes)
  local low, high = 1, 0
  for at = 1, #bytes do
    low = (low + bytes:byte(at)) % 65521
    high = (high + low) % 65521
  end
  return low_half(high * 0x10000 + low)
end

-- The register of a CRC is at the upper end of 64 bits, its highest bit first.
local function crc_table(spec)
  local made, poly_high, poly_low = {}, halves_of(spec.poly)
  for byte = 0, 255 do
    local high, low = bit.lshift(byte, 24), 0
    for _ = 1, 8 do
      local top = high < 0
      high, low = bit.bor(bit.lshift(high, 1), bit.rshift(low, 31)), bit.lshift(low, 1)
      if top then high, low = bit.bxor(high, poly_high), bit.bxor(low, poly_low) end
    end
    made[byte] = { high, low }
  end
  return made
end

function sums.crc(spec, bytes)
  local high, low = halves_of(spec.init)
  local last_high, last_low = halves_of(spec.xorOut)
  crc_tables[spec] = crc_tables[spec] or crc_table(spec)
  for at = 1, #bytes do
    local byte = bytes:byte(at)
    if spec.refIn then byte = bit.rshift(mirrored(byte), 24) end
    local step = crc_tables[spec][bit.bxor(bit.rshift(high, 24), byte)]
    high, low = bit.bor(bit.lshift(high, 8), bit.rshift(low, 24)), bit.lshift(low, 8)
    high, low = bit.bxor(high, step[1]), bit.bxor(low, step[2])
  end
  if spec.refOut then
    high, low = mirrored(low), mirrored(high)
  else
    for _ = spec.width, 63 do high, low = bit.rshift(high, 1), bit.bor(bit.rshift(low, 1), bit.lshift(high, 31)) end
  end
  return bit.bxor(high, last_high), bit.bxor(low, last_low)
end

-- The right bytes of a sum in a frame. nil: not known here.
local sum_due
function sum_due(spec, bytes)
  if spec.kind == "hex" then
    local due = sum_due(spec.of, bytes)
    return due and spec.after .. due:gsub(".", function(byte) return string.format("%02X", byte:byte()) end)
  end
  if sums[spec.kind] == nil then return nil end
  local high, low = sums[spec.kind](spec, bytes)
  return bytes_of(high, low, spec.bytes, spec.order)
end
