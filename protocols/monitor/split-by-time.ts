/** Splits a long write into pieces with their own times: as one chunk, its end would seem to come after a pause. */
import type { Chunk } from '../chunk';
import { micros, type Micros } from '../time';

/**
 * Some bytes are pieces of their own: lines begin and end with them, so that their times are exact. Between them there are as few pieces
 * of `span` as possible. A chunk that took no longer stays whole. Where the line may have no pace, each piece may have passed at any time of
 * the chunk.
 */
export function splitAtBytes(
  chunk: Chunk,
  boundaries: readonly number[],
  span: { readonly most: Micros; readonly least: Micros },
): readonly Chunk[] {
  const { bytes, notBefore, notAfter, lastNotBefore, direction } = chunk;
  if (notAfter - notBefore <= span.least) return [chunk];
  const cuts = cutsAt(chunk, boundaries, span);
  const isPaced = lastNotBefore > notBefore;
  const byTime = (end: Micros, count: number): Micros =>
    micros(notBefore + ((end - notBefore) * count) / bytes.length);
  return cuts.map((from, i) => {
    const to = cuts[i + 1] ?? bytes.length;
    const begin = byTime(lastNotBefore, from);
    return {
      direction,
      bytes: bytes.subarray(from, to),
      notBefore: begin,
      notAfter: isPaced ? byTime(notAfter, to) : notAfter,
      lastNotBefore: begin,
    };
  });
}

/** Where pieces begin. */
function cutsAt(
  { bytes, notBefore, notAfter }: Chunk,
  boundaries: readonly number[],
  span: { readonly most: Micros; readonly least: Micros },
): readonly number[] {
  const each = (notAfter - notBefore) / bytes.length;
  const longest = Math.max(1, Math.floor(span.most / each));
  const cuts = [0];
  for (let at = 0; at < bytes.length; at++) {
    const from = cuts.at(-1) ?? 0;
    const isBoundary = boundaries.includes(bytes[at] ?? 0);
    if ((isBoundary || at - from >= longest) && at > from) cuts.push(at);
    if (isBoundary) cuts.push(at + 1);
  }
  if (cuts.at(-1) === bytes.length) cuts.pop();
  const most = Math.ceil((notAfter - notBefore) / span.least);
  if (cuts.length <= most + 2) return cuts;
  const size = Math.max(1, Math.ceil(bytes.length / most));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => i * size);
}
