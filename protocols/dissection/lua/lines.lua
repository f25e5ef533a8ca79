-- Lines: read for what they are, and, where they are none, for what is wrong and for what can be shown.

function byte_name(names, byte)
  for _, pair in ipairs(names) do if pair[1] == byte then return pair[2] end end
  if byte > 0x20 and byte < 0x7f then return '"' .. string.char(byte) .. '"' end
  return in_hex(byte)
end

local function is_integer(text)
  return text == "0" or text:match("^%-?[1-9]%d*$") ~= nil
end

-- The texts of the record at a place, where each is, and where the record ends.
local function split(bytes, at, piece)
  local fields, from = {}, at + 1
  for place = at + 1, #bytes + 1 do
    local byte = bytes:byte(place)
    if byte == nil or byte == piece.between or has(piece.ends, byte) then
      table.insert(fields, { at = from, text = bytes:sub(from, place - 1) })
      from = place + 1
      if byte ~= piece.between then return fields, place end
    end
  end
end

-- The number in the field of that name, and its meaning. nil: there is no number.
local function field_value(fields, piece, name)
  for place, field in ipairs(piece.fields) do
    local one = fields[place]
    if field.name == name and one and is_integer(one.text) then
      return tonumber(one.text), meaning_of(field, tonumber(one.text))
    end
  end
end

local function label_of(fields, piece)
  local _, first = field_value(fields, piece, piece.label.fields[1])
  local _, second = field_value(fields, piece, piece.label.fields[2])
  return first and second and first .. piece.label.joiner .. second
end

-- What is shown of a record, whatever is in it.
local function record_items(fields, piece, at)
  local strange = piece.strange
  local items = { { name = piece.name, at = at, length = 1, value = piece.first, meaning = label_of(fields, piece) or strange.label } }
  for place, one in ipairs(fields) do
    local field = piece.fields[place]
    local item = { name = field and field.name or "surplus " .. place - 1, at = one.at, length = #one.text, decimal = true }
    item.value = tonumber(one.text)
    if not is_integer(one.text) then
      item.meaning, item.value = strange.integer, nil
    elseif field == nil then
      item.meaning, item.value = strange.surplus, nil
    else
      item.meaning = meaning_of(field, item.value) or strange.range
      if math.abs(item.value) > 0x7fffffff then item.value = nil end
    end
    if #one.text > 0 then table.insert(items, item) end
  end
  return items
end

local function is_among(text, field)
  local value = is_integer(text) and tonumber(text)
  return value and value >= field.min and value <= field.max
end

-- Why a record is none, and what stands for something in it.
local function record_fault(fields, ended, piece, names)
  local finish = ended ~= piece.first and ended ~= piece.last
  if #fields > #piece.fields or (#fields < #piece.fields and not finish) then return piece.words.fields, { d = #fields } end
  for place, one in ipairs(fields) do
    local field = piece.fields[place]
    if finish and place == #fields and one.text == "" then break end
    if not is_among(one.text, field) then
      local text = one.text:gsub("[^\x21-\x7e]", function(byte) return "<" .. byte_name(names, byte:byte()) .. ">" end)
      return is_integer(one.text) and piece.words.range or piece.words.integer, { f = field.name, t = text }
    end
  end
  if finish then return piece.words["end"], {} end
end

local constraints = {}

function constraints.dependent(fields, piece, constraint)
  local value = field_value(fields, piece, constraint.field)
  local on, meaning = field_value(fields, piece, constraint.on)
  local expected = constraint.values[on + 1]
  if value ~= expected then return { d = value, s = meaning, E = expected } end
end

function constraints.unique(fields, piece, _, seen)
  local label = label_of(fields, piece)
  if seen[label] then return { c = label } end
  seen[label] = true
end

function constraints.once(fields, piece, constraint, seen)
  if field_value(fields, piece, constraint.field) ~= constraint.value then return nil end
  if seen[constraint] then return { c = label_of(fields, piece) } end
  seen[constraint] = true
end

local function constraint_fault(fields, piece, seen)
  for _, constraint in ipairs(piece.constraints) do
    local words = constraints[constraint.kind](fields, piece, constraint, seen)
    if words then return constraint.refused, words end
  end
end

local function count_fault(number, ended, piece)
  if number + 1 < piece.count and ended == piece.last then return piece.words.few, { r = number + 1 } end
  if number + 1 == piece.count and ended == piece.first then return piece.words.many, {} end
end

function readers.records(state, piece)
  if not state.explain and state.values[piece.when.name] ~= piece.when.is then return end
  local number, seen, names = 0, {}, state.names
  local function check(reason, words)
    if reason == nil or state.explain then return end
    words.r = words.r or number
    state.refused = filled(reason, words)
    error(BAD)
  end
  local first = state.bytes:byte(state.at)
  if first ~= piece.first then
    check(piece.words[first == state.line_end and "end" or "none"], { N = first and byte_name(names, first) })
  end
  while state.bytes:byte(state.at) == piece.first do
    local fields, stop = split(state.bytes, state.at, piece)
    local ended = state.bytes:byte(stop)
    local items = record_items(fields, piece, state.at)
    table.insert(state.items, { name = piece.name .. " " .. number, at = state.at, length = stop - state.at, items = items })
    if not state.explain then
      check(record_fault(fields, ended, piece, names))
      check(constraint_fault(fields, piece, seen))
      check(count_fault(number, ended, piece))
    end
    state.at = stop
    number = number + 1
  end
end

-- The fields of any bytes of a line.
local function explained_line(grammar, bytes)
  local lines = grammar.lines
  local first, stop = bytes:byte(1), bytes:byte(#bytes) == lines["end"] and #bytes - 1 or #bytes
  local known = first == lines.start or first == lines.between
  local state = { bytes = bytes:sub(1, stop), at = 1, items = {}, values = {}, least = 0, explain = true, names = lines.names }
  if known then
    local fine, thrown = pcall(read, state, grammar.frame)
    if not fine and thrown ~= MORE and thrown ~= BAD then error(thrown) end
  end
  if state.at <= stop then
    local rest = known and lines.rest.meaning or lines.rest.garbage
    found(state, { name = lines.rest.name, meaning = rest }, stop - state.at + 1, bytes:sub(state.at, stop))
  end
  if stop < #bytes then found(state, { name = lines.last.name, names = { { lines["end"], lines.last.meaning } } }, 1, lines["end"]) end
  return state.items
end
