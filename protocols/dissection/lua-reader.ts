/** The part of a dissector that reads the pieces of a frame by their grammar. Lua (lua-runtime.ts). */
export const LUA_READER = String.raw`
-- Reading: a frame from position 1 of a string. MORE, BAD and STAYS are thrown.

local MORE, BAD, STAYS = {}, {}, {}
local sets, meanings = {}, {}

local function has(list, value)
  if list == nil then return true end
  if sets[list] == nil then
    sets[list] = {}
    for _, one in ipairs(list) do sets[list][one] = true end
  end
  return sets[list][value] == true
end

local function in_hex(value, length)
  if length == 1 then return string.format("%02X", value) end
  return string.format("%02X %02X", math.floor(value / 256), value % 256)
end

local function listed_in_hex(bytes)
  return (bytes:gsub(".", function(byte) return string.format("%02X ", byte:byte()) end):gsub(" $", ""))
end

local function counted(bytes)
  return #bytes == 1 and "1 byte" or #bytes .. " bytes"
end

-- What stands for something in a reason: a letter behind %, or a field's name in braces, for its byte.
local function filled(reason, words, values)
  local named = reason:gsub("%%{([^}]*)}", function(name) return in_hex(values[name], 1) end)
  return (named:gsub("%%(%a)", words))
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
  if meanings[piece] == nil then
    meanings[piece] = {}
    for _, pair in ipairs(piece.names or {}) do meanings[piece][pair[1]] = pair[2] end
  end
  return meanings[piece][value] or piece.otherwise
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
  if stop > #state.bytes and not state.explain then
    plan(state, stop - state.at + 1)
    error(MORE)
  end
  return stop - state.at
end

-- Of one byte all XORed; of two what makes their sum 0.
local SUMS = { xor = { kind = "xor", bytes = 1, initial = 0 }, sum = { kind = "sum", bytes = 2, initial = 0, complement = "twos" } }

local read, byte_name

local readers = {}

-- The first reason counts.
local function refuse(state, reason)
  state.refused = state.refused or reason
end

-- Of what is longer, the part that came.
local function half(state, piece, length)
  if not state.explain or length == 1 or state.at ~= #state.bytes then return end
  found(state, { kind = piece.kind, name = piece.name, otherwise = piece.half }, 1, state.bytes:byte(state.at))
  error(MORE)
end

function readers.number(state, piece)
  half(state, piece, piece.length)
  need(state, piece.length)
  local value = number_at(state.bytes, state.at, piece.length)
  if state.explain and piece.optional and not has(piece.only, value) then return end
  local item = found(state, piece, piece.length, value)
  if has(piece.only, value) and value >= (piece.least or 0) then return end
  local words = { o = item.at - 1, X = in_hex(value, piece.length), d = value, g = state.group }
  words.H = listed_in_hex(state.bytes:sub(1, state.at - 1))
  if piece.refused ~= nil then return refuse(state, filled(piece.refused, words, state.values)) end
  if piece.bad ~= nil then
    item.meaning = piece.bad.means
    words.N = state.names and byte_name(state.names, value)
    state.refused = filled(piece.bad.why, words, state.values)
    if state.explain and state.names then return end
  end
  error(BAD)
end

function readers.total(state, piece)
  state.total = piece.bytes + (piece.each or 0) * (state.values[piece.count] or 0)
  plan(state, state.total - state.at + 1)
end

function readers.rest(state, piece)
  local length = piece.ends and up_to(state, piece.ends) or #state.bytes - state.at + 1
  if length == 0 then return end
  found(state, piece, length, state.bytes:sub(state.at, state.at + length - 1)).shown = piece.shown
  if piece.refused ~= nil then refuse(state, filled(piece.refused, { d = #state.bytes })) end
end

function readers.upTo(state, piece)
  local length = up_to(state, piece.ends)
  if length > 0 then read(state, length == 1 and piece.one or piece.more) end
end

function readers.stray(state, piece)
  local is = state.before == piece.after and state.bytes:byte(state.at) == piece.byte
  local next_one = state.bytes:byte(state.at + 1)
  if is and next_one == nil and not state.silent then
    plan(state, 2)
    error(MORE)
  end
  read(state, is and next_one ~= piece.unless and piece.of or piece.other)
end

-- Escape sequences of one kind each: colour and cursor, titles, and those of one final byte.
local ESCAPES = { "^\27%[[0-?]*[ -/]*[@-~]", "^\27%][^\7\27]*\7", "^\27%][^\7\27]*\27\\", "^\27[ -/]*[0-Z\\^-~]" }

local function without_escapes(text)
  local kept, at = {}, 1
  while at <= #text do
    local escape = text:find("\27", at, true)
    if escape == nil then break end
    local stop
    for _, pattern in ipairs(ESCAPES) do stop = stop or select(2, text:find(pattern, escape)) end
    table.insert(kept, text:sub(at, stop == nil and escape or escape - 1))
    at = (stop or escape) + 1
  end
  return table.concat(kept) .. text:sub(at)
end

-- Escape sequences of more bytes than this are taken for a line.
local LONGEST_COLOUR = 64

function readers.line(state, piece)
  local bytes, from = state.bytes, state.at
  local ends = bytes:find("[\r\n]", from) or #bytes + 1
  local stop = bytes:match("^\r*()", ends)
  local fed = bytes:sub(stop, stop) == "\n"
  if fed then stop = stop + 1 end
  if stop > #bytes and not fed and not state.explain then
    if not state.silent then error(MORE) end
    if #bytes <= LONGEST_COLOUR and without_escapes(bytes) == "" then error(STAYS) end
  end
  local text = bytes:sub(from, ends - 1)
  if text ~= "" then found(state, { name = piece.text, titled = true }, #text, text).text = true end
  if stop == ends then return end
  local named = bytes:sub(ends, stop - 1):gsub("\r", "CR "):gsub("\n", "LF"):gsub(" $", "")
  found(state, { name = piece["end"] }, stop - ends, named).text = true
end

function readers.bytes(state, piece)
  local length = (state.values[piece.count] or 0) - piece.less
  local there = #state.bytes - state.at + 1
  if length > there then
    if state.explain and there > 0 then found(state, piece, there, state.bytes:sub(state.at)).latin = piece.ascii ~= nil end
    plan(state, length)
    error(MORE)
  end
  if length > 0 then
    found(state, piece, length, state.bytes:sub(state.at, state.at + length - 1)).latin = piece.ascii ~= nil
  end
  if piece.short ~= nil and length <= piece.short.most then refuse(state, filled(piece.short.refused, { d = length })) end
  local other = piece.ascii and state.bytes:sub(1, state.at - 1):find("[\128-\255]", state.at - length)
  if other then refuse(state, filled(piece.ascii, { o = other - 1, X = in_hex(state.bytes:byte(other), 1) })) end
end

readers["switch"] = function(state, piece)
  local value = state.values[piece.on]
  for _, case in ipairs(piece.cases) do
    if has(case[1], value) then return read(state, case[2]) end
  end
  if piece.other ~= nil then return read(state, piece.other) end
  if piece.why ~= nil then
    local next_one = state.bytes:byte(state.at)
    state.refused = filled(piece.why, { N = next_one and in_hex(next_one, 1) }, state.values)
  end
  error(BAD)
end

function readers.next(state, piece)
  need(state, 1)
  local byte = state.bytes:byte(state.at)
  for _, case in ipairs(piece.cases) do
    if has(case[1], byte) then return read(state, case[2]) end
  end
  read(state, piece.other)
end

function readers.none(state, piece)
  state.nobody = filled(piece.refused, {}, state.values)
end

local function group(state, piece, number)
  local outer, inner = state.items, {}
  local item = { name = piece.name .. " " .. number, at = state.at, items = inner }
  table.insert(outer, item)
  state.items, state.group = inner, " of " .. item.name
  read(state, piece.of)
  state.items, state.group = outer, ""
  item.length = state.at - item.at
  return item
end

function readers.times(state, piece)
  plan(state, state.values[piece.count] * fixed(piece.of))
  local groups, seen = {}, {}
  for number = 1, state.values[piece.count] do table.insert(groups, group(state, piece, number)) end
  if piece.twice == nil then return end
  for _, one in ipairs(groups) do
    local values = {}
    for place = 1, piece.twice.first do values[place] = one.items[place].value end
    local key = table.concat(values, ",")
    if seen[key] then return refuse(state, filled(piece.twice.refused, { g = one.name, o = one.at - 1, d = key })) end
    seen[key] = true
  end
end

-- A wrong one says more than what stands before it.
function readers.checksum(state, piece)
  local length = piece.by == "xor" and 1 or 2
  half(state, piece, length)
  need(state, length)
  local _, expected = sums[piece.by](SUMS[piece.by], state.bytes:sub(1, state.at - 1))
  local item = found(state, piece, length, number_at(state.bytes, state.at, length))
  item.expected = expected
  if expected == item.value then return end
  local words = { o = item.at - 1, X = in_hex(item.value, length), E = in_hex(expected, length) }
  state.refused = filled(piece.refused, words)
end

function read(state, pieces)
  plan(state, fixed(pieces))
  for _, piece in ipairs(pieces) do readers[piece.kind](state, piece) end
end
`;
