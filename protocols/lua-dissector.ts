/** A dissector for Wireshark, in Lua, from what the bytes of a protocol are called. */
import type { Dissection } from './dissection';
import { LUA_RUNTIME } from './lua-runtime';

/** How text of a board is shown, so that it is what a report shows. Characters are bounds: from, up to and without, from, … */
export interface Shown {
  /** Those that stand as their number. */
  readonly unseen: readonly number[];
  /** Those that are drawn upon another, and behind how many of them one more stands as its number. */
  readonly marks: readonly number[];
  readonly mostMarks: number;
  /** Most UTF-16 units; of longer text it is said how much is left out. */
  readonly length: number;
}

/** The text of the script: `tshark -X lua_script:stm.lua -d rtacser.data,wirejig_stm -r trace.pcapng`. */
export function luaDissector({ id, title, links }: Dissection, shown: Shown): string {
  const tables = links.map(({ name, binding = '', idleMs, tx, rx }) => ({
    name,
    binding,
    idle: idleMs,
    tx,
    rx,
  }));
  return [
    `-- ${title}: a dissector for traces of wirejig (link type RTAC Serial). Made by: wirejig report --dissector ${id}`,
    `-- Use: wireshark -X lua_script:${id}.lua, then Decode As: RTAC Serial, wirejig_${id}; or`,
    `--      tshark -X lua_script:${id}.lua -d rtacser.data,wirejig_${id} -r trace.pcapng`,
    '',
    `local ID = ${lua(id)}`,
    `local TITLE = ${lua(title)}`,
    `local LINKS = ${lua(tables)}`,
    `local SHOWN = ${lua(shown)}`,
    LUA_RUNTIME.trimStart(),
  ].join('\n');
}

/** A value as Lua writes it. */
function lua(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `"${value.replace(/[\\"]/g, '\\$&').replace(/[^\x20-\x7e]/g, escaped)}"`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => lua(one, inner))
    : Object.entries(value).map(([key, one]) => `[${lua(key)}] = ${lua(one, inner)}`);
  const line = `{ ${parts.join(', ')} }`;
  const plain = Array.isArray(value) && value.every((one) => typeof one === 'number');
  if (plain || (line.length + indent.length < 100 && !line.includes('\n')))
    return parts.length === 0 ? '{}' : line;
  return `{\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}}`;
}

/** In Lua's decimal escapes, byte by byte of UTF-8. */
function escaped(character: string): string {
  const bytes = encodeURIComponent(character).match(/[0-9A-F]{2}/g) ?? [];
  return bytes.map((byte) => `\\${String(parseInt(byte, 16)).padStart(3, '0')}`).join('');
}
