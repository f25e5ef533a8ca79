/** Bytes as a whole: joined, compared, and as text. */

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function isSameBytes(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** A buffer makes long texts faster, and short ones slower. */
const SHORT = 32;

/** A character for each byte: the same text, the same bytes. */
export function latin1(bytes: Uint8Array): string {
  if (bytes.length <= SHORT) return String.fromCharCode(...bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Lower-case hex text. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
