/** The part of a dissector that finds where a frame ends, from its lengths, tags and counts. Lua (lua-runtime.ts). */
export const LUA_MEASURE = String.raw`
-- Measuring: the offset where a field ends; MORE_DUE: the bytes at hand do not tell it; NO_START: they are no frame's.

local MORE_DUE, NO_START = 0, -1

local measurers, measure_field = {}, nil

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

-- What a length field says; nil: there is none.
local function announced(fields, begin, bytes, least, longest)
  local at = begin
  for _, field in ipairs(fields) do
    local spec = field.spec
    if spec.kind == "length" then
      local stop = at + spec.of.bytes
      if #bytes < stop then return MORE_DUE end
      local length = number_in(spec.of, bytes, at) + (spec.from == "here" and stop or 0) - spec.plus
      return (length < least or length > longest) and NO_START or length
    end
    at = at + (spec.size or 0)
  end
end

-- Whether constants are right that stand before a length field, or before all else: MORE_DUE where they are not all there.
local function constants_fit(fields, at, bytes, only_first)
  for _, field in ipairs(fields) do
    local spec = field.spec
    if spec.kind == "constant" then
      local seen = bytes:sub(at + 1, at + spec.size)
      if seen ~= string_of(spec.bytes):sub(1, #seen) then return NO_START end
      if #seen < spec.size then return MORE_DUE end
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

-- Bytes of the content that begins so.
local function measure_content(grammar, bytes)
  local wire = grammar.wire
  if constants_fit(wire.head, 0, bytes, false) == NO_START then return NO_START end
  local length = announced(wire.head, 0, bytes, wire.shortest, wire.longest)
  if length then return length end
  if #bytes < wire.headBytes then return #bytes > wire.longest and NO_START or MORE_DUE end
  local form = form_of_content(wire, bytes, wire.tag and number_in(wire.tag.spec, bytes, wire.tag.offset))
  if form == "short" then return MORE_DUE end
  if form == "none" then return NO_START end
  local unfit = constants_fit(form.fields, wire.headBytes, bytes, true)
  return unfit or announced(form.fields, wire.headBytes, bytes, form.min, wire.longest) or measure_form(wire, form, bytes)
end
`;
