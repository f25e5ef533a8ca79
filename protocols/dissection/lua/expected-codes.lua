-- What is due: bytes that were shown to the board, with what its settings put around them. They are no frame.

local codes, settings, kept, asked

-- Seconds behind something shown in which loose bytes may come.
local LOOSE = 6

local function forget_due()
  codes, settings, kept, asked = {}, {}, {}, nil
end

local function copied(from)
  local to = {}
  for key, value in pairs(from) do to[key] = value end
  return to
end

local function happened(event, at)
  if event:match("^reset") then settings, asked = copied(kept), nil end
  if not event:match("^present: ") then return end
  local digits = event:match("^present: %S+ (%x*)$")
  local bytes = digits and digits:gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end)
  table.insert(codes, { at = at, bytes = bytes })
end

local function value_in(items, name)
  for _, item in ipairs(items) do if item.name == name then return item.value end end
end

local function tell(due, said)
  if has(due.back, said.word) then
    settings, kept = {}, {}
  elseif has(due.reset, said.word) then
    settings = copied(kept)
  elseif said.setting ~= nil and said.value ~= nil then
    settings[said.setting] = said.value
    if said.keeps then kept[said.setting] = said.value end
  end
end

-- From a frame.
local function learn(due, sent, items)
  local said = { word = value_in(items, due.on), setting = value_in(items, due.setting), value = value_in(items, due.value) }
  said.keeps = sent and bit.band(value_in(items, due.kept.name) or 0, due.kept.bit) ~= 0
  local taken, denied = has(due.taken, said.word), has(due.denied, said.word)
  if sent and not taken and not denied then
    asked = said
  elseif not sent and (taken or denied) then
    if taken and asked ~= nil then tell(due, asked) end
    asked = nil
  elseif not sent and not has(due.back, said.word) and not has(due.reset, said.word) then
    tell(due, said)
  end
end

-- Bytes that settings put on one side; nil: what is shown comes otherwise.
local function wrapping(list)
  local parts = {}
  for _, one in ipairs(list) do
    local bytes
    for _, pair in ipairs(one.values) do
      if pair[1] == (settings[one.setting] or one.usual) then bytes = pair[2] end
    end
    if bytes == nil then return nil end
    for _, byte in ipairs(bytes) do table.insert(parts, string.char(byte)) end
  end
  return table.concat(parts)
end

-- First what has not come, the longest of it first: shorter ones may begin it.
local function sooner(a, b)
  if not a.code.came ~= not b.code.came then return not a.code.came end
  if not a.code.came and #a.bytes ~= #b.bytes then return #a.bytes > #b.bytes end
  return a.number > b.number
end

-- nil: no loose bytes may come at this time. Else what may, as it would.
local function loose_at(grammar, at)
  if not grammar.loose then return nil end
  local last, forms, due = codes[#codes], {}, grammar.loose.due
  local before, behind = "", ""
  if due then before, behind = wrapping(due.before), wrapping(due.behind) end
  local may = before and behind and last ~= nil and at - last.at < LOOSE
  for number = may and #codes or 0, 1, -1 do
    local code = codes[number]
    if at - code.at >= LOOSE then break end
    if code.bytes and due then
      table.insert(forms, { code = code, number = number, bytes = before .. code.bytes .. behind, open = behind == "" })
    end
  end
  table.sort(forms, sooner)
  return (may or proto.prefs.loose) and forms or nil
end

-- What is due that pending bytes are, or begin, or begin with.
local function due_of(stream)
  for _, form in ipairs(stream.raw or {}) do
    local length = math.min(#stream.bytes, #form.bytes)
    if length > 0 and stream.bytes:sub(1, length) == form.bytes:sub(1, length) then return form end
  end
end

-- Of bytes that are not what is due: as many as the last that was shown has, or up to an end. nil: they are still to come.
local function loose_length(stream, grammar)
  local awaited
  for _, form in ipairs(stream.raw) do
    if not form.code.came and (awaited == nil or form.number > awaited.number) then awaited = form end
  end
  if awaited == nil then return stream.bytes:find(string.char(grammar.loose["end"]), 1, true) end
  if #stream.bytes < #awaited.bytes then return nil end
  awaited.code.came = true
  return #awaited.bytes
end
