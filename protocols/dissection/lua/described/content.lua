-- Content of a described frame: a walk reads field by field, names each byte, and notes what is wrong. Offsets count from 0.

local function string_of(list)
  local parts = {}
  for place, byte in ipairs(list) do parts[place] = string.char(byte) end
  return table.concat(parts)
end

local function text_of_bytes(bytes)
  local text = listed_in_hex(bytes:sub(1, 16))
  return #bytes > 16 and string.format("%s and %d more", text, #bytes - 16) or text
end

-- As the house writes numbers: the shortest digits that tell them.
local function decimal_text(value)
  if value == math.huge then return "Infinity" end
  local text = string.format("%.15g", value)
  local digits, exponent = string.format("%.14e", value):match("([%d.]+)e%-(%d+)$")
  if not text:find("e", 1, true) then return text end
  local sign, places = value < 0 and "-" or "", tonumber(exponent)
  digits = digits:gsub("0+$", ""):gsub("%.$", "")
  if places > 6 then return string.format("%s%se-%d", sign, digits, places) end
  return sign .. "0." .. ("0"):rep(places - 1) .. digits:gsub("%.", "")
end

local function number_text(spec, value)
  local text = decimal_text(value)
  if spec.base == "hex" and value >= 0 then text = string.format("0x%X", value) end
  return spec.unit and text .. " " .. spec.unit or text
end

local function range_text(spec, least, most)
  local plain = { base = spec.base }
  if least == most then return number_text(plain, least) end
  return number_text(plain, least) .. ".." .. number_text(plain, most)
end

local function number_in(spec, bytes, at)
  local value = 0
  for place = 1, spec.bytes do
    value = value * 256 + bytes:byte(at + (spec.order == "big" and place or spec.bytes + 1 - place))
  end
  local modulus = 2 ^ (8 * spec.bytes)
  return spec.signed and value >= modulus / 2 and value - modulus or value
end

local function size_text(count)
  return count == 1 and "1 byte" or count .. " bytes"
end

-- A scalar has a length, what is shown of it, its value for filters, a meaning, and what is wrong: code, offset, expected, seen.
-- lost: where it ends cannot be told. nil: bytes are missing.
local scalars = {}

-- Where a field that begins at an offset ends, if its size varies. MORE_DUE: the bytes at hand do not tell it; NO_START: they are no frame's.
local measurers = {}
local MORE_DUE, NO_START = 0, -1

-- Stuffing: for each byte of the content its offset in the body and itself; then what is wrong with the body.
local stuffings = {}

local function ranged(expected, seen, offset)
  return { code = "range", offset = offset or 0, expected = expected, seen = seen }
end

local function sized(expected, seen)
  return { code = "length", offset = 0, expected = expected, seen = seen }
end

local function number_found(spec, length, value)
  local shown = string.format("%d", value)
  local found = { length = length, shown = shown, value = value, meaning = spec.names and spec.names[shown] }
  if value < spec.min or value > spec.max then
    found.flaw = ranged(range_text(spec, spec.min, spec.max), number_text(spec, value))
  end
  return found
end

function scalars.number(spec, bytes, at)
  if #bytes - at < spec.bytes then return nil end
  return number_found(spec, spec.bytes, number_in(spec, bytes, at))
end

function scalars.bignumber(spec, bytes, at)
  if #bytes - at < 8 then return nil end
  local raw = bytes:sub(at + 1, at + 8)
  if spec.order == "little" then raw = raw:reverse() end
  local digits = raw:gsub(".", function(byte) return string.format("%02X", byte:byte()) end)
  local of = spec.signed and Int64 or UInt64
  local value = of.fromhex(digits)
  local text = tostring(value)
  local found = { length = 8, shown = text, value = value }
  if value < of.fromhex(spec.min) or of.fromhex(spec.max) < value then
    if spec.base == "hex" and text:sub(1, 1) ~= "-" then text = "0x" .. digits:gsub("^0+(.)", "%1") end
    found.flaw = ranged(spec.expected, spec.unit and text .. " " .. spec.unit or text)
  end
  return found
