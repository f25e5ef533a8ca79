/**
 * Leaves out bytes: halves first, single bytes last. Then the same cuts with an unchanged sum of the bytes, for frames
 * with a checksum.
 *
 *     61 62 63 64  →  61 62, 63 64, 62 63 64, …  →  61 64, …  →  61 C5, …
 */

/** The most parts of one size that are left out one by one. */
const MOST_PARTS = 64;
/**
 * The longest input whose parts are also cut with an unchanged sum. A longer one is cut to one or two bytes at once.
 */
const MOST_SUMMED = 64;
/** In input up to this length, two or three bytes are left out at any place: a field with the bytes before it. */
const MOST_ANYWHERE = 16;

/** Shorter and simpler bytes instead of these, the most promising first. */
export function* reduceBytes(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > MOST_SUMMED) for (const left of [1, 2]) yield* summed(bytes, left, bytes.length - left);
  for (let size = bytes.length >> 1; size >= 1; size >>= 1) {
    // Long input is cut only at its ends: byte by byte would take too many tries.
    const last = bytes.length - size;
    const froms = bytes.length / size > MOST_PARTS ? [last, 0] : stepsDown(last, size);
    for (const from of froms) yield without(bytes, from, size);
  }
  if (bytes.length <= MOST_ANYWHERE)
    for (const size of [2, 3])
      if (size < bytes.length)
        for (const from of stepsDown(bytes.length - size, 1)) yield without(bytes, from, size);
  if (bytes.length > MOST_SUMMED) return;
  for (let size = bytes.length >> 1; size >= 1; size >>= 1)
    for (const from of stepsDown(bytes.length - size, size)) yield* summed(bytes, from, size);
}

function without(bytes: Uint8Array, from: number, size: number): Uint8Array {
  return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(from + size)]);
}

/** A cut whose sum is added to the next byte; also with the number of removed bytes. */
function* summed(bytes: Uint8Array, from: number, size: number): Iterable<Uint8Array> {
  const gone = bytes.subarray(from, from + size).reduce((sum, byte) => sum + byte, 0);
  for (const carry of [gone, gone + size]) {
    const rest = without(bytes, from, size);
    const at = Math.min(from, rest.length - 1);
    if (at < 0) continue;
    rest[at] = (rest[at] ?? 0) + carry;
    yield rest;
  }
}

function stepsDown(from: number, size: number): readonly number[] {
  return Array.from({ length: Math.floor(from / size) + 1 }, (_, i) => from - i * size);
}
