/** The part of a dissector that reads one frame by its grammar, from the bytes that are there. Lua (lua-runtime.ts). */
export const LUA_READER = String.raw`
-- Reading: a frame from position 1 of a string. MORE and BAD are thrown.

local MORE, BAD = {}, {}

local function has(list, value)
  if list == nil then return true end
  for _, one in ipairs(list) do if one == value then return true end end
  return false
end

local function need(state, count)
  if state.at + count - 1 > #state.bytes then
    state.least = math.max(state.least, state.at + count - 1)
    error(MORE)
  end
end

-- Bytes of pieces of one length each, up to the first that is none.
local function fixed(pieces)
  local size = 0
  for _, piece in ipairs(pieces) do
    if piece.kind == "number" then
      size = size + piece.length
    elseif piece.kind == "checksum" then
      size = size + (piece.by == "xor" and 1 or 2)
    else
      return size
    end
  end
  return size
end

-- No use to read again before so many bytes are there.
local function plan(state, count)
  state.least = math.max(state.least, state.at + count - 1)
end

local function meaning_of(piece, value)
  if type(value) ~= "number" then return piece.meaning end
  for _, pair in ipairs(piece.names or {}) do if pair[1] == value then return pair[2] end end
  return piece.otherwise
end

local function found(state, piece, length, value)
  local item = { name = piece.name, at = state.at, length = length, value = value, titled = piece.titled }
  item.meaning = meaning_of(piece, value)
  table.insert(state.items, item)
  state.values[piece.name] = value
  state.at = state.at + length
  return item
end

local function number_at(bytes, at, length)
  local value = bytes:byte(at)
  if length == 2 then value = value * 256 + bytes:byte(at + 1) end
  return value
end

local function up_to(state, ends)
  local stop = state.at
  while stop <= #state.bytes and not has(ends, state.bytes:byte(stop)) do stop = stop + 1 end
  if stop > #state.bytes then
    plan(state, stop - state.at + 1)
    error(MORE)
  end
  return stop - state.at
end

local function sum_of(bytes, last, by)
  local sum = 0
  for i = 1, last do
    if by == "xor" then sum = bit.bxor(sum, bytes:byte(i)) else sum = sum + bytes:byte(i) end
  end
  if by == "xor" then return sum end
  return (0x10000 - sum % 0x10000) % 0x10000
end

local read

local readers = {}

-- The first reason counts.
local function refuse(state, reason)
  state.refused = state.refused or reason
end

function readers.number(state, piece)
  need(state, piece.length)
  local value = number_at(state.bytes, state.at, piece.length)
  found(state, piece, piece.length, value)
  if has(piece.only, value) then return end
  if piece.refused == nil then error(BAD) end
  refuse(state, piece.refused:gsub("%%X", string.format("%02X", value)))
end

function readers.rest(state, piece)
  local length = #state.bytes - state.at + 1
  if length == 0 then return end
  found(state, piece, length, state.bytes:sub(state.at))
  if piece.refused ~= nil then refuse(state, piece.refused:gsub("%%d", #state.bytes)) end
end

function readers.decimal(state, piece)
  local length = up_to(state, piece.ends)
  local text = state.bytes:sub(state.at, state.at + length - 1)
  if not text:match("^%-?%d+$") then error(BAD) end
  found(state, piece, length, tonumber(text))
end

function readers.text(state, piece)
  local length = up_to(state, piece.ends)
  if length > 0 then found(state, piece, length, state.bytes:sub(state.at, state.at + length - 1)) end
end

function readers.bytes(state, piece)
  local length = (state.values[piece.count] or 0) - piece.less
  if length <= 0 then return end
  plan(state, length)
  need(state, length)
  found(state, piece, length, state.bytes:sub(state.at, state.at + length - 1))
end

readers["switch"] = function(state, piece)
  local value = state.values[piece.on]
  for _, case in ipairs(piece.cases) do
    if has(case[1], value) then return read(state, case[2]) end
  end
  if piece.other == nil then error(BAD) end
  read(state, piece.other)
end

local function group(state, piece, number)
  local outer, inner = state.items, {}
  local item = { name = piece.name .. " " .. number, at = state.at, items = inner }
  table.insert(outer, item)
  state.items = inner
  read(state, piece.of)
  state.items = outer
  item.length = state.at - item.at
end

function readers.times(state, piece)
  plan(state, state.values[piece.count] * fixed(piece.of))
  for number = 1, state.values[piece.count] do group(state, piece, number) end
end

readers["while"] = function(state, piece)
  local number = 1
  while true do
    need(state, 1)
    if state.bytes:byte(state.at) ~= piece.first then return end
    group(state, piece, number)
    number = number + 1
  end
end

function readers.checksum(state, piece)
  local length = piece.by == "xor" and 1 or 2
  need(state, length)
  local expected = sum_of(state.bytes, state.at - 1, piece.by)
  local item = found(state, piece, length, number_at(state.bytes, state.at, length))
  item.expected = expected
end

function read(state, pieces)
  plan(state, fixed(pieces))
  for _, piece in ipairs(pieces) do readers[piece.kind](state, piece) end
end

-- "frame", its length, its items and why it is none; "more" and the items so far; "bad".
local function frame_of(grammar, bytes)
  local items = {}
  local state = { bytes = bytes, at = 1, items = items, values = {}, least = 0 }
  local fine, thrown = pcall(read, state, grammar.frame)
  if fine then return "frame", state.at - 1, items, state.refused end
  if thrown == MORE then return "more", state.least, items end
  if thrown == BAD then return "bad", 0, items end
  error(thrown)
end
`;
