-- Stuffing: for each byte of the content its offset in the body and itself; then what is wrong with the body.

local stuffings = {}

function stuffings.none(_, body)
  local places = {}
  for at = 1, #body do places[at] = { at - 1, body:sub(at, at) } end
  return places
end

function stuffings.escapes(stuffing, body)
  local places, wrong, at = {}, nil, 1
  while at <= #body do
    local byte = body:byte(at)
    if byte == stuffing.escape and at == #body then
      wrong = wrong or string.format("the frame ends after the escape byte %02X", byte)
    elseif byte == stuffing.escape then
      at = at + 1
      local code, due = body:byte(at), {}
      byte = stuffing.xor and bit.bxor(code, stuffing.xor)
      for place, pair in ipairs(stuffing.pairs) do
        due[place] = in_hex(pair[2])
        if pair[2] == code then byte = pair[1] end
      end
      local words = "after an escape byte %s is due, not %02X"
      wrong = wrong or (not byte and string.format(words, table.concat(due, " or "), code)) or nil
    end
    table.insert(places, { at - 1, string.char(byte or 0) })
    at = at + 1
  end
  return places, wrong
end

function stuffings.cobs(_, body)
  local places, wrong, at, zero = {}, nil, 1, false
  while at <= #body do
    local code, left = body:byte(at), #body - at + 1
    if zero then table.insert(places, { at - 1, "\0" }) end
    zero = code ~= 0xff
    if code > left then
      local words = "the COBS code %02X leads past the end of the frame, which is %s on"
      wrong = string.format(words, code, left == 1 and "1 byte" or left .. " bytes")
    end
    for place = at + 1, at + math.min(code, left) - 1 do table.insert(places, { place - 1, body:sub(place, place) }) end
    at = at + math.max(code, 1)
  end
  return places, wrong
end

-- The content of a body, the offset of each of its bytes, and what is wrong: then the content is what stands at the offsets.
local function unstuffed(framing, body)
  local places, wrong = stuffings[framing.stuffing.kind](framing.stuffing, body)
  local parts, offsets = {}, {}
  for number, place in ipairs(places) do
    offsets[number] = place[1]
    parts[number] = wrong and body:sub(place[1] + 1, place[1] + 1) or place[2]
  end
  return table.concat(parts), offsets, wrong
end

for _, link in ipairs(LINKS) do
  for _, grammar in ipairs({ link.tx, link.rx }) do
    for _, one in ipairs(grammar.framing and { grammar, table.unpack(grammar.parts or {}) } or {}) do
      local framing = one.framing
      framing.ending, framing.start = string_of(framing.marker or {}), string_of(framing.startBytes or {})
      framing.trailer = string_of(framing.trailerBytes or {})
    end
  end
end

-- Where the body of a frame begins and ends.
local function body_of(framing, raw)
  local from, to = 1, #raw
  if framing.start ~= "" and raw:sub(1, #framing.start) == framing.start then
    from = #framing.start + 1
  elseif framing.isFill and raw:sub(1, 1) == framing.ending then
    from = 2
  end
  if to - from + 1 < #framing.ending or raw:sub(-#framing.ending) ~= framing.ending then return from, to end
  to = to - #framing.ending
  if framing.before and raw:byte(to) == framing.before then to = to - 1 end
  return from, math.max(from - 1, to)
end
