/** The part of a dissector that shows each frame where its last byte came, and is registered. Lua (lua-runtime.ts). */
export const LUA_DISPLAY = String.raw`
-- Showing.

-- Bytes before those that passed.
local HEADER = 12

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

-- What is no UTF-8 becomes U+FFFD, as browsers have it.
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

-- Text as a report shows it: what cannot be seen by its number, and no more of it than fits. A character beyond FFFF counts
-- twice, and may be cut in two.
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

local function shown_text(text)
  return printable(without_escapes(utf8_of(text)))
end

-- What a report says of it.
local function text_of(item)
  local bytes = item.value
  if item.text then return shown_text(bytes) end
  if item.shown then return printable(utf8_of(bytes:sub(1, item.shown))) end
  if item.latin then
    return printable((bytes:gsub("[\128-\255]", function(byte)
      return string.char(0xc0 + math.floor(byte:byte() / 64), 0x80 + byte:byte() % 64)
    end)))
  end
  if #bytes <= 2 then return tostring(number_at(bytes, 1, #bytes)) end
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

local function add_items(tree, buffer, base_at, items)
  for _, item in ipairs(items) do
    local length = item.length or (buffer:len() - (base_at + item.at - 1))
    if base_at + item.at - 1 + length > buffer:len() then length = buffer:len() - (base_at + item.at - 1) end
    if length < 0 then length = 0 end
    local range = buffer(base_at + item.at - 1, length)
    if item.items ~= nil then
      add_items(tree:add(proto, range, item.name), buffer, base_at, item.items)
    elseif item.decimal and item.value == nil then
      local text = buffer:range(base_at + item.at - 1, length):raw()
      tree:add(fields.text, range, shown_text(text)):set_text(item.name .. ": " .. item.meaning)
    elseif item.decimal then
      local leaf = tree:add(fields[item.name], range, item.value)
      leaf:set_text(string.format("%s: %s (%d)", item.name, item.meaning, item.value))
    elseif item.expected ~= nil then
      local leaf = tree:add(fields[item.name], range)
      local right = item.expected == item.value
      leaf:append_text(right and " right" or " wrong, should be " .. in_hex(item.expected, length))
      leaf:add(own.status, range, right and 1 or 0):set_generated()
      if not right then
        leaf:add(own.should, range, item.expected):set_generated()
        leaf:add_proto_expert_info(wrong)
      end
    elseif type(item.value) == "string" and item.meaning == nil then
      local text = text_of(item)
      local kind = kinds[item.name].piece
      local leaf = (kind.kind == "text" or kind.ascii or kind.shown) and tree:add(fields[item.name], range, text) or tree:add(fields[item.name], range)
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

local function title_of(items, words)
  for _, item in ipairs(items) do
    if item.titled then
      table.insert(words, titles_of(item) or item.meaning or (type(item.value) == "string" and text_of(item)) or tostring(item.value))
    end
    if item.expected ~= nil and item.expected ~= item.value then table.insert(words, "[wrong checksum]") end
  end
  return table.concat(words, " ")
end

local NAMES = {
  part = "goes on in a later packet",
  truncated = "falls silent half-way",
  ended = "ended by silence",
  dropped = "begins no frame",
  before = "fell silent half-way before this packet",
}

local FIELDS = { before = "truncated", ended = "part", dropped = "unframed" }

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
    local title = title_of(entry.items, {})
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
  if entry.kind ~= "part" and entry.kind ~= "ended" and not loose then branch:add_proto_expert_info(broken, text) end
  return loose and text or "[" .. text .. "]"
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
  local titles = {}
  for _, entry in ipairs(results[pinfo.number].entries) do
    table.insert(titles, show(entry, grammar, tvb, tree))
  end
  pinfo.cols.info = (sent and "host: " or "board: ") .. table.concat(titles, " | ")
  return tvb:len()
end

DissectorTable.get("rtacser.data"):add_for_decode_as(proto)

-- A datagram without bytes is shown by nobody else.
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
  pinfo.cols.info = (sent and "host: " or "board: ") .. title
end

-- What a link is carried by is said by the packet of its opening, which has no bytes, as what is shown to the board.
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
`;
