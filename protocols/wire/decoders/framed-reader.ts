/**
 * Reads whole frames: content with what its framing puts around it.
 *
 *     START content TRAILER      its length follows from the content
 *     START body DELIMITER
 *
 * Start bytes and trailer may be missing. Start bytes do not occur in a body.
 */
import type { PartFraming } from '../framing';
import { atOffset, MORE, NONE, type ContentReader, type Reading } from './content';
import { delimitingOf, longestDelimited, type Delimiting } from './delimiting';
import { falseStart, noise, tooLong, truncated, wrongTrailer } from './faults';
import { readBody } from './read-body';

/** The bytes that every frame of a framing begins with, on a line with others. */
export function startOf(framing: PartFraming): readonly number[] {
  switch (framing.kind) {
    case 'start':
      return framing.bytes;
    case 'length':
    case 'fixed':
      return [];
    default: {
      const { start, marker, isFill } = delimitingOf(framing);
      return start.length === 0 && isFill ? marker : start;
    }
  }
}

/** Whether these bytes are at `at`: 1; or begin there, as far as bytes have come: 0; or neither: -1. */
export function matchAt(wanted: readonly number[], bytes: Uint8Array, at: number, to: number): -1 | 0 | 1 {
  for (let i = 0; i < wanted.length; i++) {
    if (at + i >= to) return 0;
    if (bytes[at + i] !== wanted[i]) return -1;
  }
  return 1;
}

/** The frames of one wire in one framing. */
export function framedReader<M>(wire: ContentReader<M>, framing: PartFraming): ContentReader<M> {
  const start = startOf(framing);
  if (framing.kind === 'fixed') return sizedReader(limited(wire, framing.length), start, [], framing);
  if (framing.kind === 'start' || framing.kind === 'length')
    return sizedReader(wire, start, framing.trailer ?? [], framing);
  const longest = framing.kind === 'lines' ? framing.longest : undefined;
  return delimitedReader(limited(wire, longest), start, delimitingOf(framing));
}

/** The same content, of at most `longest` bytes. */
export function limited<M>(wire: ContentReader<M>, longest = wire.longest): ContentReader<M> {
  return {
    longest,
    decode: (content) => wire.decode(content),
    measure: (buffer, from, to) => wire.measure(buffer, from, to),
    startError: (content) => wire.startError(content),
  };
}

function sizedReader<M>(
  wire: ContentReader<M>,
  start: readonly number[],
  trailer: readonly number[],
  framing: PartFraming,
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
      if (framing.kind === 'fixed') return framing.length;
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

function delimitedReader<M>(
  wire: ContentReader<M>,
  start: readonly number[],
  delimiting: Delimiting,
): ContentReader<M> {
  const { marker, isFill } = delimiting;
  const longest = longestDelimited(delimiting, wire.longest);
  const ending = marker[marker.length - 1]!;
  const repeats = start.length > 0 && !isFill;
  /** Where the first delimiter at or after `from` ends; {@link MORE} or {@link NONE}. */
  const endAfter = (buffer: Uint8Array, from: number, to: number): number => {
    for (let at = from; at < to; at++) {
      if (repeats && matchAt(start, buffer, at, to) === 1) return NONE;
      if (buffer[at] !== ending || at + 1 - marker.length < from) continue;
      if (matchAt(marker, buffer, at + 1 - marker.length, to) === 1) return at + 1;
    }
    return MORE;
  };
  return {
    longest,
    measure: (buffer, at, to) => {
      const found = matchAt(start, buffer, at, to);
      if (found <= 0) return found === 0 ? MORE : NONE;
      const begin = at + start.length;
      const end = endAfter(buffer, begin, Math.min(to, at + longest));
      if (end === NONE || (isFill && end === begin + marker.length)) return NONE;
      if (end > 0) return end - at;
      return to - at >= longest ? NONE : MORE;
    },
    decode: (raw) => readBody(wire, delimiting, raw),
    startError: (raw) => {
      const found = matchAt(start, raw, 0, raw.length);
      if (found !== 1) return found === 0 ? truncated(raw.length, 0) : noise(raw.length, [start]);
      return raw.length >= longest ? tooLong(wire.longest, 0) : falseStart(start.length);
    },
  };
}
