/** A long write in pieces, each with its own time: told at once, its end would seem to come behind a pause. */
import type { Chunk } from '../../devices/link';
import { micros, type Micros } from '../../protocols/time';

/** Pieces of `span` microseconds at most; one chunk stays one where it took no longer. */
export function sliced(chunk: Chunk, span: Micros): readonly Chunk[] {
  const { bytes, notBefore, notAfter, direction } = chunk;
  const parts = Math.max(1, Math.ceil((notAfter - notBefore) / span));
  const size = Math.max(1, Math.ceil(bytes.length / parts));
  if (parts === 1) return [chunk];
  const at = (count: number): Micros => micros(notBefore + ((notAfter - notBefore) * count) / bytes.length);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => {
    const [from, to] = [i * size, Math.min(bytes.length, (i + 1) * size)];
    // A frame may end with any of its bytes.
    const begin = at(from);
    return {
      direction,
      bytes: bytes.subarray(from, to),
      notBefore: begin,
      notAfter: at(to),
      lastNotBefore: begin,
    };
  });
}
