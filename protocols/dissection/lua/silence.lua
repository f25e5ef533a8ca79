-- Silence: ends what is pending when a line falls silent. And the visit of a packet.

local function afresh(stream)
  stream.bytes, stream.least, stream.looked = "", 0, 0
  stream.over, stream.before, stream.why = false, nil, nil
  stream.searched, stream.refused, stream.total, stream.gone = nil, nil, nil, nil
end

local function expire_line(result, stream, grammar)
  local kind = line_kind(stream, grammar.lines)
  local why = kind == "over" and "tooLong" or kind == "garbage" and "garbage" or "unfinished"
  table.insert(result, {
    kind = "refused",
    bytes = stream.bytes,
    offset = -#stream.bytes,
    first = stream.first,
    items = explained_line(grammar, stream.bytes),
    refused = filled(grammar.lines[why], { d = #stream.bytes }),
  })
  if stream.part ~= nil then stream.part.kind = "truncated" end
  afresh(stream)
end

-- What silence makes of it: a frame or none, or loose bytes.
local function ended(stream, grammar)
  if waking(stream, grammar) then return "frame" end
  local due = due_of(stream)
  if due ~= nil then due.code.came = true end
  if stream.raw and (due ~= nil or not described.begins_frame(grammar, stream.bytes)) then return "loose" end
  local event = described.ending(stream, grammar)
  return event.why and "refused" or "frame", event.why, event.length
end

local function expire_described(result, stream, grammar)
  local part = stream.part
  repeat
    local kind, why, length = ended(stream, grammar)
    local bytes = stream.bytes:sub(1, length or #stream.bytes)
    table.insert(result, {
      kind = kind,
      bytes = bytes,
      offset = -#stream.bytes,
      first = stream.first,
      items = kind ~= "loose" and described.items(grammar, bytes) or nil,
      refused = why,
    })
    stream.bytes = stream.bytes:sub(#bytes + 1)
    if part ~= nil and part.kind ~= "dropped" then part.kind = why and "truncated" or "ended" end
  until #stream.bytes == 0
  afresh(stream)
end

-- What silence makes of what is pending.
local function expire(result, stream, grammar)
  if #stream.bytes == 0 then return afresh(stream) end
  if grammar.framing then return expire_described(result, stream, grammar) end
  if grammar.lines then return expire_line(result, stream, grammar) end
  local what, _, items = frame_of(grammar, stream.bytes, { silent = true, before = stream.before })
  if what == "stays" and not stream.over then return end
  local entry = { kind = "before", bytes = stream.bytes, offset = -#stream.bytes, first = stream.first }
  local part = "truncated"
  if stream.over then
    entry.kind, entry.refused = "refused", grammar.longest.last
  elseif what == "frame" then
    entry.kind, part = "frame", "ended"
  elseif grammar.silence ~= nil then
    entry.kind, entry.refused = "refused", filled(grammar.silence, { n = counted(stream.bytes) })
  end
  if entry.refused ~= nil or what == "frame" then entry.items = what == "frame" and items or explained(grammar, stream.bytes) end
  if stream.part ~= nil then stream.part.kind = part end
  table.insert(result, entry)
  afresh(stream)
end

-- The silence that decides, in seconds.
local function idle_of(stream, grammar, link)
  if waking(stream, grammar) then return grammar.wake.ms / 1000 end
  return grammar.framing and (grammar.framing.idle or math.huge) / 1e6 or proto.prefs["idle_" .. link.name] / 1000
end

-- Times are in microseconds: a part of one is none.
local INEXACT = 5e-7

local function visit(tvb, pinfo, link, sent, key)
  local grammar, stream = sent and link.tx or link.rx, streams[key]
  if stream == nil then
    stream = { offset = 0, sent = sent, due = link.rx.loose and link.rx.loose.due }
    afresh(stream)
    streams[key] = stream
  end
  local result = {}
  -- The header says when the bytes can have begun, and counts as the packet's time does.
  local begins = began_at().value:tonumber()
  local since = grammar.lines and stream.opened or stream.last
  if since ~= nil and begins - since >= idle_of(stream, grammar, link) - INEXACT then
    expire(result, stream, grammar)
  end
  stream.offset = -#stream.bytes
  stream.part = nil
  -- A long one may take longer to come than it may be waited for.
  stream.raw = loose_at(grammar, begins) or (#stream.bytes > 0 and stream.raw or nil)
  stream.begins = begins
  if #stream.bytes == 0 then stream.opened = begins end
  stream.bytes = stream.bytes .. tvb:raw(0, tvb:len())
  cut(result, stream, grammar, pinfo.number)
  stream.last = pinfo.abs_ts
  -- Bytes that were not captured: what is pending has lost its rest.
  if pinfo.caplen < pinfo.len then afresh(stream) end
  return result
end
