-- Text, as a report shows it.

local SHORT = { [9] = "\\t", [10] = "\\n", [13] = "\\r" }

local function escaped(code)
  return SHORT[code] or string.format(code <= 0xff and "\\x%02X" or "\\u{%X}", code)
end

local function listed(bounds, code)
  local low, high = 0, #bounds
  while low < high do
    local middle = math.floor((low + high + 1) / 2)
    if bounds[middle] <= code then low = middle else high = middle - 1 end
  end
  return low % 2 == 1
end

-- How many bytes may follow a first one, and between which the next one is.
local function form_of(lead)
  if lead >= 0xc2 and lead <= 0xdf then return 1, 0x80, 0xbf end
  if lead >= 0xe0 and lead <= 0xef then return 2, lead == 0xe0 and 0xa0 or 0x80, lead == 0xed and 0x9f or 0xbf end
  if lead >= 0xf0 and lead <= 0xf4 then return 3, lead == 0xf0 and 0x90 or 0x80, lead == 0xf4 and 0x8f or 0xbf end
  return 0, 0, 0
end

-- Invalid UTF-8 becomes U+FFFD, as in browsers.
local function utf8_of(bytes)
  local parts, at = {}, 1
  while at <= #bytes do
    local from, lead = at, bytes:byte(at)
    local more, low, high = form_of(lead)
    local whole = lead < 0x80 or more > 0
    at = at + 1
    for _ = 1, more do
      local byte = bytes:byte(at)
      whole = byte ~= nil and byte >= low and byte <= high
      if not whole then break end
      at, low, high = at + 1, 0x80, 0xbf
    end
    table.insert(parts, whole and bytes:sub(from, at - 1) or "\239\191\189")
  end
  return table.concat(parts)
end

local function code_of(char)
  local lead = char:byte(1)
  if lead < 0x80 then return lead end
  local code = lead % (#char == 2 and 0x20 or #char == 3 and 0x10 or 0x08)
  for at = 2, #char do code = code * 64 + char:byte(at) % 64 end
  return code
end

-- Text as a report shows it: invisible characters as their number, cut to the longest text. A character beyond FFFF counts
-- twice, and may be cut within.
local function printable(text)
  local parts, units, marks = {}, 0, 0
  for char in text:gmatch("[%z\1-\127\194-\244][\128-\191]*") do
    local code, before = code_of(char), units
    units = units + (#char == 4 and 2 or 1)
    local mark = listed(SHOWN.marks, code)
    if units <= SHOWN.length then
      local hidden = listed(SHOWN.unseen, code) or (mark and marks >= SHOWN.mostMarks)
      table.insert(parts, hidden and escaped(code) or char)
    elseif before < SHOWN.length then
      table.insert(parts, escaped(0xd800 + math.floor((code - 0x10000) / 0x400)))
    end
    marks = mark and marks + 1 or 0
  end
  local left = units - SHOWN.length
  if left > 0 then table.insert(parts, string.format("… (%d %s left out)", left, left == 1 and "character" or "characters")) end
  return table.concat(parts)
end

local function utf8_of_latin1(bytes)
  return (bytes:gsub("[\128-\255]", function(byte)
    return string.char(0xc0 + math.floor(byte:byte() / 64), 0x80 + byte:byte() % 64)
  end))
end
