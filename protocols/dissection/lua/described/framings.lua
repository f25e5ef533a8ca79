-- Framings. A step tells the next frame, or what is none: its length, why it is none, and whether it is a part of something longer.
-- nil: it is still to come. An ending tells the same of what is pending when the line falls silent.

local function event_of_content(grammar, length, content)
  return { length = length, why = content_fault(grammar, content) }
end

local function part_of(framing, length)
  return { length = length, why = framing.discarded, part = true }
end

-- The length of the frame that begins so.
local function measured(grammar, bytes)
  local framing = grammar.framing
  local total = framing.fixed or (bytes == "" and MORE_DUE or measure_sized(grammar, bytes))
  local least = total == MORE_DUE and #bytes or total
  if least > framing.longest or (total == MORE_DUE and least == framing.longest) then return NO_START end
  return total
end

-- Why bytes begin no frame; nil: it is their length alone.
local function start_fault(grammar, bytes)
  if grammar.framing.fixed or bytes == "" or measure_sized(grammar, bytes) ~= NO_START then return nil end
  return content_start_fault(grammar, bytes)
end

local function silent_fault(bytes, total)
  if total == MORE_DUE then return "the line fell silent after " .. counted(bytes) .. " of an unfinished frame" end
  return string.format("the line fell silent after %d of %s", #bytes, total == 1 and "1 byte" or total .. " bytes")
end

local steps, endings = {}, {}

function steps.length(stream, grammar)
  local framing = grammar.framing
  if stream.total ~= NO_START then
    stream.total = measured(grammar, stream.bytes:sub(1, framing.longest))
  end
  local total = stream.total
  if total > 0 and #stream.bytes >= total then
    stream.total = nil
    return { length = total, why = sized_fault(grammar, stream.bytes:sub(1, total)) }
  elseif total == NO_START and #stream.bytes > framing.longest then
    stream.why = stream.why or start_fault(grammar, stream.bytes:sub(1, framing.longest)) or framing.tooLong
    return part_of(framing, framing.longest)
  end
end

function endings.length(stream, grammar)
  if stream.total ~= NO_START then return { why = silent_fault(stream.bytes, stream.total) } end
  return { why = stream.why or start_fault(grammar, stream.bytes) or grammar.framing.tooLong }
end

function steps.silence(stream, grammar)
  local framing = grammar.framing
  if #stream.bytes <= framing.longest then return nil end
  stream.over = true
  return part_of(framing, framing.longest)
end

function endings.silence(stream, grammar)
  if stream.over then return { why = grammar.framing.tooLong } end
  return event_of_content(grammar, nil, stream.bytes)
end

function steps.datagram(stream, grammar)
  local framing, length = grammar.framing, #stream.bytes
  if length > framing.longest then return { length = length, why = framing.tooLong } end
  return event_of_content(grammar, length, stream.bytes)
end

local function delimited_event(stream, grammar, length)
  local why = stream.over and grammar.framing.tooLong or delimited_fault(grammar, stream.bytes:sub(1, length))
  stream.over, stream.gone = false, nil
  return { length = length, why = why }
end

-- Delimiters with nothing between them.
local function fill_of(stream, framing)
  local count = 0
  if not framing.isFill or stream.over then return count end
  while stream.bytes:sub(count + 1, count + 1) == framing.ending do count = count + 1 end
  return count
end

function steps.delimited(stream, grammar)
  local framing, fill = grammar.framing, fill_of(stream, grammar.framing)
  if fill > framing.capacity then return { length = framing.capacity, why = framing.empty, part = true } end
  if fill == #stream.bytes then return nil end
  if fill > 1 then return { length = fill - 1, why = framing.empty, part = true } end
  local gone = stream.gone or ""
  local _, stop = (gone .. stream.bytes):find(framing.ending, fill + 1, true)
  if stop and stop - #gone <= framing.capacity then
    return delimited_event(stream, grammar, stop - #gone)
  elseif #stream.bytes > framing.capacity then
    stream.gone, stream.over = stream.bytes:sub(1, framing.capacity):sub(-#framing.ending), true
    return part_of(framing, framing.capacity)
  end
end

function endings.delimited(stream, grammar)
  local framing = grammar.framing
  if stream.over then return { why = framing.tooLong } end
  if fill_of(stream, framing) == #stream.bytes then return { why = framing.empty, part = true } end
  return { why = "the line fell silent after " .. counted(stream.bytes) .. ", before " .. listed_in_hex(framing.ending) .. " ended the frame" }
end
