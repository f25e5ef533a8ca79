-- Streams: what is pending of each link and direction. Only the first visit of a packet changes them.

local streams, results, carried

function proto.init()
  streams, results, carried = {}, {}, {}
  forget_due()
end

-- The fields of a longer part are shown with its frame.
local SHOWN_PART = 16

local function emit(result, stream, kind, length, items, refused)
  table.insert(result, {
    kind = kind,
    refused = refused,
    bytes = stream.bytes:sub(1, length),
    offset = stream.offset,
    first = stream.first,
    items = items,
  })
  if kind == "frame" and stream.due then learn(stream.due, stream.sent, items) end
  stream.before = stream.bytes:byte(length)
  stream.bytes = stream.bytes:sub(length + 1)
  stream.offset = stream.offset + length
  stream.first = nil
  stream.least = 0
  stream.looked = 0
end

local function too_long(grammar, length)
  return grammar.longest ~= nil and length > grammar.longest.bytes
end

-- As much as tells what begins there.
local function head_of(grammar, bytes)
  if grammar.longest == nil then return bytes end
  return bytes:sub(1, grammar.longest.bytes + 1)
end

-- Bytes of a frame that goes on, to its end or not.
local function long_part(result, stream, grammar, length, last)
  local longest = grammar.longest
  local why = not stream.over and longest.first or last and longest.last or longest.more
  emit(result, stream, "refused", length, explained(grammar, stream.bytes:sub(1, length)), why)
  stream.over = not last
end

-- Where every frame ends in one of a few bytes, nothing is read before one of them came. Where one came last, what comes next tells.
local function closed(stream, grammar)
  if grammar.closes == nil or too_long(grammar, #stream.bytes) then return true end
  for at = math.max(stream.looked, 1), #stream.bytes do
    if has(grammar.closes, stream.bytes:byte(at)) then return true end
  end
  stream.looked = #stream.bytes
  return false
end

-- The next frame, or what is none. false: it is still to come.
local function step(result, stream, grammar)
  if #stream.bytes < stream.least or not closed(stream, grammar) then return false end
  local what, length, items, refused = frame_of(grammar, head_of(grammar, stream.bytes), { before = stream.before })
  stream.looked = #stream.bytes
  if too_long(grammar, what == "frame" and length or #stream.bytes) then
    long_part(result, stream, grammar, grammar.longest.bytes, false)
  elseif what == "frame" and stream.over then
    long_part(result, stream, grammar, length, true)
  elseif what == "frame" then
    emit(result, stream, refused == nil and "frame" or "refused", length, items, refused)
  else
    stream.least = length
    return false
  end
  return true
end

local function line_kind(stream, lines)
  if stream.over then return "over" end
  local first = stream.bytes:byte(1)
  return first == lines.start and "packet" or first == lines.between and "between" or "garbage"
end

local LINE_REASONS = { over = "tooLong", packet = "interrupted", between = "interrupted", garbage = "garbage" }

local function refuse_line(result, stream, grammar, length, why)
  local bytes = stream.bytes:sub(1, length)
  emit(result, stream, "refused", length, explained_line(grammar, bytes), filled(grammar.lines[why], { d = length }))
  if not stream.over then stream.opened = stream.begins end
end

local function line(result, stream, grammar, length)
  local what, _, items, why = frame_of(grammar, stream.bytes:sub(1, length), { names = grammar.lines.names, line_end = grammar.lines["end"] })
  if what == "frame" then
    emit(result, stream, "frame", length, items)
  else
    emit(result, stream, "refused", length, explained_line(grammar, stream.bytes:sub(1, length)), why)
  end
  stream.opened = stream.begins
end

-- The next line, or what is none. false: it is still to come.
local function line_step(result, stream, grammar)
  local lines, kind = grammar.lines, line_kind(stream, grammar.lines)
  local stop = kind == "garbage" and lines.between or lines["end"]
  local at = math.max(kind == "over" and 1 or 2, stream.looked + 1)
  local byte = stream.bytes:byte(at)
  while byte ~= nil and at <= lines.longest + 1 and byte ~= lines.start and byte ~= stop do
    at = at + 1
    byte = stream.bytes:byte(at)
  end
  stream.looked = at - 1
  local ends = byte == lines["end"] and kind ~= "garbage"
  local length = ends and at or at - 1
  if length > lines.longest then
    stream.over = kind ~= "garbage"
    refuse_line(result, stream, grammar, lines.longest, kind == "garbage" and "garbage" or "tooLong")
  elseif byte == nil then
    return false
  elseif ends and kind ~= "over" then
    line(result, stream, grammar, length)
  else
    stream.over = false
    if length > 0 then refuse_line(result, stream, grammar, length, LINE_REASONS[kind]) end
  end
  return true
end

-- One byte that silence makes something of.
local function waking(stream, grammar)
  return grammar.wake and stream.why == nil and #stream.bytes == 1 and stream.bytes:byte() == grammar.wake.byte
end

local function emit_loose(result, stream, length)
  stream.total = nil
  if length == nil then return false end
  emit(result, stream, "loose", length)
  return true
end

-- What was shown and is due. nil: pending is something else. false: it is still to come.
local function due_step(result, stream, grammar)
  local due = due_of(stream)
  if due == nil then return nil end
  if #stream.bytes < #due.bytes then return false end
  -- Nothing ends it, and a frame may begin so too.
  if due.open and described.begins_frame(grammar, stream.bytes) then return nil end
  due.code.came = true
  return emit_loose(result, stream, #due.bytes)
end

local function described_step(result, stream, grammar)
  if waking(stream, grammar) then return false end
  local due = due_step(result, stream, grammar)
  if due ~= nil then return due end
  -- What may be loose bytes is no frame.
  if stream.raw and not described.begins_frame(grammar, stream.bytes) then
    return emit_loose(result, stream, loose_length(stream, grammar))
  end
  local event = described.next_event(stream, grammar)
  if event == nil then return false end
  if event.length > 0 then
    local items = described.items(grammar, stream.bytes:sub(1, event.length))
    emit(result, stream, event.why and "refused" or "frame", event.length, items, event.why)
  end
  return true
end

-- What is pending. Where silence ends a frame, it may be all of it.
local function show_described(part, stream, grammar)
  local open = grammar.framing.kind == "silence"
  if due_of(stream) then return end
  if open or #part.bytes <= SHOWN_PART then part.items = described.items(grammar, part.bytes) end
  if open then part.kind = "open" elseif part.items then part.items.title = nil end
  if described.begins_none(stream) then part.kind, part.items = "dropped", nil end
end

local function cut(result, stream, grammar, number)
  local take = grammar.framing and described_step or grammar.lines and line_step or step
  repeat
    if #stream.bytes > 0 and stream.offset >= 0 then stream.first = number end
  until #stream.bytes == 0 or not take(result, stream, grammar)
  if #stream.bytes > 0 then
    local items
    local plain = not grammar.lines and not grammar.framing
    if #stream.bytes <= SHOWN_PART and plain then items = select(3, frame_of(grammar, stream.bytes)) end
    local part = { kind = "part", bytes = stream.bytes, offset = stream.offset, first = stream.first, items = items }
    if stream.why ~= nil then part.kind, part.items = "dropped", nil end
    if grammar.framing then show_described(part, stream, grammar) end
    table.insert(result, part)
    stream.part = part
  end
end
