-- Stuffing.

function stuffings.none(_, body)
  local places = {}
  for at = 1, #body do places[at] = { at - 1, body:sub(at, at) } end
  return places
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
