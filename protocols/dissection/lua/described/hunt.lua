-- Hunting: frames are looked for by their start, also of several framings on one line.

-- The part of which a frame is, or what is left of one.
local part_of_frame

-- Lua has 200 local names at most: these end here.
do

-- The part whose start bytes are all there.
local function part_begun(grammar, bytes)
  if grammar.framing.running then return (bytes:byte() or 0) >= 0x80 and grammar.parts[1] or nil end
  for _, part in ipairs(grammar.parts) do
    if part.framing.start ~= "" and match_start(part.framing.start, bytes) == 1 then return part end
  end
end

-- The length of the frame that begins so, and its part. inside: no line begins there.
local function hunted(grammar, bytes, inside)
  for _, part in ipairs(grammar.parts) do
    local total = inside and part.framing.isLine and NO_START or measure_part(part, bytes)
    if total ~= NO_START then return total, part end
  end
  return NO_START
end

function part_of_frame(grammar, raw)
  if grammar.framing.running then return part_begun(grammar, raw) end
  for _, part in ipairs(grammar.parts) do
    if measure_part(part, raw) == #raw then return part end
  end
  return select(2, hunted(grammar, raw)) or part_begun(grammar, raw)
end

local function hunt_fault(stream, grammar, bytes)
  if stream.why then return stream.why end
  local part = part_begun(grammar, bytes)
  if part then return part_start_fault(part, bytes) end
  for _, one in ipairs(grammar.parts) do
    if one.framing.start ~= "" and match_start(one.framing.start, bytes) == 0 then return silent_fault(bytes, MORE_DUE) end
  end
  local framing = grammar.framing
  if framing.rescans and not framing.running and #bytes >= framing.capacity then return framing.tooLong end
  if framing.starts == "" then return counted(bytes) .. " that begin no frame" end
  return counted(bytes) .. " that no start byte " .. framing.starts .. " comes before"
end

-- With the status of the frame before, where it is left out; nil: it is not known.
local function completed(stream, grammar, bytes)
  local implied = grammar.framing.running and (bytes:byte() or 0xff) < 0x80
  if not implied then return bytes, 0 end
  return stream.status and stream.status .. bytes, 1
end

local function remember_status(stream, raw)
  local status = raw:byte()
  if status >= 0x80 and status <= 0xf7 then stream.status = status <= 0xef and raw:sub(1, 1) or nil end
end

local function refused_event(stream, count)
  local why = stream.refused.why
  stream.refused, stream.searched = nil, 0
  return { length = count, why = why }
end

-- What is before the searched place.
local function head_event(stream, grammar, bytes)
  local count, refused = stream.searched, stream.refused
  if refused then stream.why = nil return refused_event(stream, count) end
  local why = hunt_fault(stream, grammar, bytes:sub(1, count))
  stream.why, stream.searched = nil, 0
  return { length = count, why = why }
end

local function ends_line(grammar, bytes, count)
  for _, part in ipairs(grammar.parts) do
    local ending = part.framing.ending
    if part.framing.isLine and count >= #ending and bytes:sub(count + 1 - #ending, count) == ending then return true end
  end
  return false
end

local function refuse_frame(stream, grammar, bytes, total, why)
  stream.refused = { total = total, why = why, started = part_begun(grammar, bytes) ~= nil }
  stream.why, stream.searched = nil, 1
end

-- What begins at the searched place is unfinished, and no more comes. An event: what is before it.
local function give_up(stream, grammar, bytes, total)
  local framing, searched = grammar.framing, stream.searched
  local left = bytes:sub(searched + 1)
  local is_line = framing.hasStartless and searched == 0 and not stream.why
  if stream.refused or not (is_line or part_begun(grammar, left)) then
    stream.searched = searched + 1
  elseif searched > 0 then
    return head_event(stream, grammar, bytes)
  else
    refuse_frame(stream, grammar, bytes, #left, silent_fault(left, total))
    if not framing.rescans then stream.searched = #left end
  end
end

-- What is complete at the searched place: an event, or it is refused and searched.
local function take_frame(stream, grammar, bytes, total, part)
  local searched = stream.searched
  local raw = bytes:sub(searched + 1, searched + total)
  local why = (part.framing.kind == "delimited" and delimited_fault or sized_fault)(part, (completed(stream, grammar, raw)))
  local is_refused = why and grammar.framing.rescans
  if is_refused and stream.refused then
    stream.searched = searched + 1
  elseif searched > 0 then
    return head_event(stream, grammar, bytes)
  elseif is_refused then
    refuse_frame(stream, grammar, bytes, total, why)
  else
    stream.why = nil
    if grammar.framing.running then remember_status(stream, raw) end
    return { length = total, why = why }
  end
end

-- One look at the searched place. An event; nil: look on; false: more bytes are needed.
local function look(stream, grammar, bytes, over)
  local searched, refused = stream.searched, stream.refused
  if searched > 0 and not refused and ends_line(grammar, bytes, searched) then return head_event(stream, grammar, bytes) end
  local left = bytes:sub(searched + 1)
  local inside = searched > 0 and not (refused and refused.started) or searched == 0 and stream.why ~= nil
  local whole, implied = completed(stream, grammar, left)
  local total, part = NO_START, nil
  if whole then total, part = hunted(grammar, whole, inside) end
  if total > 0 then total = total - implied end
  local is_open = total == MORE_DUE or total > #left
  if is_open and over then return give_up(stream, grammar, bytes, total) end
  if total > 0 and not is_open then return take_frame(stream, grammar, bytes, total, part) end
  if searched > 0 and not refused and part_begun(grammar, left) then return head_event(stream, grammar, bytes) end
  if is_open then return false end
  stream.searched = searched + 1
end

local function hunt(stream, grammar, over)
  local bytes = stream.bytes:sub(1, grammar.framing.capacity)
  stream.searched = stream.searched or 0
  while stream.searched < #bytes do
    local event = look(stream, grammar, bytes, over)
    if event ~= nil then return event or nil end
    if stream.refused and stream.searched == stream.refused.total then return refused_event(stream, stream.searched) end
  end
end

function steps.hunt(stream, grammar)
  local event, framing = hunt(stream, grammar, false), grammar.framing
  if event or #stream.bytes <= framing.capacity then return event end
  if stream.refused then return refused_event(stream, stream.searched) end
  stream.why = hunt_fault(stream, grammar, stream.bytes:sub(1, framing.capacity))
  local count = math.min(stream.searched, framing.capacity - framing.startLength)
  stream.searched = stream.searched - count
  return { length = count, why = counted(stream.bytes:sub(1, count)) .. " of a longer stretch that is no frame", part = true }
end

-- One of several, where a frame is in what is left of another.
function endings.hunt(stream, grammar)
  local event = hunt(stream, grammar, true)
  if event then return event end
  local why = hunt_fault(stream, grammar, stream.bytes)
  stream.why, stream.searched = nil, 0
  return { why = why }
end

end
