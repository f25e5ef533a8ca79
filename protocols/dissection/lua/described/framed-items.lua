-- Explaining: names for the bytes of a described frame, those of the framing included.

local function plain_item(name, at, bytes, meaning)
  local value = #bytes == 1 and bytes:byte() or listed_in_hex(bytes:sub(1, 16))
  if #bytes > 16 then value = string.format("%s and %d more", value, #bytes - 16) end
  return { described = true, name = name, at = at, length = #bytes, shown = tostring(value), meaning = meaning }
end

local function discarded_item(raw)
  local item = plain_item("discarded", 1, raw)
  if #raw == 1 then item.shown = in_hex(raw:byte()) end
  return item
end

-- Fields of the content where they stand in the body: with an escape inside, one is several of one name.
local function body_items(grammar, raw, from, to, items)
  local framing, body = grammar.framing, raw:sub(from, to)
  local content, offsets = unstuffed(framing, body)
  local next_one = 0
  local function overhead(stop)
    for offset = next_one, stop - 1 do
      local byte = body:sub(offset + 1, offset + 1)
      local meaning = string.format(framing.overhead.meaning, byte:byte())
      table.insert(items, plain_item(framing.overhead.name, from + offset, byte, meaning))
    end
  end
  local of_content = content_items(grammar, content)
  for _, field in ipairs(of_content) do
    local at, stop = field.at, field.at + field.length
    while at < stop do
      local offset, length = offsets[at], 1
      overhead(offset)
      while at + length < stop and offsets[at + length] == offset + length do length = length + 1 end
      local item = copied(field)
      item.at, item.length = from + offset, length
      table.insert(items, item)
      at, next_one = at + length, offset + length
    end
  end
  overhead(#body)
  return of_content.title
end

local function start_item(framing)
  return plain_item(#framing.start == 1 and "start byte" or "start bytes", 1, framing.start)
end

local function delimited_items(grammar, raw)
  local framing, items = grammar.framing, {}
  local from, to = body_of(framing, raw)
  if from <= #framing.start then return { discarded_item(raw) } end
  if from > 1 then
    local is_start = framing.start ~= "" and not framing.isFill
    table.insert(items, is_start and start_item(framing) or plain_item(framing.name, 1, raw:sub(1, from - 1)))
  end
  items.title = body_items(grammar, raw, from, to, items)
  if to < #raw then table.insert(items, plain_item(framing.name, to + 1, raw:sub(to + 1))) end
  return items
end

local function part_items(framing, raw)
  local items = {}
  if framing.kind ~= "delimited" or raw ~= framing.ending:sub(1, 1):rep(#raw) then return { discarded_item(raw) } end
  for at = 1, #raw do items[at] = plain_item(framing.name, at, raw:sub(at, at)) end
  return items
end

-- Start bytes, content and trailer.
local function sized_items(grammar, raw)
  local framing = grammar.framing
  local start, from = framing.start, #framing.start + 1
  if raw:sub(1, #start) ~= start then return { discarded_item(raw) } end
  local length = framing.trailer ~= "" and from <= #raw and measure_content(grammar, raw:sub(from)) or 0
  local to = length > 0 and math.min(#start + length, #raw) or #raw
  local items = content_items(grammar, raw:sub(from, to))
  moved(items, #start)
  if start ~= "" then table.insert(items, 1, start_item(framing)) end
  if to < #raw then table.insert(items, plain_item("trailer", to + 1, raw:sub(to + 1))) end
  return items
end

local function event_items(grammar, event, raw)
  local framing = grammar.framing
  if event.part then return part_items(framing, raw) end
  if framing.kind == "hunt" then
    local part = part_of_frame(grammar, raw)
    if part == nil then return { discarded_item(raw) } end
    return (part.framing.kind == "delimited" and delimited_items or sized_items)(part, raw)
  end
  if framing.kind == "delimited" then return delimited_items(grammar, raw) end
  return sized_items(grammar, raw)
end

-- The fields of any bytes, as if they came at once, and silence after them.
local function framed_items(grammar, raw)
  local stream, items, from = { bytes = raw }, {}, 0
  local function take(event)
    local length = event.length or #stream.bytes
    local own = event_items(grammar, event, stream.bytes:sub(1, length))
    moved(own, from)
    for _, item in ipairs(own) do table.insert(items, item) end
    items.title = items.title or own.title
    stream.bytes, from = stream.bytes:sub(length + 1), from + length
  end
  while #stream.bytes > 0 do
    local event = steps[grammar.framing.kind](stream, grammar)
    if event == nil then
      take(endings[grammar.framing.kind](stream, grammar))
    elseif event.length > 0 then
      take(event)
    end
  end
  return items
end

-- For streams.

function described.next_event(stream, grammar)
  return steps[grammar.framing.kind](stream, grammar)
end

function described.ending(stream, grammar)
  return endings[grammar.framing.kind](stream, grammar)
end

-- What is pending goes as a whole when the line falls silent: no frame begins so.
function described.begins_none(stream)
  return stream.total == NO_START
end

-- Whether a frame of a form may begin so: one that is none does not.
function described.begins_frame(grammar, bytes)
  local total, wire = measured(grammar, bytes), wire_of(grammar, bytes)
  if total == NO_START then return false end
  if total > 0 and total <= #bytes then return content_fault(grammar, bytes:sub(1, total)) == nil end
  if #bytes < wire.headBytes then return true end
  return form_of_content(wire, bytes, wire.tag and number_in(wire.tag.spec, bytes, wire.tag.offset)) ~= "none"
end

function described.items(grammar, raw)
  local wake = grammar.wake
  if not wake or raw ~= string.char(wake.byte) then return framed_items(grammar, raw) end
  local item = plain_item(wake.name, 1, raw, wake.means)
  item.value = wake.byte
  return { item, title = wake.name }
end
