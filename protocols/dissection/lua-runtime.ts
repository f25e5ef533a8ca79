/**
 * The part of a dissector that is the same for every protocol, from the files in lua/. It joins the chunks of each link
 * and direction, splits them into frames by the grammar, and shows each frame in the packet with its last byte.
 *
 * In Lua as of Wireshark 3 and 4. Before it stand `ID`, `TITLE` and `LINKS` (lua-dissector.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What is local in a file is known in those after it. */
const BEGINNING = ['fields', 'sums', 'reader', 'lines', 'expected-codes', 'text'];
const DESCRIBED = [
  'content',
  ...readdirSync(join(__dirname, 'lua/described/kinds')).map((file) => `kinds/${basename(file, '.lua')}`),
  'walk',
  'forms',
  'measure',
  'stuffing',
  'parts',
  'framings',
  'hunt',
  'framed-items',
].map((name) => `described/${name}`);
const END = ['streams', 'silence', 'display'];

/** The files one after the other. Lua has 200 local names at most: those of DESCRIBED end with it, but for one table. */
export function luaRuntime(): string {
  return [
    ...BEGINNING.map(luaFile),
    'local described = {}\ndo\n',
    ...DESCRIBED.map(luaFile),
    'end\n',
    ...END.map(luaFile),
  ].join('\n');
}

function luaFile(name: string): string {
  return readFileSync(join(__dirname, 'lua', `${name}.lua`), 'utf8');
}
