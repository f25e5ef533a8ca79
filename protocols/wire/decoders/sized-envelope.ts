/**
 * Frames whose length follows from their content, or is fixed, or is known otherwise.
 *
 *     START content TRAILER      both may be missing
 */
import { countBytes } from '../../byte-text';
import type { Framing, SizedFraming } from '../framing';
import { atOffset, limited, MORE, NONE, type ContentReader, type Reading } from './content';
import type { DelimitedFraming } from './delimiting';
import {
  discardedSpan,
  isLed,
  joined,
  markerSpans,
  matchAt,
  moved,
  startName,
  type Envelope,
} from './envelope';
import { falseStart, noise, truncated, wrongTrailer } from './faults';

/** The first byte of every message with a running status is this or above; all others are below. */
export const LEAST_STATUS = 0x80;

const BARE: Pick<SizedFraming, 'start' | 'trailer' | 'fixed'> = { start: [], trailer: [] };

export function sizedEnvelope(framing: Exclude<Framing, DelimitedFraming>): Envelope {
  const { start, trailer, fixed } = framing.kind === 'sized' ? framing : BARE;
  const around = start.length + trailer.length;
  const from = start.length;
  return {
    start,
    longest: (content) => fixed ?? around + content,
    frame: (content) => joined(start, content, trailer),
    refusal: (content) => {
      const { length } = content;
      if (fixed !== undefined)
        return length === fixed ? undefined : `a frame has ${countBytes(fixed)}, not ${length}`;
      if (length === 0) return 'a frame without content';
      return framing.kind === 'running' ? statusFault(content) : undefined;
    },
    content: (frame) => {
      const begin = isLed(frame, start) ? from : 0;
      return frame.subarray(begin, Math.max(begin, frame.length - trailer.length));
    },
    reader: (wire) => sizedReader(limited(wire, fixed), start, trailer, fixed),
    explain: (wire, raw) => {
      const isImplied = framing.kind === 'running' && raw[0]! < LEAST_STATUS;
      if (isImplied || !isLed(raw, start)) return [discardedSpan(raw)];
      const length = trailer.length === 0 || from === raw.length ? 0 : wire.measure(raw, from, raw.length);
      const to = length > 0 ? Math.min(from + length, raw.length) : raw.length;
      return [
        ...markerSpans(startName(start), raw, 0, from),
        ...moved(wire.fields(raw.subarray(from, to)), from),
        ...markerSpans('trailer', raw, to, raw.length),
      ];
    },
  };
}

/** The first byte is a status, and no other. */
function statusFault(content: Uint8Array): string | undefined {
  const wrong = content.findIndex((byte, at) => byte >= LEAST_STATUS !== (at === 0));
  return wrong < 0 ? undefined : `byte ${wrong} is ${wrong === 0 ? 'no' : 'a'} status byte`;
}

function sizedReader<M>(
  wire: ContentReader<M>,
  start: readonly number[],
  trailer: readonly number[],
  fixed: number | undefined,
): ContentReader<M> {
  const around = start.length + trailer.length;
  const { longest } = wire;
  const from = start.length;
  return {
    longest: around + longest,
    measure: (buffer, at, to) => {
      if (start.length > 0) {
        const found = matchAt(start, buffer, at, to);
        if (found <= 0) return found === 0 ? MORE : NONE;
      }
      if (fixed !== undefined) return fixed;
      const begin = at + from;
      const length = begin < to ? wire.measure(buffer, begin, to) : MORE;
      if (length === MORE) return to - begin < longest ? MORE : NONE;
      return length < 0 || length > longest ? NONE : around + length;
    },
    decode: (raw) => {
      const end = raw.length - trailer.length;
      if (trailer.length > 0 && matchAt(trailer, raw, end, raw.length) !== 1)
        return { kind: 'reject', error: wrongTrailer(trailer, raw, end) };
      return from === 0 && trailer.length === 0
        ? wire.decode(raw)
        : shifted(wire.decode(raw.subarray(from, end)), from);
    },
    startError: (raw) => {
      const found = matchAt(start, raw, 0, raw.length);
      if (found !== 1) return found === 0 ? truncated(raw.length, 0) : noise(raw.length, [start]);
      const content = raw.subarray(from);
      if (content.length === 0 || (from > 0 && wire.measure(content, 0, content.length) !== NONE))
        return falseStart(from);
      const error = wire.startError(content);
      return atOffset(error, from + error.offset);
    },
  };
}

function shifted<M>(read: Reading<M>, by: number): Reading<M> {
  return read.kind === 'frame' ? read : { ...read, error: atOffset(read.error, by + read.error.offset) };
}
