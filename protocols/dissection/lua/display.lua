-- Showing: each frame in the packet with its last byte. And the registration.

-- Bytes before those that passed.
local HEADER = 12

local function shown_text(text)
  return printable(without_escapes(utf8_of(text)))
end

-- The text in a report.
local function text_of(item)
  local bytes = item.value
  if item.text then return shown_text(bytes) end
  if item.shown then return printable(utf8_of(bytes:sub(1, item.shown))) end
  if #bytes == 1 then return tostring(bytes:byte()) end
  local listed = listed_in_hex(bytes:sub(1, 16))
  return #bytes > 16 and string.format("%s and %d more", listed, #bytes - 16) or listed
end

local function retitle(leaf, item)
  local value
  if item.meaning == nil then return leaf:set_text(item.name .. ": " .. item.value) end
  if type(item.value) == "number" then
    value = string.format("0x%02x", item.value)
  else
    local hex = item.value:sub(1, 16):gsub(".", function(byte) return string.format("%02x", byte:byte()) end)
    value = hex .. (#item.value > 16 and "..." or "")
  end
  leaf:set_text(string.format("%s: %s (%s)", item.name, printable(item.meaning), value))
end

local function add_described(tree, range, item)
  local key = item.key or item.name:gsub("%[%d+%]", "")
  local kind, field, value = described_kinds[key], fields[key], item.value
  if kind == "string" and type(value) ~= "string" then value = item.shown end
  if field == nil or (value == nil and kind ~= "bytes") then kind, field = "bytes", fields.unreadable end
  if kind == "bytes" then value = nil end
  local leaf = value == nil and tree:add(field, range) or tree:add(field, range, value)
  local shown = item.base == "hex" and type(value) == "number" and value >= 0 and string.format("0x%x", value) or item.shown
  local label = item.meaning and printable(item.meaning) .. ((type(value) == "number" or item.is_sum) and " (" .. shown .. ")" or "") or printable(shown)
  leaf:set_text(item.name .. ": " .. label)
  if not item.is_sum then return end
  leaf:add(own.status, range, item.wrong_sum and 0 or 1):set_generated()
  if item.wrong_sum then leaf:add_proto_expert_info(wrong) end
end

local function add_items(tree, buffer, base_at, items)
  for _, item in ipairs(items) do
    local length = item.length or (buffer:len() - (base_at + item.at - 1))
    if base_at + item.at - 1 + length > buffer:len() then length = buffer:len() - (base_at + item.at - 1) end
    if length < 0 then length = 0 end
    local range = buffer(base_at + item.at - 1, length)
    if item.described then
      add_described(tree, range, item)
    elseif item.items ~= nil then
      add_items(tree:add(proto, range, item.name), buffer, base_at, item.items)
    elseif item.decimal and item.value == nil then
      local text = buffer:range(base_at + item.at - 1, length):raw()
      tree:add(fields.text, range, shown_text(text)):set_text(item.name .. ": " .. item.meaning)
    elseif item.decimal then
      local leaf = tree:add(fields[item.name], range, item.value)
      leaf:set_text(string.format("%s: %s (%d)", item.name, item.meaning, item.value))
    elseif type(item.value) == "string" and item.meaning == nil then
      local text = text_of(item)
      local kind = kinds[item.name].piece
      local leaf = (kind.kind == "text" or kind.shown) and tree:add(fields[item.name], range, text) or tree:add(fields[item.name], range)
      leaf:set_text(item.name .. ": " .. (item.name == "end" and item.value or text))
    else
      local leaf = tree:add(fields[item.name], range)
      local usual
      if type(item.value) == "number" then usual = next(kinds[item.name].names) and (kinds[item.name].names[item.value] or "Unknown") end
      -- The same byte means something else on another link, or elsewhere in a frame.
      if item.meaning ~= (usual or nil) or #(usual or "") > SHOWN.length then retitle(leaf, item) end
    end
  end
end

local function titles_of(item)
  if type(item.titled) ~= "table" then return nil end
  for _, pair in ipairs(item.titled) do if pair[1] == item.value then return pair[2] end end
end

-- Where no form tells which byte is the checksum, none is called wrong.
local function title_of(items, words, refused)
  for _, item in ipairs(items) do
    if item.titled then
      table.insert(words, titles_of(item) or item.meaning or (type(item.value) == "string" and text_of(item)) or tostring(item.value))
    end
    local wrong_sum = item.wrong_sum and (refused == nil or refused:find("^checksum") ~= nil)
    if wrong_sum then table.insert(words, "[wrong checksum]") end
  end
  return table.concat(words, " ")
end

local NAMES = {
  part = "goes on in a later packet",
  open = "up to silence",
  truncated = "falls silent half-way",
  ended = "ended by silence",
  dropped = "begins no frame",
  before = "fell silent half-way before this packet",
}

local FIELDS = { before = "truncated", ended = "part", open = "part", dropped = "unframed" }

local function show(entry, grammar, tvb, tree)
  local buffer, at, where = tvb, entry.offset, ""
  if entry.offset < 0 or entry.kind == "before" then
    buffer, at = ByteArray.new(entry.bytes, true):tvb("Frame of several packets"), 0
    where = string.format(", begun in packet %d", entry.first or 0)
  end
  local range = buffer(at, #entry.bytes)
  local text = NAMES[entry.kind]
  local loose = entry.kind == "loose" and grammar.loose
  if loose then text = loose.name end
  if entry.kind == "frame" or entry.kind == "refused" then
    local title = title_of(entry.items, { entry.items.title }, entry.refused)
    if title == "" and entry.items[1] ~= nil then title = entry.items[1].name end
    local branch = tree:add(proto, range, string.format("%s: %s (%d bytes%s)", TITLE, title, #entry.bytes, where))
    branch:add(own.raw, range):set_hidden()
    add_items(branch, buffer, at, entry.items)
    if entry.refused == nil then return title end
    branch:add(own.refused, range, entry.refused):add_proto_expert_info(broken, "not a frame: " .. entry.refused)
    return title:find("[wrong checksum]", 1, true) and title or title .. " [not a frame]"
  end
  local branch = tree:add(proto, range, string.format("%s: %d bytes, %s%s", TITLE, #entry.bytes, text, where))
  local field = own[FIELDS[entry.kind] or entry.kind]
  branch:add(field, range)
  if entry.items ~= nil then add_items(branch, buffer, at, entry.items) end
  if FIELDS[entry.kind] ~= "part" and entry.kind ~= "part" and not loose then branch:add_proto_expert_info(broken, text) end
  local title = entry.items and entry.items.title
  return loose and text or (title and title .. " " or "") .. "[" .. text .. "]"
end

local function link_named(name)
  local suite, link = name:match("^([^/]*)/(.*)$")
  if suite ~= nil and suite ~= ID then return nil end
  local url = url_of()
  local binding = carried[name] or (url ~= nil and tostring(url.value):match("^(%a+):"))
  for _, one in ipairs(LINKS) do if binding and one.binding == binding then return one end end
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
  if results[pinfo.number] == nil then
    local entries = visit(tvb, pinfo, link, sent, name .. (sent and ">" or "<"))
    results[pinfo.number] = { grammar = sent and link.tx or link.rx, entries = entries }
  end
  local grammar = results[pinfo.number].grammar
  pinfo.cols.protocol = "wirejig " .. ID
  pinfo.cols.src = sent and "host" or "board"
  pinfo.cols.dst = sent and "board" or "host"
  local titles = {}
  for _, entry in ipairs(results[pinfo.number].entries) do
    table.insert(titles, show(entry, grammar, tvb, tree))
  end
  pinfo.cols.info = (sent and "host: " or "board: ") .. table.concat(titles, " | ")
  return tvb:len()
end

DissectorTable.get("rtacser.data"):add_for_decode_as(proto)

-- No other dissector shows a datagram without bytes.
local function show_empty(tvb, pinfo, tree, name, sent)
  local link = link_named(name)
  local empty = link ~= nil and (sent and link.tx or link.rx).empty
  if not empty then return end
  local branch = tree:add(proto, tvb(tvb:len(), 0), string.format("%s: %s", TITLE, empty.means))
  branch:add(own.raw, tvb(tvb:len(), 0)):set_hidden()
  local title = empty.means
  if empty.refused ~= nil then
    branch:add(own.refused, tvb(tvb:len(), 0), empty.refused):add_proto_expert_info(broken, "not a frame: " .. empty.refused)
    title = title .. " [not a frame]"
  end
  pinfo.cols.protocol = "wirejig " .. ID
  pinfo.cols.src = sent and "host" or "board"
  pinfo.cols.dst = sent and "board" or "host"
  pinfo.cols.info = (sent and "host: " or "board: ") .. title
end

-- Two kinds of packets have no bytes: the opening of a link, which names its binding, and a code that is presented.
if LINKS[1].binding ~= "" or LINKS[1].rx.loose then
  local bare = Proto("wirejig_" .. ID .. "_bare", TITLE .. ", packets without bytes")
  function bare.dissector(tvb, pinfo, tree)
    local event, interface = event_of(), interface_of()
    if event == nil or interface == nil then return end
    local name = tostring(interface.value)
    if event.value == 3 or event.value == 4 then
      if tvb:len() == HEADER then show_empty(tvb, pinfo, tree, name, event.value == 3) end
      return
    end
    if event.value ~= 0 then return end
    for _, comment in ipairs({ comment_of() }) do
      local binding = tostring(comment.value):match("^open: (%a+)$") or tostring(comment.value):match("^close: (%a+)$")
      carried[name] = binding or carried[name]
      if not pinfo.visited then happened(tostring(comment.value), pinfo.abs_ts) end
    end
  end
  register_postdissector(bare)
end
