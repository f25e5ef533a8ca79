/** Cuts a chunk in two by time. */
import type { Chunk } from '../../../protocols/chunk';
import { micros, type Micros } from '../../../protocols/time';

/** The bytes of a chunk up to `time`, and the others. Bytes are evenly spaced. */
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
