/** Whether two values have the same content: bytes, lists, and objects without undefined properties. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array)
    return (
      a instanceof Uint8Array &&
      b instanceof Uint8Array &&
      a.length === b.length &&
      a.every((byte, i) => byte === b[i])
    );
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [definedEntries(a), definedEntries(b)];
  return (
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
  );
}

function definedEntries(value: object): Map<unknown, unknown> {
  const entries: Iterable<[unknown, unknown]> =
    value instanceof Map ? value : value instanceof Set ? value.entries() : Object.entries(value);
  return new Map([...entries].filter(([, one]) => one !== undefined));
}
