-- Reading: the pieces of a frame by their grammar, from position 1 of a string. MORE, BAD and STAYS are thrown.

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

local function in_hex(byte)
  return string.format("%02X", byte)
end

local function listed_in_hex(bytes)
  return (bytes:gsub(".", function(byte) return string.format("%02X ", byte:byte()) end):gsub(" $", ""))
end

local function counted(bytes)
  return #bytes == 1 and "1 byte" or #bytes .. " bytes"
end

-- A letter behind % stands for something in a reason.
local function filled(reason, words)
  return (reason:gsub("%%(%a)", words))
end

-- No use to read again before so many bytes are there.
local function await(state, count)
  state.least = state.at + count - 1
  error(MORE)
end

local function next_byte(state)
  return state.bytes:byte(state.at) or await(state, 1)
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

local function up_to(state, ends)
  local stop = state.at
  while stop <= #state.bytes and not has(ends, state.bytes:byte(stop)) do stop = stop + 1 end
  if stop > #state.bytes and not state.explain then await(state, stop - state.at + 1) end
  return stop - state.at
end

local read, byte_name

local readers = {}

-- The first reason counts.
local function refuse(state, reason)
  state.refused = state.refused or reason
end

function readers.byte(state, piece)
  local byte = next_byte(state)
  if state.explain and piece.optional and not has(piece.only, byte) then return end
  local item = found(state, piece, 1, byte)
  if has(piece.only, byte) then return end
  if piece.refused ~= nil then return refuse(state, filled(piece.refused, { X = in_hex(byte) })) end
  item.meaning = piece.bad.means
  state.refused = filled(piece.bad.why, { N = byte_name(state.names, byte) })
  if not state.explain then error(BAD) end
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
  if is and next_one == nil and not state.silent then await(state, 2) end
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

function readers.next(state, piece)
  local byte = next_byte(state)
  for _, case in ipairs(piece.cases) do
    if has(case[1], byte) then return read(state, case[2]) end
  end
  read(state, piece.other)
end

function read(state, pieces)
  for _, piece in ipairs(pieces) do readers[piece.kind](state, piece) end
end

-- "frame", its length, its items and why it is none; "more", bytes at least and the items so far; "stays" though it fell
-- silent; "bad" and why it is no frame.
-- given.silent: no more comes now. given.explain: as far as it can be read. given.before: the byte before.
local function frame_of(grammar, bytes, given)
  local items = {}
  local state = { bytes = bytes, at = 1, items = items, values = {}, least = 0 }
  for key, value in pairs(given or {}) do state[key] = value end
  local fine, thrown = pcall(read, state, grammar.frame)
  if fine then return "frame", state.at - 1, items, state.refused end
  if thrown == MORE then return "more", state.least, items end
  if thrown == STAYS then return "stays", 0, items end
  if thrown == BAD then return "bad", state.at - 1, items, state.refused end
  error(thrown)
end

local function moved(items, by)
  for _, item in ipairs(items) do
    item.at = item.at + by
    if item.items ~= nil then moved(item.items, by) end
  end
end

-- The fields of any bytes: one frame behind the other, then what begins none.
local function explained(grammar, bytes)
  local all, from = {}, 0
  while from < #bytes do
    local what, length, items = frame_of(grammar, bytes:sub(from + 1), { explain = true })
    moved(items, from)
    for _, item in ipairs(items) do table.insert(all, item) end
    from = from + length
    if what ~= "frame" or length == 0 then break end
  end
  return all
end
