-- Measuring: where fields end.

local measure_field

local function measure_sequence(fields, bytes, from)
  local at = from
  for _, field in ipairs(fields) do
    local stop = measure_field(field.spec, bytes, at)
    if stop == MORE_DUE or stop == NO_START then return stop end
    at = stop
  end
  return at
end

-- A number that counts; nil and why it does not.
local function count_in(spec, bytes, at, least, most)
  if at + spec.bytes > #bytes then return nil, MORE_DUE end
  local value = number_in(spec, bytes, at)
  if value < least or value > most or value < 0 then return nil, NO_START end
  return value
end

function measurers.text(spec, bytes, at)
  local extent = spec.extent
  if extent.by == "counted" then
    local count, why = count_in(extent.count, bytes, at, math.max(spec.least, extent.count.min), extent.count.max)
    return count and at + extent.count.bytes + count or why
  end
  if extent.by ~= "until" then return MORE_DUE end
  local found = bytes:find(string.char(extent["end"]), at + 1, true)
  if found and found - 1 - at <= extent.most then return found end
  return #bytes - at > extent.most and NO_START or MORE_DUE
end
measurers.bytes = measurers.text

function measurers.digits(spec, bytes, at)
  local stop, value = digits_in(spec, bytes, at)
  if not value then return stop == #bytes and MORE_DUE or NO_START end
  return stop == #bytes and stop - at < spec.longest and MORE_DUE or stop
end

function measurers.words(spec, bytes, at)
  local name, length = word_in(spec, bytes, at, false)
  if not name then return NO_START end
  return length and at + length or MORE_DUE
end

function measurers.struct(spec, bytes, at)
  return measure_sequence(spec.fields, bytes, at)
end

function measurers.choice(spec, bytes, at)
  local tag, why = count_in(spec.tag, bytes, at, spec.tag.min, spec.tag.max)
  if tag == nil then return why end
  for _, case in ipairs(spec.cases) do
    if case.tag == tag then return measure_sequence(case.fields, bytes, at + spec.tag.bytes) end
  end
  return NO_START
end

local function counted_list(spec, items, bytes, at)
  local total, why = count_in(spec.bytes, bytes, at, spec.bytes.min, spec.bytes.max)
  if total == nil then return why end
  local size, fits = spec.itemSize, true
  if size and items then
    fits = total == items * size
  elseif size then
    fits = total % size == 0 and total / size >= spec.least and total / size <= spec.most
  end
  return fits and at + spec.bytes.bytes + total or NO_START
end

function measurers.list(spec, bytes, at)
  local items, why = spec.count, nil
  if type(items) == "table" then
    local count = spec.count
    items, why = count_in(count, bytes, at, math.max(spec.least, count.min), math.min(spec.most, count.max))
    if items == nil then return why end
    at = at + count.bytes
  end
  if spec.bytes then return counted_list(spec, items, bytes, at) end
  if items == nil then return MORE_DUE end
  if spec.itemSize then return at + items * spec.itemSize end
  for _ = 1, items do
    at = measure_field(spec.of, bytes, at)
    if at == MORE_DUE or at == NO_START then return at end
  end
  return at
end

function measure_field(spec, bytes, at)
  if spec.size then return at + spec.size end
  local measure = measurers[spec.kind]
  return measure and measure(spec, bytes, at) or MORE_DUE
end

-- The length field among these; nil: there is none.
local function length_field(fields, begin)
  local at = begin
  for _, field in ipairs(fields) do
    local spec = field.spec
    if spec.kind == "length" then
      local stop = at + spec.of.bytes
      return { name = field.name, of = spec.of, strict = spec.strict, stop = stop, more = (spec.from == "here" and stop or 0) - spec.plus }
    end
    at = at + (spec.size or 0)
  end
end

-- The length that it says.
local function announced(field, bytes)
  return number_in(field.of, bytes, field.stop - field.of.bytes) + field.more
end

local function bounded(length, least, most)
  return (length < least or length > most) and NO_START or length
end

-- Whether constants and strict words are right that stand before a length field, or before all else: MORE_DUE where they are not all there.
local function constants_fit(fields, at, bytes, only_first)
  for _, field in ipairs(fields) do
    local spec = field.spec
    if spec.kind == "constant" then
      local seen = bytes:sub(at + 1, at + spec.size)
      for place = 1, #seen do
        if not is_byte_of(spec.bytes[place], seen:byte(place), spec.anyCase) then return NO_START end
      end
      if #seen < spec.size then return MORE_DUE end
    elseif spec.kind == "enum" and spec.strict then
      local found = scalars.enum(spec, bytes, at)
      if found == nil then return MORE_DUE end
      if found.flaw then return NO_START end
    elseif only_first or spec.kind == "length" then
      return nil
    end
    at = at + (spec.size or 0)
  end
end

