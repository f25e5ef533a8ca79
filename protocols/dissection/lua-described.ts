/** The parts of a dissector that serve described wires, with one name for the others: `described`. Lua (lua-runtime.ts). */
import { LUA_CONTENT } from './lua-content';
import { LUA_FORMS } from './lua-forms';
import { LUA_FRAMED_ITEMS } from './lua-framed-items';
import { LUA_FRAMINGS } from './lua-framings';
import { LUA_HUNT, LUA_PARTS } from './lua-hunt';
import { LUA_MEASURE } from './lua-measure';
import { LUA_STUFFING } from './lua-stuffing';
import { LUA_VARYING } from './lua-varying';
import { LUA_WALK } from './lua-walk';

export const LUA_DESCRIBED = [
  '\nlocal described = {}\ndo\n',
  LUA_CONTENT,
  LUA_VARYING,
  LUA_WALK,
  LUA_FORMS,
  LUA_MEASURE,
  LUA_STUFFING,
  LUA_PARTS,
  LUA_FRAMINGS,
  LUA_HUNT,
  LUA_FRAMED_ITEMS,
  'end\n',
].join('');