end

local function of_number(spec, bytes, at)
  if #bytes - at < spec.of.bytes then return nil end
  local value = number_in(spec.of, bytes, at)
  return { length = spec.of.bytes, shown = string.format("%d", value), value = value }, value
end

function scalars.enum(spec, bytes, at)
  local found, value = of_number(spec, bytes, at)
  if found == nil then return nil end
  for _, pair in ipairs(spec.values) do if pair[2] == value then found.meaning = pair[1] end end
  if found.meaning == nil then found.flaw = ranged(spec.expected, number_text(spec.of, value)) end
  return found
end

function scalars.flags(spec, bytes, at)
  local found, value = of_number(spec, bytes, at)
  if found == nil then return nil end
  local set, unknown = {}, value
  for _, pair in ipairs(spec.flags) do
    if math.floor(value / 2 ^ pair[2]) % 2 == 1 then
      table.insert(set, pair[1])
      unknown = unknown - 2 ^ pair[2]
    end
  end
  found.meaning = set[1] and table.concat(set, ", ") or "none"
  if unknown ~= 0 then found.flaw = ranged(spec.expected, string.format("0x%X", value)) end
  return found
end

function scalars.bits(spec, bytes, at)
  local found, value = of_number(spec, bytes, at)
  if found == nil then return nil end
  local parts = {}
  for place, part in ipairs(spec.parts) do
    parts[place] = string.format("%s %d", part.name, math.floor(value / 2 ^ part.shift) % 2 ^ part.width)
  end
  found.meaning = table.concat(parts, ", ")
  return found
end

local function is_byte_of(due, byte, any_case)
  return due == byte or any_case and string.char(due):lower() == string.char(byte):lower()
end