local function measure_form(wire, form, bytes)
  if form.size then return form.size end
  local stop = measure_sequence(form.fields, bytes, wire.headBytes)
  if stop == NO_START then return NO_START end
  if stop == MORE_DUE then return #bytes > wire.longest and NO_START or MORE_DUE end
  return stop + wire.sumBytes > wire.longest and NO_START or stop + wire.sumBytes
end

-- A strict length is what the fields of the form have, too.
local function measure_announced(wire, form, field, bytes)
  if #bytes < field.stop then return MORE_DUE end
  local most = field.strict and math.min(form.max, wire.longest) or wire.longest
  local length = bounded(announced(field, bytes), form.min, most)
  if length == NO_START or not field.strict or form.open or form.size then return length end
  local own = measure_form(wire, form, bytes)
  if own == MORE_DUE and #bytes < length then return MORE_DUE end
  return own > 0 and own ~= length and NO_START or length
end

local function measure_as(wire, form, in_head, bytes)
  local unfit = not in_head and constants_fit(form.fields, wire.headBytes, bytes, true)
  if unfit then return unfit end
  local field = in_head or length_field(form.fields, wire.headBytes)
  return field and measure_announced(wire, form, field, bytes) or measure_form(wire, form, bytes)
end

-- Bytes of the content that begins so, as one wire has it.
local function measure_wire(wire, bytes)
  if constants_fit(wire.head, 0, bytes, false) == NO_START then return NO_START end
  local in_head = length_field(wire.head, 0)
  if in_head then
    if #bytes < in_head.stop then return MORE_DUE end
    local length = bounded(announced(in_head, bytes), wire.shortest, wire.longest)
    if length == NO_START or not in_head.strict then return length end
  end
  if #bytes < wire.headBytes then return #bytes > wire.longest and NO_START or MORE_DUE end
  local tag = wire.tag and number_in(wire.tag.spec, bytes, wire.tag.offset)
  if not tag and free_form(wire) then return in_head and announced(in_head, bytes) or MORE_DUE end
  local form = form_of_content(wire, bytes, tag)
  if form == "short" then return MORE_DUE end
  if form == "none" then return in_head and announced(in_head, bytes) or NO_START end
  local length = measure_as(wire, form, in_head, bytes)
  local free = length == NO_START and in_head and form.tag and free_form(wire, tag)
  return free and measure_as(wire, free, in_head, bytes) or length
end

-- Why no frame has the length that these bytes say, and where they say it; nil: one can, or they say none.
local function announced_fault(wire, bytes)
  local field, form = length_field(wire.head, 0), nil
  if not (field and not field.strict) and #bytes >= wire.headBytes then
    form = form_of_content(wire, bytes, wire.tag and number_in(wire.tag.spec, bytes, wire.tag.offset))
    if type(form) == "string" then form = nil end
  end
  field = field or form and length_field(form.fields, wire.headBytes)
  if not field or field.stop > #bytes then return nil end
  local least, most = (form or wire)[form and "min" or "shortest"], wire.longest
  if form and field.strict then
    local stop = not form.open and measure_sequence(form.fields, bytes, wire.headBytes) or MORE_DUE
    most = math.min(form.max, most)
    if stop > 0 then least, most = stop + wire.sumBytes, stop + wire.sumBytes end
  end
  local total = announced(field, bytes)
  if total >= least and total <= most then return nil end
  return {
    code = "length", offset = field.stop - field.of.bytes, path = field.name,
    expected = range_text(field.of, least - field.more, most - field.more), seen = number_text(field.of, total - field.more),
  }
end

-- Bytes of the content that begins so.
local function measure_content(grammar, bytes)
  for _, wire in ipairs(grammar.wires) do
    local length = measure_wire(wire, bytes)
    if length ~= NO_START then return length end
  end
  return NO_START
end

-- Why bytes begin no content of a wire; nil: it is their length alone.
local function start_flaw(wire, bytes)
  local said = announced_fault(wire, bytes)
  return first_flaw(walk_content(wire, bytes).flaws, function(code, offset)
    return code ~= "truncated" and code ~= "checksum" and (not said or offset < said.offset)
  end) or said
end

function wire_of(grammar, bytes)
  local found, most = grammar.wires[1], -1
  for _, wire in ipairs(#grammar.wires > 1 and #bytes > 0 and grammar.wires or {}) do
    if measure_wire(wire, bytes) ~= NO_START then return wire end
    local flaw = start_flaw(wire, bytes)
    local offset = flaw and flaw.offset or wire.longest
    if offset > most then found, most = wire, offset end
  end
  return found
end

-- Why bytes begin no content.
local function content_start_fault(grammar, bytes)
  local wire = wire_of(grammar, bytes)
  local flaw = start_flaw(wire, bytes)
  return flaw and sentence_of(flaw) or too_long_text(wire, bytes)
end
