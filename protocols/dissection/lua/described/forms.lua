-- Forms: which one a frame has, what it says, and why it is none.

-- Without a tag of the wire: the form that takes what no other fits.
local function free_form(wire, tag)
  for _, form in ipairs(wire.forms) do
    if form.otherwise then return form end
    for _, range in ipairs(form.tags or {}) do
      if tag >= range[1] and tag <= range[2] then return form end
    end
  end
end

local function fits_lead(wire, lead, bytes)
  for place, allowed in ipairs(lead) do
    local byte = bytes:byte(wire.headBytes + place)
    if byte and allowed and not has(allowed, byte) then return false end
  end
  return true
end

local function fits_constants(wire, form, bytes)
  for _, lead in ipairs(form.leads) do if fits_lead(wire, lead, bytes) then return true end end
  return false
end

-- A form; or "short", or "none".
local function form_of_content(wire, bytes, tag)
  if wire.tag then
    if tag == nil then return "short" end
    for _, form in ipairs(wire.forms) do if form.tag == tag then return form end end
    return free_form(wire, tag) or "none"
  end
  if #wire.forms == 1 then return wire.forms[1] end
  local fitting = {}
  for _, form in ipairs(wire.forms) do
    if not form.otherwise and fits_constants(wire, form, bytes) then table.insert(fitting, form) end
  end
  if #fitting < 2 then return fitting[1] or free_form(wire) or "none" end
  for _, form in ipairs(fitting) do if #bytes >= form.min and #bytes <= form.max then return form end end
  for _, form in ipairs(fitting) do if #bytes >= form.min then return form end end
  return "short"
end

local function lose_form(walk, wire, is_short, tag)
  walk.stopped = is_short and "short" or "lost"
  if is_short then return end
  if not wire.tag then
    return add_flaw(walk, "unknown-form", wire.headBytes, "", wire.formNames, text_of_bytes(walk.bytes:sub(wire.headBytes + 1)))
  end
  local seen = number_text(wire.tag.spec, tag)
  add_flaw(walk, "unknown-form", wire.tag.offset, wire.tag.name, wire.tag.expected, seen)
  for _, item in ipairs(walk.items) do
    if item.is_tag then
      item.meaning = "should be " .. wire.tag.expected
    end
  end
end

local function walk_sum(walk, wire)
  if not wire.sum then return end
  local spec, from = wire.sum.spec, wire.sum.from
  local seen = walk.bytes:sub(walk.stop + 1)
  local due = sum_due(spec, walk.bytes:sub(from + 1, walk.stop))
  local meaning = due and (due == seen and "right" or "wrong, should be " .. text_of_bytes(due)) or nil
  if due and due ~= seen then
    add_flaw(walk, "checksum", walk.stop, "checksum", text_of_bytes(due), text_of_bytes(seen))
  end
  local item = add_piece(walk, "checksum", wire.sumBytes, { meaning = meaning })
  if due then item.wrong_sum, item.is_sum = due ~= seen, true end
end

-- What is after the fields: bytes too many, and the sum.
local function finish(walk, wire)
  local length = #walk.bytes
  if walk.cut_off or walk.stopped == "short" or walk.at > walk.stop or length < wire.sumBytes then
    if walk.at < length then add_piece(walk, "checksum", length - walk.at, { key = "unreadable" }) end
    return add_flaw(walk, "truncated", length, "", "more bytes", size_text(length))
  end
  if walk.at < walk.stop then
    local left, flaw = walk.stop - walk.at, nil
    if walk.stopped ~= "lost" then
      flaw = add_flaw(walk, "trailing", walk.at, "", "the end of the frame", size_text(left) .. " more")
    end
    add_piece(walk, flaw and "trailing" or "unknown", left, {}, flaw)
  end
  walk_sum(walk, wire)
end

local function walk_content(wire, bytes, given)
  local walk = { bytes = bytes, at = 0, stop = math.max(0, #bytes - wire.sumBytes), items = {}, flaws = {} }
  walk_sequence(walk, wire.head, "", 0)
  local tag, item
  if wire.tag and not walk.stopped then
    local spec = wire.tag.spec
    tag, item = walk_number(walk, spec, wire.tag.name, "", "range", spec.min, spec.max)
    if item then item.is_tag = true end
  end
  local form = given or form_of_content(wire, bytes, tag)
  if not walk.stopped then
    if type(form) == "string" then
      lose_form(walk, wire, form == "short", tag)
    else
      walk_sequence(walk, form.fields, "", 0)
    end
  end
  walk.form, walk.tag = type(form) == "table" and form or nil, tag
  finish(walk, wire)
  return walk
end

local SENTENCES = { truncated = "the frame ends after %s", trailing = "the frame has %s than its form" }

local function sentence_of(flaw)
  local short = SENTENCES[flaw.code]
  if short then return string.format(short, flaw.seen) end
  local unknown = flaw.code == "unknown-form"
  local path = unknown and flaw.path == "" and "the message" or flaw.path
  return string.format("%s is %s, should be %s%s", path, flaw.seen, unknown and "one of " or "", flaw.expected)
end

local function first_flaw(flaws, accepted)
  for _, flaw in ipairs(flaws) do if accepted(flaw.code, flaw.offset) then return flaw end end
end

local function too_long_text(wire, bytes)
  return string.format("the frame has %d bytes, and the longest has %d", #bytes, wire.longest)
end

-- The wire of which the most of these bytes may be.
local wire_of

local function is_checksum(code)
  return code == "checksum"
end

-- As a form that takes any tag, or any bytes, where the form of its tag or of its constants does not fit.
local function walk_frame(wire, bytes)
  local walk = walk_content(wire, bytes)
  local is_known = not wire.tag or walk.form and walk.form.tag
  if not walk.flaws[1] or not is_known or first_flaw(walk.flaws, is_checksum) then return walk end
  local free = free_form(wire, walk.tag)
  local other = free and walk_content(wire, bytes, free)
  local unfit = other and first_flaw(other.flaws, function(code) return not is_checksum(code) end)
  return other and not unfit and other or walk
end

-- Why bytes are no content of a frame; nil: they are.
local function content_fault(grammar, bytes)
  local wire = wire_of(grammar, bytes)
  if #bytes > wire.longest then return too_long_text(wire, bytes) end
  local flaws = walk_frame(wire, bytes).flaws
  if not flaws[1] then return nil end
  local summed = first_flaw(flaws, is_checksum)
  local cut_off = first_flaw(flaws, function(code) return code == "truncated" end)
  return sentence_of(cut_off or summed or flaws[1])
end

local TITLED = 8

-- With a title: what the form is called, and its first values.
local function content_items(grammar, bytes)
  local walk = walk_frame(wire_of(grammar, bytes), bytes)
  local words = { walk.form and walk.form.name or "unknown" }
  for _, item in ipairs(walk.items) do
    if item.is_value and #words <= 2 * TITLED then
      table.insert(words, item.name)
      table.insert(words, printable(item.meaning or item.shown))
    end
  end
  walk.items.title = table.concat(words, " ")
  return walk.items
end
