/** Reads what stands before a delimiter. */
import { atOffset, type ContentReader, type Reading } from './content';
import { bodyOf, type Delimiting } from './delimiting';
import { tooLong } from './faults';

/** The content of a frame with its delimiters, or what is wrong with it (offset in `raw`). */
export function readBody<M>(wire: ContentReader<M>, delimiting: Delimiting, raw: Uint8Array): Reading<M> {
  const { stuffing } = delimiting;
  const [from, to] = bodyOf(delimiting, raw);
  const content = stuffing.unstuff(raw, from, to);
  if (!(content instanceof Uint8Array)) return { kind: 'reject', error: content };
  if (content.length > wire.longest) return { kind: 'reject', error: tooLong(wire.longest, to) };
  const read = wire.decode(content);
  if (read.kind === 'frame') return read;
  const offset = stuffing.offsets(raw, from, to)[read.error.offset] ?? to;
  return { ...read, error: atOffset(read.error, offset) };
}
