/**
 * Objects with the values that readers give, under names that are known when the wire is made.
 *
 * One line for each number of names, as V8 makes a property under a name that is always the same eight times faster.
 */
import { readPlain, type PlainNumber } from '../bytes/plain-number';
import type { Cursor } from './cursor';

export type Read<T = unknown> = (cursor: Cursor) => T;
type Values = Record<string, unknown>;

export interface Property {
  readonly name: string;
  readonly read: Read;
  /** What `read` reads, where it is so plain, and the bytes to skip before it. */
  readonly plain?: { readonly number: PlainNumber; readonly skip: number };
}

/** A reader of an object: its `type`, where one is given, and its properties in order. */
export function objectReader(properties: readonly Property[], type?: string): Read<Values> {
  const [pa, pb, pc, pd, pe] = properties;
  const [a, b, c, d, e] = properties.map(({ name }) => name);
  if (a === undefined || pa === undefined) return () => begin(type);
  if (b === undefined || pb === undefined)
    return (cursor) => {
      const o = begin(type);
      o[a] = take(cursor, pa);
      return o;
    };
  if (c === undefined || pc === undefined)
    return (cursor) => {
      const o = begin(type);
      o[a] = take(cursor, pa);
      o[b] = take(cursor, pb);
      return o;
    };
  if (d === undefined || pd === undefined)
    return (cursor) => {
      const o = begin(type);
      o[a] = take(cursor, pa);
      o[b] = take(cursor, pb);
      o[c] = take(cursor, pc);
      return o;
    };
  if (e === undefined || pe === undefined)
    return (cursor) => {
      const o = begin(type);
      o[a] = take(cursor, pa);
      o[b] = take(cursor, pb);
      o[c] = take(cursor, pc);
      o[d] = take(cursor, pd);
      return o;
    };
  return (cursor) => {
    const o = begin(type);
    for (const property of properties) o[property.name] = take(cursor, property);
    return o;
  };
}

/** Stored under a name that is written here, as V8 does this fastest. */
function begin(type: string | undefined): Values {
  const o: Values = {};
  if (type !== undefined) o.type = type;
  return o;
}

function take(cursor: Cursor, { read, plain }: Property): unknown {
  if (plain === undefined) return read(cursor);
  const { number, skip } = plain;
  const at = cursor.at + skip;
  const value = readPlain(number, cursor.bytes, at);
  cursor.at = at + number.bytes;
  if (!(value >= number.min && value <= number.max)) cursor.ok = false;
  return value;
}
