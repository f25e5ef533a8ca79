/**
 * The part of a dissector that is the same for every protocol: it puts the chunks of each link and direction together,
 * cuts them into frames by the grammar, and shows each frame where its last byte came.
 *
 * In Lua as of Wireshark 3 and 4. Before it stand `ID`, `TITLE` and `LINKS` (lua-dissector.ts).
 */
export const LUA_RUNTIME = String.raw`
local proto = Proto("wirejig_" .. ID, TITLE)
local event_of = Field.new("rtacser.eventtype")
local began_at = Field.new("rtacser.timestamp")
local interface_of = Field.new("frame.interface_name")

-- Fields, one for each name of the grammars.

local fields, shown = {}, {}

local function abbreviation(name)
  return "wirejig_" .. ID .. "." .. name:lower():gsub("[^a-z0-9]+", "_")
end

local function value_string(names)
  if names == nil then return nil end
  local strings = {}
  for _, pair in ipairs(names) do strings[pair[1]] = pair[2] end
  return strings
end

local function merged(known, names)
  for value, name in pairs(value_string(names) or {}) do known[value] = known[value] or name end
end

local kinds = {}

local function collect(pieces)
  for _, piece in ipairs(pieces) do
    local name = piece.name
    if piece.kind == "switch" then
      for _, case in ipairs(piece.cases) do collect(case[2]) end
      collect(piece.other or {})
    elseif piece.kind == "times" or piece.kind == "while" then
      collect(piece.of)
    else
      kinds[name] = kinds[name] or { piece = piece, names = {} }
      merged(kinds[name].names, piece.names)
    end
  end
end

local function new_field(name, piece, names)
  local short = abbreviation(name)
  local strings = next(names) and names or nil
  if piece.kind == "number" then
    local make = piece.length == 1 and ProtoField.uint8 or ProtoField.uint16
    return make(short, name, piece.base == "hex" and base.HEX or base.DEC, strings)
  elseif piece.kind == "decimal" then
    return ProtoField.int32(short, name, base.DEC, strings)
  elseif piece.kind == "checksum" then
    local make = piece.by == "xor" and ProtoField.uint8 or ProtoField.uint16
    return make(short, name, base.HEX)
  elseif piece.kind == "text" or piece.text then
    return ProtoField.string(short, name)
  end
  return ProtoField.bytes(short, name)
end

for _, link in ipairs(LINKS) do
  collect(link.tx.frame)
  collect(link.rx.frame)
end
for name, kind in pairs(kinds) do
  fields[name] = new_field(name, kind.piece, kind.names)
  table.insert(shown, fields[name])
end

local own = {
  raw = ProtoField.bytes("wirejig_" .. ID .. ".frame", "Frame"),
  status = ProtoField.uint8("wirejig_" .. ID .. ".checksum_status", "Checksum status", base.DEC,
    { [0] = "wrong", [1] = "right" }),
  should = ProtoField.uint16("wirejig_" .. ID .. ".checksum_expected", "Checksum expected", base.HEX),
  part = ProtoField.bytes("wirejig_" .. ID .. ".part", "Part of a frame"),
  discarded = ProtoField.bytes("wirejig_" .. ID .. ".discarded", "Discarded"),
  truncated = ProtoField.bytes("wirejig_" .. ID .. ".truncated", "Truncated"),
}
for _, field in pairs(own) do table.insert(shown, field) end
proto.fields = shown

local wrong = ProtoExpert.new("wirejig_" .. ID .. ".wrong", "Wrong checksum", expert.group.CHECKSUM, expert.severity.ERROR)
local broken = ProtoExpert.new("wirejig_" .. ID .. ".broken", "Not a frame", expert.group.MALFORMED, expert.severity.WARN)
proto.experts = { wrong, broken }

for _, link in ipairs(LINKS) do
  proto.prefs["idle_" .. link.name] = Pref.uint("Idle gap of " .. link.name .. " (ms)", link.idle, "Silence that ends a frame half-way")
end

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

local function found(state, piece, length, value)
  local item = { name = piece.name, at = state.at, length = length, value = value, titled = piece.titled }
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

function readers.number(state, piece)
  need(state, piece.length)
  local value = number_at(state.bytes, state.at, piece.length)
  found(state, piece, piece.length, value)
  if not has(piece.only, value) then error(BAD) end
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

-- "frame", its length and its items; "more" and the items so far; "bad".
local function frame_of(grammar, bytes)
  local items = {}
  local state = { bytes = bytes, at = 1, items = items, values = {}, least = 0 }
  local fine, thrown = pcall(read, state, grammar.frame)
  if fine then return "frame", state.at - 1, items end
  if thrown == MORE then return "more", state.least, items end
  if thrown == BAD then return "bad", 0, items end
  error(thrown)
end

-- Streams: what is pending of each link and direction. Only the first visit of a packet changes them.

local streams, results

function proto.init()
  streams, results = {}, {}
end

-- The fields of a longer part are shown with its frame.
local SHOWN_PART = 16

local function next_start(grammar, bytes)
  for at = 2, #bytes + 1 do
    if has(grammar.resync.after, bytes:byte(at - 1)) then return at end
    if at <= #bytes and has(grammar.resync.before, bytes:byte(at)) then return at end
  end
  return nil
end

local function emit(result, stream, kind, length, items)
  table.insert(result, {
    kind = kind,
    bytes = stream.bytes:sub(1, length),
    offset = stream.offset,
    first = stream.first,
    items = items,
  })
  stream.bytes = stream.bytes:sub(length + 1)
  stream.offset = stream.offset + length
  stream.first = nil
  stream.least = 0
  stream.looked = 0
end

-- Where every frame ends in one of a few bytes, nothing is read before one of them came.
local function closed(stream, grammar)
  if grammar.closes == nil then return true end
  for at = stream.looked + 1, #stream.bytes do
    if has(grammar.closes, stream.bytes:byte(at)) then return true end
  end
  stream.looked = #stream.bytes
  return false
end

local function cut(result, stream, grammar, number)
  while #stream.bytes > 0 do
    if stream.offset >= 0 then stream.first = number end
    if stream.discarding then
      emit(result, stream, "discarded", #stream.bytes)
      return
    end
    if #stream.bytes < stream.least or not closed(stream, grammar) then break end
    local what, length, items = frame_of(grammar, stream.bytes)
    stream.looked = #stream.bytes
    if what == "frame" then
      emit(result, stream, "frame", length, items)
    elseif what == "more" then
      stream.least = length
      break
    elseif grammar.resync == "idle" then
      stream.discarding = true
    else
      local start = next_start(grammar, stream.bytes)
      if start == nil then break end
      emit(result, stream, "discarded", start - 1)
    end
  end
  if #stream.bytes > 0 then
    local items
    if #stream.bytes <= SHOWN_PART then items = select(3, frame_of(grammar, stream.bytes)) end
    local part = { kind = "part", bytes = stream.bytes, offset = stream.offset, first = stream.first, items = items }
    table.insert(result, part)
    stream.part = part
  end
end

local function visit(tvb, pinfo, link, grammar, key)
  local stream = streams[key]
  if stream == nil then
    stream = { bytes = "", offset = 0, least = 0, looked = 0, last = nil, discarding = false }
    streams[key] = stream
  end
  local result = {}
  -- The header says when the bytes can have begun, and counts as the packet's time does.
  local begins = began_at().value:tonumber()
  local idle = proto.prefs["idle_" .. link.name] / 1000
  if stream.last ~= nil and begins - stream.last >= idle then
    if #stream.bytes > 0 then
      if stream.part ~= nil then stream.part.kind = "truncated" end
      table.insert(result, { kind = "before", bytes = stream.bytes, offset = 0, first = stream.first })
    end
    stream.bytes, stream.least, stream.looked, stream.discarding = "", 0, 0, false
  end
  stream.offset = -#stream.bytes
  stream.part = nil
  stream.bytes = stream.bytes .. tvb:raw(0, tvb:len())
  cut(result, stream, grammar, pinfo.number)
  stream.last = pinfo.abs_ts
  -- Bytes that were not captured: what is pending has lost its rest.
  if pinfo.caplen < pinfo.len then
    stream.bytes, stream.least, stream.looked, stream.discarding = "", 0, 0, false
  end
  return result
end

-- Showing.

local function readable(text)
  return (text:gsub("[^\x20-\x7e]", function(byte) return string.format("\\x%02X", byte:byte()) end))
end

local function meaning(name, value)
  local kind = kinds[name]
  return kind ~= nil and type(value) == "number" and kind.names[value] or nil
end

local function add_items(tree, buffer, base_at, items)
  for _, item in ipairs(items) do
    local length = item.length or (buffer:len() - (base_at + item.at - 1))
    if base_at + item.at - 1 + length > buffer:len() then length = buffer:len() - (base_at + item.at - 1) end
    if length < 0 then length = 0 end
    local range = buffer(base_at + item.at - 1, length)
    if item.items ~= nil then
      add_items(tree:add(proto, range, item.name), buffer, base_at, item.items)
    elseif item.expected ~= nil then
      local leaf = tree:add(fields[item.name], range)
      local right = item.expected == item.value
      leaf:append_text(right and " right" or string.format(" wrong, should be %X", item.expected))
      leaf:add(own.status, range, right and 1 or 0):set_generated()
      if not right then
        leaf:add(own.should, range, item.expected):set_generated()
        leaf:add_proto_expert_info(wrong)
      end
    elseif kinds[item.name].piece.kind == "decimal" then
      tree:add(fields[item.name], range, item.value)
    else
      tree:add(fields[item.name], range)
    end
  end
end

local function title_of(items, words)
  for _, item in ipairs(items) do
    if item.titled then
      local name = meaning(item.name, item.value)
      table.insert(words, name or (type(item.value) == "string" and readable(item.value)) or tostring(item.value))
    end
    if item.expected ~= nil and item.expected ~= item.value then table.insert(words, "[wrong checksum]") end
  end
  return table.concat(words, " ")
end

local NAMES = {
  part = "goes on in a later packet",
  truncated = "falls silent half-way",
  discarded = "begins no frame",
  before = "fell silent half-way before this packet",
}

local function show(entry, grammar, tvb, tree)
  local buffer, at, where = tvb, entry.offset, ""
  if entry.offset < 0 or entry.kind == "before" then
    buffer, at = ByteArray.new(entry.bytes, true):tvb("Frame of several packets"), 0
    where = string.format(", begun in packet %d", entry.first or 0)
  end
  local range = buffer(at, #entry.bytes)
  local text = NAMES[entry.kind]
  local loose = entry.kind == "discarded" and grammar.loose
  if loose then text = loose end
  if entry.kind == "frame" then
    local title = title_of(entry.items, {})
    local branch = tree:add(proto, range, string.format("%s: %s (%d bytes%s)", TITLE, title, #entry.bytes, where))
    branch:add(own.raw, range):set_hidden()
    add_items(branch, buffer, at, entry.items)
    return title
  end
  local branch = tree:add(proto, range, string.format("%s: %d bytes, %s%s", TITLE, #entry.bytes, text, where))
  local field = own[entry.kind == "before" and "truncated" or entry.kind]
  branch:add(field, range)
  if entry.items ~= nil then add_items(branch, buffer, at, entry.items) end
  if entry.kind ~= "part" and not loose then branch:add_proto_expert_info(broken, text) end
  return loose and text or "[" .. text .. "]"
end

local function link_named(name)
  local suite, link = name:match("^([^/]*)/(.*)$")
  if suite ~= nil and suite ~= ID then return nil end
  for _, one in ipairs(LINKS) do if one.name == (link or name) then return one end end
  return LINKS[1]
end

function proto.dissector(tvb, pinfo, tree)
  local event = event_of().value
  local sent = event == 1 or event == 3
  if tvb:len() == 0 or not (sent or event == 2 or event == 4) then return 0 end
  local interface = interface_of()
  local name = interface ~= nil and tostring(interface.value) or ""
  local link = link_named(name)
  if link == nil then return 0 end
  local grammar = sent and link.tx or link.rx
  if results[pinfo.number] == nil then
    results[pinfo.number] = visit(tvb, pinfo, link, grammar, name .. (sent and ">" or "<"))
  end
  pinfo.cols.protocol = "wirejig " .. ID
  local titles = {}
  for _, entry in ipairs(results[pinfo.number]) do
    table.insert(titles, show(entry, grammar, tvb, tree))
  end
  pinfo.cols.info = (sent and "host: " or "board: ") .. table.concat(titles, " | ")
  return tvb:len()
end

DissectorTable.get("rtacser.data"):add_for_decode_as(proto)
`;
