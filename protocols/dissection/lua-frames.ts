/** The part of a dissector that finds one frame in bytes, and explains any bytes. Lua (lua-runtime.ts). */
export const LUA_FRAMES = String.raw`
-- "frame", its length, its items and why it is none; "more", bytes at least and the items so far; "stays" though it fell
-- silent; "bad" and why it is no frame.
-- given.silent: no more comes now. given.explain: as far as it can be read. given.before: the byte before.
local function frame_of(grammar, bytes, given)
  local items = {}
  local state = { bytes = bytes, at = 1, items = items, values = {}, least = 0 }
  for key, value in pairs(given or {}) do state[key] = value end
  local fine, thrown = pcall(read, state, grammar.frame)
  if fine then return "frame", state.at - 1, items, state.refused end
  if thrown == MORE then return "more", state.least, items end
  if thrown == STAYS then return "stays", 0, items end
  if thrown == BAD then return "bad", state.at - 1, items, state.refused end
  error(thrown)
end

local function moved(items, by)
  for _, item in ipairs(items) do
    item.at = item.at + by
    if item.items ~= nil then moved(item.items, by) end
  end
end

-- The fields of any bytes: one frame behind the other, then what begins none.
local function explained(grammar, bytes)
  local all, from = {}, 0
  while from < #bytes do
    local what, length, items = frame_of(grammar, bytes:sub(from + 1), { explain = true })
    moved(items, from)
    for _, item in ipairs(items) do table.insert(all, item) end
    from = from + length
    if what ~= "frame" or length == 0 then break end
  end
  return all
end
`;
