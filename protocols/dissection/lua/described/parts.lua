-- Whole frames, with start bytes, trailer or delimiter. Other framings need them, too.

-- Whether these bytes are there: 1; or begin there, as far as bytes have come: 0; or neither: -1.
local function match_start(wanted, bytes)
  local seen = bytes:sub(1, #wanted)
  if seen == wanted then return 1 end
  return wanted:sub(1, #seen) == seen and 0 or -1
end

-- The length of the frame that begins so, its start and its trailer included.
local function measure_sized(part, bytes)
  local framing = part.framing
  local found = match_start(framing.start, bytes)
  if found <= 0 then return found == 0 and MORE_DUE or NO_START end
  if framing.fixed then return framing.fixed end
  local content = bytes:sub(#framing.start + 1)
  local length = content == "" and MORE_DUE or measure_content(part, content)
  if length == MORE_DUE then return #content < framing.content and MORE_DUE or NO_START end
  if length < 0 or length > framing.content then return NO_START end
  return #framing.start + length + #framing.trailer
end

local function measure_delimited(part, bytes)
  local framing = part.framing
  local found = match_start(framing.start, bytes)
  if found <= 0 then return found == 0 and MORE_DUE or NO_START end
  local begin, seen = #framing.start + 1, bytes:sub(1, framing.capacity)
  local _, stop = seen:find(framing.ending, begin, true)
  local again = framing.start ~= "" and not framing.isFill and seen:find(framing.start, begin, true)
  if again and (not stop or again <= stop) then return NO_START end
  if framing.isFill and stop == begin + #framing.ending - 1 then return NO_START end
  return stop or (#bytes >= framing.capacity and NO_START or MORE_DUE)
end

local function measure_part(part, bytes)
  return (part.framing.kind == "delimited" and measure_delimited or measure_sized)(part, bytes)
end

local function sized_fault(part, raw)
  local framing = part.framing
  local stop = #raw - #framing.trailer
  local trailer = raw:sub(stop + 1)
  if trailer ~= framing.trailer then
    return "the trailer is " .. listed_in_hex(trailer) .. ", should be " .. listed_in_hex(framing.trailer)
  end
  return content_fault(part, raw:sub(#framing.start + 1, stop))
end

local function delimited_fault(part, raw)
  local framing = part.framing
  local from, to = body_of(framing, raw)
  local content, _, wrong = unstuffed(framing, raw:sub(from, to))
  if wrong then return wrong end
  if #content > framing.longest then return framing.tooLong end
  return content_fault(part, content)
end

-- Why no frame of this part begins with its start bytes.
local function part_start_fault(part, bytes)
  local framing = part.framing
  if framing.kind == "delimited" then return #bytes >= framing.capacity and framing.tooLong or framing.falseStart end
  local content = bytes:sub(#framing.start + 1)
  local is_begun = framing.start ~= "" and (content == "" or measure_content(part, content) ~= NO_START)
  if is_begun then return framing.falseStart end
  return content_start_fault(part, content)
end