-- The longest word at an offset: its name and its length. "short": more bytes may make it one.
local function word_in(spec, bytes, at, is_last)
  local name, length, is_short = nil, 0, false
  for _, word in ipairs(spec.words) do
    for _, due in ipairs(word.spellings) do
      local there, same = math.min(#due, #bytes - at), 0
      while same < there and is_byte_of(due[same + 1], bytes:byte(at + same + 1), spec.anyCase) do same = same + 1 end
      if same == there and there < #due then
        is_short = true
      elseif same == there and #due > length then
        name, length = word.name, #due
      end
    end
  end
  if is_short and not (name and is_last) then return "short" end
  return name, length
end

function scalars.words(spec, bytes, at, limit)
  local name, length = word_in(spec, bytes, at, true)
  if name == "short" and length == nil then return nil end
  if not name then length = math.max(1, math.min(limit - at, spec.longest)) end
  if at + length > #bytes then return nil end
  local seen = bytes:sub(at + 1, at + length)
  if name then return { length = length, shown = utf8_of_latin1(seen), meaning = name, value = name } end
  return { length = length, shown = text_of_bytes(seen), flaw = ranged(spec.expected, text_of_bytes(seen)), lost = true }
end

function scalars.constant(spec, bytes, at)
  local due = string_of(spec.bytes)
  local seen = bytes:sub(at + 1, at + #due)
  local found = { length = #seen, shown = spec.text or text_of_bytes(seen), meaning = spec.meaning }
  for place = #seen, 1, -1 do
    if not is_byte_of(due:byte(place), seen:byte(place), spec.anyCase) then
      found.flaw = { code = "constant", offset = place - 1, expected = text_of_bytes(due), seen = text_of_bytes(seen) }
    end
  end
  if #seen < #due and not found.flaw then return nil end
  return found
end

-- Where digits end, and their number; or the offset of what is none.
local function digits_in(spec, bytes, from)
  local pattern = spec.radix == 16 and "^%x*" or "^%d*"
  local begin = spec.signed and bytes:sub(from + 1, from + 1) == "-" and from + 1 or from
  local digits = bytes:sub(begin + 1, begin + spec.most):match(pattern)
  local at, value = begin + #digits, tonumber(digits, spec.radix) or 0
  if #digits < (spec.width or 1) then return at end
  local point = spec.fraction > 0 and bytes:sub(at + 1, at + 1) == "."
  if point then
    local places = bytes:sub(at + 2, at + 1 + spec.fraction):match("^%d*")
    at = at + 1 + #places
    if #places < (spec.width and spec.fraction or 1) then return at end
    value = (value * 10 ^ #places + (tonumber(places) or 0)) / 10 ^ #places
  elseif spec.fraction > 0 and spec.width then
    return at
  end
  return at, begin > from and value ~= 0 and -value or value
end

function scalars.digits(spec, bytes, at)
  local stop, value = digits_in(spec, bytes, at)
  if value then
    local text = decimal_text(value)
    local found = { length = stop - at, shown = text, value = value }
    if value < spec.min or value > spec.max then
      found.flaw = ranged(decimal_text(spec.min) .. ".." .. decimal_text(spec.max), text)
    end
    return found
  end
  if stop == #bytes then return nil end
  local flaw = ranged("a digit", text_of_bytes(bytes:sub(stop + 1, stop + 1)), stop - at)
  return { length = stop + 1 - at, shown = text_of_bytes(bytes:sub(at + 1, stop + 1)), flaw = flaw, lost = true }
end

-- nil: they are none of the charset.
local function text_in(spec, bytes)
  while spec.pad and bytes:byte(-1) == spec.pad do bytes = bytes:sub(1, -2) end
  if spec.charset == "utf8" then return utf8_of(bytes) == bytes and bytes or nil end
  if spec.charset == "ascii" and bytes:find("[\128-\255]") then return nil end
  return utf8_of_latin1(bytes)
end

local function extent_found(spec, bytes, from, to)
  local raw = bytes:sub(from + 1, to)
  local found = { length = #raw, shown = text_of_bytes(raw) }
  if #raw < spec.least then found.flaw = sized(spec.least .. " bytes at least", #raw .. " bytes") end
  if spec.kind == "bytes" then return found end
  local text = text_in(spec, raw)
  found.value, found.shown = text, text or found.shown
  if text == nil then found.flaw = found.flaw or ranged(spec.expected, text_of_bytes(raw)) end
  return found
end

local extents = {}

function extents.length(spec, bytes, at)
  if #bytes - at < spec.extent.length then return nil end
  return extent_found(spec, bytes, at, at + spec.extent.length)
end

function extents.counted(spec, bytes, at)
  local count = spec.extent.count
  if #bytes - at < count.bytes then return nil end
  local value = number_in(count, bytes, at)
  local least, from = math.max(count.min, spec.least), at + count.bytes
  local found
  if value < least or value > count.max then
    found = { length = 0, shown = "", flaw = sized(range_text(count, least, count.max), string.format("%d", value)) }
  elseif #bytes - from < value then
    return nil
  else
    found = extent_found(spec, bytes, from, from + value)
  end
  found.prefix = { length = count.bytes, value = value }
  return found
end

extents["until"] = function(spec, bytes, at)
  local extent = spec.extent
  local found = bytes:find(string.char(extent["end"]), at + 1, true)
  if found and found - 1 - at <= extent.most then
    local text = extent_found(spec, bytes, at, found - 1)
    text.length = found - at
    return text
  end
  if #bytes - at <= extent.most then return nil end
  return { length = 0, shown = "", flaw = sized(decimal_text(extent.most) .. " bytes at most", "more"), lost = true }
end

function extents.rest(spec, bytes, at, limit)
  local found = extent_found(spec, bytes, at, math.min(limit, #bytes))
  if found.length > spec.extent.most then
    found.flaw = sized(decimal_text(spec.extent.most) .. " bytes at most", found.length .. " bytes")
  end
  return found
end

function scalars.text(spec, bytes, at, limit)
  return extents[spec.extent.by](spec, bytes, at, limit)
end
scalars.bytes = scalars.text
