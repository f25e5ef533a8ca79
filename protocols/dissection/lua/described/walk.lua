-- The walk. stopped: no byte can be named any more, as the frame is too short ("short") or what follows depends on what is wrong ("lost").

local walkers, walk_field = {}, nil

local function add_flaw(walk, code, offset, path, expected, seen)
  local flaw = { code = code, offset = offset, path = path, expected = expected, seen = seen }
  table.insert(walk.flaws, flaw)
  return flaw
end

local function add_piece(walk, name, length, found, flaw)
  local bytes = walk.bytes:sub(walk.at + 1, walk.at + length)
  local item = { described = true, name = name, at = walk.at + 1, length = length, value = found.value, base = found.base, key = found.key }
  item.meaning, item.shown = flaw and "should be " .. flaw.expected or found.meaning, found.shown or text_of_bytes(bytes)
  walk.at = walk.at + length
  table.insert(walk.items, item)
  return item
end

local function cut(walk, path)
  local left = #walk.bytes - walk.at
  if left > 0 then add_piece(walk, path, left, { meaning = "cut off", key = "unreadable" }) end
  walk.stopped = "short"
end

local function spoil(walk, item, code, path, expected)
  local flaw = add_flaw(walk, code, item.at - 1, path, expected, item.shown)
  item.meaning = "should be " .. expected
  return flaw
end

-- A number that is no value of the message.
local function walk_number(walk, spec, path, suffix, code, least, most)
  if walk.at + spec.bytes > #walk.bytes then return cut(walk, path) end
  local found = scalars.number(spec, walk.bytes, walk.at)
  local value, flaw = found.value, nil
  if value < least or value > most then
    flaw = add_flaw(walk, code, walk.at, path, range_text(spec, least, most), number_text(spec, value))
  end
  found.base = spec.base
  return value, add_piece(walk, path .. suffix, spec.bytes, found, flaw)
end

local function walk_scalar(walk, spec, path, tail)
  local found = scalars[spec.kind](spec, walk.bytes, walk.at, math.max(walk.at, walk.stop - tail))
  if found == nil then return cut(walk, path) end
  local flaw, prefix = found.flaw, found.prefix
  local of_prefix = prefix and flaw and flaw.code == "length"
  local offset = walk.at
  if prefix then
    if of_prefix then flaw = add_flaw(walk, flaw.code, offset + flaw.offset, path, flaw.expected, flaw.seen) end
    local shown = { shown = string.format("%d", prefix.value), value = prefix.value }
    add_piece(walk, path .. " count", prefix.length, shown, of_prefix and flaw)
    if of_prefix then walk.stopped = "lost" return end
  end
  if flaw then flaw = add_flaw(walk, flaw.code, walk.at + flaw.offset, path, flaw.expected, flaw.seen) end
  found.base = (spec.of or spec).base
  if found.length > 0 then
    local item = add_piece(walk, path, found.length, found, flaw)
    item.is_value = spec.kind ~= "constant"
  end
  if found.lost then walk.stopped = "lost" end
end

-- With the names of its values, where a number before it says what they mean.
local function named_by(walk, spec, path)
  local by, names = spec.namesBy, nil
  if by == nil then return spec end
  local name = path == "" and by.field or path .. "." .. by.field
  for _, item in ipairs(walk.items) do
    if item.name == name and type(item.value) == "number" then names = by.names[string.format("%d", item.value)] end
  end
  if names == nil then return spec end
  local own = copied(spec)
  own.names = names
  return own
end

-- tail: bytes of the fields after these, the sum not included.
local function walk_sequence(walk, fields, path, tail)
  local after = tail
  for _, field in ipairs(fields) do after = after + (field.spec.size or 0) end
  for _, field in ipairs(fields) do
    after = after - (field.spec.size or 0)
    walk_field(walk, named_by(walk, field.spec, path), path == "" and field.name or path .. "." .. field.name, after)
    if walk.stopped then return end
  end
end

function walkers.struct(walk, spec, path, tail)
  walk_sequence(walk, spec.fields, path, tail)
end

