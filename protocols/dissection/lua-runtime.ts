/**
 * The part of a dissector that is the same for every protocol. It joins the chunks of each link and direction, splits
 * them into frames by the grammar, and shows each frame in the packet with its last byte.
 *
 * In Lua as of Wireshark 3 and 4. Before it stand `ID`, `TITLE` and `LINKS` (lua-dissector.ts).
 */
import { LUA_EXPECTED_CODES } from './lua-expected-codes';
import { LUA_FRAMES } from './lua-frames';
import { LUA_FIELDS } from './lua-fields';
import { LUA_LINES } from './lua-lines';
import { LUA_READER } from './lua-reader';
import { LUA_DESCRIBED } from './lua-described';
import { LUA_TEXT } from './lua-text';
import { LUA_DISPLAY } from './lua-display';
import { LUA_STREAMS } from './lua-streams';
import { LUA_SILENCE } from './lua-silence';
import { LUA_SUMS } from './lua-sums';

export const LUA_RUNTIME = [
  LUA_FIELDS,
  LUA_SUMS,
  LUA_READER,
  LUA_FRAMES,
  LUA_LINES,
  LUA_EXPECTED_CODES,
  LUA_TEXT,
  LUA_DESCRIBED,
  LUA_STREAMS,
  LUA_SILENCE,
  LUA_DISPLAY,
].join('');
