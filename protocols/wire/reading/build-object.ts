/**
 * Objects with the values that readers give, under names that are known when the wire is made.
 *
 * One line for each number of names, as V8 makes a property under a name that is always the same eight times faster.
 */
import type { Cursor } from './cursor';

export type Read<T = unknown> = (cursor: Cursor) => T;
type Values = Record<string, unknown>;

/** A reader of an object: its properties in order. */
export function objectReader(names: readonly string[], readers: readonly Read[]): Read<Values> {
  const [a, b, c, d, e, f] = names;
  const [ra, rb, rc, rd, re, rf] = readers;
  if (a === undefined || ra === undefined) return () => ({});
  if (b === undefined || rb === undefined)
    return (cursor) => {
      const o: Values = {};
      o[a] = ra(cursor);
      return o;
    };
  if (c === undefined || rc === undefined)
    return (cursor) => {
      const o: Values = {};
      o[a] = ra(cursor);
      o[b] = rb(cursor);
      return o;
    };
  if (d === undefined || rd === undefined)
    return (cursor) => {
      const o: Values = {};
      o[a] = ra(cursor);
      o[b] = rb(cursor);
      o[c] = rc(cursor);
      return o;
    };
  if (e === undefined || re === undefined)
    return (cursor) => {
      const o: Values = {};
      o[a] = ra(cursor);
      o[b] = rb(cursor);
      o[c] = rc(cursor);
      o[d] = rd(cursor);
      return o;
    };
  if (names.length === 5 || f === undefined || rf === undefined)
    return (cursor) => {
      const o: Values = {};
      o[a] = ra(cursor);
      o[b] = rb(cursor);
      o[c] = rc(cursor);
      o[d] = rd(cursor);
      o[e] = re(cursor);
      return o;
    };
  return (cursor) => {
    const o: Values = {};
    for (let i = 0; i < names.length; i++) o[names[i]!] = readers[i]!(cursor);
    return o;
  };
}
