-- Fields: the protocol in Wireshark, a field for each name of the grammars, and the dissector's own.

local proto = Proto("wirejig_" .. ID, TITLE)
local event_of = Field.new("rtacser.eventtype")
local began_at = Field.new("rtacser.timestamp")
local interface_of = Field.new("frame.interface_name")
local url_of = Field.new("frame.interface_description")
local comment_of = Field.new("frame.comment")

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
    if piece.kind == "upTo" then
      collect(piece.one)
      collect(piece.more)
    elseif piece.kind == "stray" then
      collect(piece.of)
      collect(piece.other)
    elseif piece.kind == "line" then
      for _, part in ipairs({ piece.text, piece["end"] }) do
        kinds[part] = kinds[part] or { piece = { kind = "text" }, names = {} }
      end
    elseif piece.kind == "next" then
      for _, case in ipairs(piece.cases) do collect(case[2]) end
      collect(piece.other)
    elseif piece.kind == "records" then
      kinds[name] = { piece = { kind = "byte" }, names = {} }
      kinds.text = { piece = { kind = "text" }, names = {} }
      for _, field in ipairs(piece.fields) do
        kinds[field.name] = { piece = { kind = "decimal" }, names = value_string(field.names) }
      end
    else
      kinds[name] = kinds[name] or { piece = piece, names = {} }
      merged(kinds[name].names, piece.names)
    end
  end
end

local function new_field(name, piece, names)
  local short = abbreviation(name)
  local strings = next(names) and names or nil
  if piece.kind == "byte" then
    return ProtoField.uint8(short, name, base.HEX, strings)
  elseif piece.kind == "decimal" then
    return ProtoField.int32(short, name, base.DEC, strings)
  elseif piece.kind == "text" or piece.shown then
    return ProtoField.string(short, name)
  end
  return ProtoField.bytes(short, name)
end

-- Of described wires: what a field holds.
local described_kinds = {}

for _, link in ipairs(LINKS) do
  for _, field in ipairs(link.fields) do
    local of_text = field.kind == "string" or field.kind == "bytes" or field.kind == "double"
    local shown_base = field.base == "hex" and base.HEX or base.DEC
    local make, short = ProtoField[field.kind], abbreviation(field.name)
    fields[field.name] = of_text and make(short, field.name) or make(short, field.name, shown_base, value_string(field.names))
    described_kinds[field.name] = field.kind
    table.insert(shown, fields[field.name])
  end
  for _, grammar in ipairs({ link.tx, link.rx }) do
    collect(grammar.frame or {})
    if grammar.lines then kinds[grammar.lines.rest.name] = { piece = { kind = "rest" }, names = {} } end
  end
end
for name, kind in pairs(kinds) do
  fields[name] = new_field(name, kind.piece, kind.names)
  table.insert(shown, fields[name])
end

local own = {
  raw = ProtoField.bytes("wirejig_" .. ID .. ".frame", "Frame"),
  status = ProtoField.uint8("wirejig_" .. ID .. ".checksum_status", "Checksum status", base.DEC,
    { [0] = "wrong", [1] = "right" }),
  part = ProtoField.bytes("wirejig_" .. ID .. ".part", "Part of a frame"),
  refused = ProtoField.string("wirejig_" .. ID .. ".refused", "Not a frame"),
  unframed = ProtoField.bytes("wirejig_" .. ID .. ".unframed", "Begins no frame"),
  truncated = ProtoField.bytes("wirejig_" .. ID .. ".truncated", "Truncated"),
}
for _, link in ipairs(LINKS) do
  if link.rx.loose then own.loose = ProtoField.bytes("wirejig_" .. ID .. ".loose", link.rx.loose.name) end
end
for _, field in pairs(own) do table.insert(shown, field) end
proto.fields = shown

local wrong = ProtoExpert.new("wirejig_" .. ID .. ".wrong", "Wrong checksum", expert.group.CHECKSUM, expert.severity.ERROR)
local broken = ProtoExpert.new("wirejig_" .. ID .. ".broken", "Not a frame", expert.group.MALFORMED, expert.severity.WARN)
proto.experts = { wrong, broken }

for _, link in ipairs(LINKS) do
  local loose = link.rx.loose
  if loose then
    proto.prefs.loose = Pref.bool("What begins no frame is a " .. loose.name, false, "As where the trace says that one was just shown")
  end
  if link.idle then proto.prefs["idle_" .. link.name] = Pref.uint("Idle gap of " .. link.name .. " (ms)", link.idle, "Silence that ends a frame half-way") end
end
