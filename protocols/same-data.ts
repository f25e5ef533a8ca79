/** Equality of plain data, as messages and states are: most differ in their first field. */
import { isSameBytes } from './bytes';

/** Whether two values have the same content: bytes, lists, maps, sets, and objects without undefined properties. -0 is 0, NaN is NaN. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return isSameBytes(a, b);
  if (a instanceof Map && b instanceof Map)
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSameData(value, b.get(key)));
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((one) => b.has(one));
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => isSameData(one, b[i]));
  return isRecord(a) && isRecord(b) && isSameRecord(a, b);
}

/** Without a list of the keys: campaigns compare some ten thousand messages a second. */
function isSameRecord(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  let others = 0;
  for (const key in a) {
    if (!isSameData(a[key], b[key])) return false;
    if (a[key] !== undefined) others--;
  }
  for (const key in b) if (b[key] !== undefined) others++;
  return others === 0;
}

function isRecord(value: object): value is Readonly<Record<string, unknown>> {
  const isOther = value instanceof Uint8Array || value instanceof Map || value instanceof Set;
  return !isOther && !Array.isArray(value);
}
