-- An escape before each byte that must not stand in a body.

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
