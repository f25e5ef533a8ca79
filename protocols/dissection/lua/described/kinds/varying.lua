-- Numbers whose bytes vary in number.

-- Bytes of a number whose bytes vary in number; 0: more tell it; -1: it has no end.
local function varying_length(spec, bytes, at)
  local first = bytes:byte(at + 1)
  if first == nil then return 0 end
  if spec.coding == "prefixed" then return has(spec.prefixes, first) and 2 or 1 end
  for length = 1, spec.most do
    local byte = bytes:byte(at + length)
    if byte == nil then return 0 end
    if byte < 0x80 then return length end
  end
  return -1
end

local function varying_in(spec, bytes, at, length)
  local value = 0
  if spec.coding == "prefixed" then
    for place = 1, length do value = value * 256 + bytes:byte(at + place) end
    return value
  end
  for place = 1, length do
    local byte = bytes:byte(at + (spec.coding == "high-first" and place or length + 1 - place))
    value = value * 128 + byte % 128
  end
  if not spec.zigzag then return value end
  return value % 2 == 0 and value / 2 or -(value + 1) / 2
end

function scalars.varying(spec, bytes, at)
  local length = varying_length(spec, bytes, at)
  if length == 0 or #bytes - at < length then return nil end
  if length > 0 then return number_found(spec, length, varying_in(spec, bytes, at, length)) end
  local seen = text_of_bytes(bytes:sub(at + 1, at + spec.most))
  return { length = spec.most, shown = seen, flaw = ranged(spec.most .. " bytes at most", "more"), lost = true }
end

function measurers.varying(spec, bytes, at)
  local length = varying_length(spec, bytes, at)
  return length > 0 and at + length or length
end
