/** A chunk cut in two by time. */
import type { Chunk } from '../../../devices/links/link';
import { micros, type Micros } from '../../../protocols/time';

/** The bytes of a chunk that had passed at `time`, and the others, where they go one after the other at an even pace. */
export function splitChunk(chunk: Chunk, time: Micros): readonly [Chunk | undefined, Chunk] {
  const { bytes, notBefore, notAfter, lastNotBefore } = chunk;
  const pace = (notAfter - notBefore) / bytes.length;
  const count = Math.min(bytes.length - 1, Math.floor((time - notBefore) / pace));
  if (!(count > 0)) return [undefined, chunk];
  const end = micros(notBefore + count * pace);
  const earliest = micros(Math.max(notBefore, end - (notAfter - lastNotBefore)));
  return [
    { ...chunk, bytes: bytes.subarray(0, count), notAfter: end, lastNotBefore: earliest },
    { ...chunk, bytes: bytes.subarray(count), notBefore: earliest },
  ];
}
