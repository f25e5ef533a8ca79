/** Makes a dissector for Wireshark, in Lua, from the dissection of a protocol. */
import type { Dissection } from './dissection';
import { luaRuntime } from './lua-runtime';

/** How text of a board is shown, as in a report. Characters are given as bounds: first, first after it, first, … */
export interface TextDisplay {
  /** Characters that are shown as their number. */
  readonly unseen: readonly number[];
  /** Combining marks. After `mostMarks` of them a further one is shown as its number. */
  readonly marks: readonly number[];
  readonly mostMarks: number;
  /** The most UTF-16 units. Longer text is cut, with the number of units that are left out. */
  readonly length: number;
}

/** The text of the script: `tshark -X lua_script:oven.lua -d rtacser.data,wirejig_oven -r trace.pcapng`. */
export function luaDissector({ id, title, links }: Dissection, shown: TextDisplay): string {
  const tables = links.map(({ name, binding = '', idleMs, fields = [], tx, rx }) => ({
    name,
    binding,
    ...(idleMs === undefined ? {} : { idle: idleMs }),
    fields,
    tx,
    rx,
  }));
  const shared = findShared(tables);
  return [
    `-- ${title}: a dissector for traces of wirejig (link type RTAC Serial). Made by: wirejig report --dissector ${id}`,
    `-- Use: wireshark -X lua_script:${id}.lua, then Decode As: RTAC Serial, wirejig_${id}; or`,
    `--      tshark -X lua_script:${id}.lua -d rtacser.data,wirejig_${id} -r trace.pcapng`,
    '',
    `local ID = ${lua(id)}`,
    `local TITLE = ${lua(title)}`,
    'local SHARED = {}',
    ...[...shared].map(([value, name]) => `${name} = ${tableText(value, shared)}`),
    `local LINKS = ${lua(tables, shared)}`,
    `local SHOWN = ${lua(shown)}`,
    luaRuntime(),
  ].join('\n');
}

/** Values that occur several times, by the name under which each is written once. A part of another comes before it. */
type Shared = ReadonlyMap<object, string>;

/** Shorter values are repeated. */
const SHARED_LENGTH = 60;

function findShared(value: unknown): Shared {
  const shared = new Map<object, string>();
  const seen = new Set<object>();
  const twice = new Set<object>();
  const inner: object[] = [];
  const walk = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    if (seen.has(one)) return void twice.add(one);
    seen.add(one);
    Object.values(one).forEach(walk);
    inner.push(one);
  };
  walk(value);
  for (const one of inner)
    if (twice.has(one) && tableText(one, shared).length > SHARED_LENGTH)
      shared.set(one, `SHARED[${shared.size + 1}]`);
  return shared;
}

const NONE: Shared = new Map();
const WIDTH = 120;

/** A value as Lua writes it. */
function lua(value: unknown, shared = NONE, indent = ''): string {
  if (typeof value === 'string')
    return `"${value.replace(/[\\"]/g, '\\$&').replace(/[^\x20-\x7e]/g, escaped)}"`;
  if (value === Infinity) return 'math.huge';
  if (typeof value !== 'object' || value === null) return String(value);
  return shared.get(value) ?? tableText(value, shared, indent);
}

/** A table: in one line where it fits, else short parts side by side and others one below the other. */
function tableText(value: object, shared: Shared, indent = ''): string {
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => lua(one, shared, inner))
    : Object.entries(value).map(([key, one]) => `[${lua(key)}] = ${lua(one, shared, inner)}`);
  const rows: string[] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    const fits =
      row !== undefined && !`${row}${part}`.includes('\n') && `${inner}${row} ${part},`.length <= WIDTH;
    if (fits) rows[rows.length - 1] = `${row} ${part},`;
    else rows.push(`${part},`);
  }
  const [row = ''] = rows;
  if (rows.length <= 1 && !row.includes('\n')) return row === '' ? '{}' : `{ ${row.slice(0, -1)} }`;
  return `{\n${rows.map((one) => `${inner}${one}\n`).join('')}${indent}}`;
}

/** In Lua's decimal escapes, byte by byte of UTF-8. */
function escaped(character: string): string {
  const bytes = encodeURIComponent(character).match(/[0-9A-F]{2}/g) ?? [];
  return bytes.map((byte) => `\\${String(parseInt(byte, 16)).padStart(3, '0')}`).join('');
}