function walkers.optional(walk, spec, path, tail)
  if walk.at < walk.stop - tail then walk_field(walk, spec.of, path, tail) end
end

function walkers.choice(walk, spec, path, tail)
  local tag, item = walk_number(walk, spec.tag, path, "", "range", spec.tag.min, spec.tag.max)
  if tag == nil then return end
  for _, case in ipairs(spec.cases) do
    if case.tag == tag then return walk_sequence(walk, case.fields, path, tail) end
  end
  spoil(walk, item, "range", path, spec.expected)
  walk.stopped = "lost"
end

function walkers.length(walk, spec, path)
  local right = #walk.bytes + spec.plus - (spec.from == "here" and walk.at + spec.of.bytes or 0)
  local value, item = walk_number(walk, spec.of, path, "", "length", -math.huge, math.huge)
  if value == nil or value == right then return end
  if value < right then return spoil(walk, item, "length", path, number_text(spec.of, right)) end
  -- All that is there is of fields.
  walk.cut_off, walk.stop = true, #walk.bytes
  item.meaning = value - right == 1 and "1 byte is missing" or string.format("%d bytes are missing", value - right)
end

-- The bytes that a prefix may count.
local function bytes_range(spec, count)
  if count and spec.itemSize then return count * spec.itemSize, count * spec.itemSize end
  local least, most = (count or spec.least) * spec.itemMin, (count or spec.most) * spec.itemMax
  return math.max(spec.bytes.min, least), math.min(spec.bytes.max, most)
end

-- The first item that repeats an earlier one.
local function walk_repeats(walk, spec, path, begin, count)
  local seen = {}
  for item = 0, count - 1 do
    local at, key = begin + item * spec.itemSize, {}
    for place, offset in ipairs(spec.keys) do key[place] = walk.bytes:sub(at + offset + 1, at + offset + 1) end
    key = table.concat(key)
    if seen[key] then
      local expected = "no repeat of " .. path .. "[" .. seen[key] .. "]"
      return add_flaw(walk, "repeat", at, path .. "[" .. item .. "]", expected, text_of_bytes(key))
    end
    seen[key] = item
  end
end

local function walk_items(walk, spec, path, count, stop)
  local begin, items, stop_at = walk.at, 0, stop or 0
  while (count and items < count) or (not count and walk.at < stop_at) do
    walk_field(walk, spec.of, path .. "[" .. items .. "]", 0)
    if walk.stopped then return end
    items = items + 1
  end
  if stop and (spec.count or spec.bytes) and walk.at ~= stop then
    add_flaw(walk, "length", begin, path, stop - begin .. " bytes of items", walk.at - begin .. " bytes")
    walk.stopped = "lost"
  elseif items < spec.least or items > spec.most then
    local expected = decimal_text(spec.least) .. " to " .. decimal_text(spec.most) .. " items"
    add_flaw(walk, "length", begin, path, expected, tostring(items))
    walk.stopped = "lost"
  elseif spec.keys then
    walk_repeats(walk, spec, path, begin, items)
  end
end

function walkers.list(walk, spec, path, tail)
  local count, stop, flaws = spec.count, nil, #walk.flaws
  if type(count) == "table" then
    local least, most = math.max(spec.least, count.min), math.min(spec.most, count.max)
    count = walk_number(walk, count, path, " count", "length", least, most)
  end
  if spec.bytes and not walk.stopped and #walk.flaws == flaws then
    local least, most = bytes_range(spec, count)
    local bytes, item = walk_number(walk, spec.bytes, path, " bytes", "length", least, most)
    if bytes then
      if spec.itemSize and bytes % spec.itemSize ~= 0 and #walk.flaws == flaws then
        spoil(walk, item, "length", path, "a multiple of " .. spec.itemSize)
      end
      stop = walk.at + bytes
    end
  end
  if walk.stopped then return end
  if #walk.flaws > flaws then walk.stopped = "lost" return end
  if not count and not stop then stop = math.max(walk.at, walk.stop - tail) end
  walk_items(walk, spec, path, count, stop)
end

function walk_field(walk, spec, path, tail)
  return (walkers[spec.kind] or walk_scalar)(walk, spec, path, tail)
end
