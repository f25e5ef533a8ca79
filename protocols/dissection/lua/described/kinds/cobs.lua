-- Consistent overhead byte stuffing: each code byte says where the next zero is.

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
