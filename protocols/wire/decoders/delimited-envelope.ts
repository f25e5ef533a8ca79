/**
 * Frames that a delimiter ends: START body DELIMITER. The body is the content, stuffed where the delimiter may occur in it.
 *
 *     C0 | 01 | DB DC 00 | C0        END, tag, escape, address (2 bytes: the content's C0 and 00), END
 *
 * A field with an escape inside is several spans with one name. A COBS code for a zero belongs to the zero's field.
 */
import { countBytes } from '../../byte-text';
import type { FieldSpan } from '../../frame';
import { atOffset, limited, MORE, NONE, type ContentReader, type Reading } from './content';
import { bodyOf, longestDelimited, type DelimitedFraming, type Delimiting } from './delimiting';
import {
  discardedSpan,
  joined,
  markerSpans,
  matchAt,
  startName,
  type ContentFields,
  type Envelope,
} from './envelope';
import { falseStart, noise, tooLong, truncated } from './faults';

export function delimitedEnvelope(delimiting: DelimitedFraming): Envelope {
  const { name, start, marker, isFill, stuffing, longest: most } = delimiting;
  const leads = delimiting.leading && start.length === 0;
  const first = start.length === 0 && isFill ? marker : start;
  return {
    start: first,
    delimiting,
    longest: (content) => longestDelimited(delimiting, most ?? content),
    frame: (content) => joined(leads ? marker : start, stuffing.stuff(content), marker),
    refusal: (content) => {
      if (most !== undefined && content.length > most)
        return `a line has ${countBytes(most)} at most, not ${content.length}`;
      const again = start.length === 0 ? -1 : placeOf(start, stuffing.stuff(content));
      return again >= 0 ? `the start stands in the content, at ${again}` : undelimitable(delimiting, content);
    },
    content: (frame) => {
      const [from, to] = bodyOf(delimiting, frame);
      const content = stuffing.unstuff(frame, from, to);
      return content instanceof Uint8Array ? content : frame.subarray(from, to);
    },
    reader: (wire) => delimitedReader(limited(wire, most), first, delimiting),
    explain: (wire, raw) => {
      const [from, to] = bodyOf(delimiting, raw);
      if (from < start.length) return [discardedSpan(raw)];
      return [
        ...markerSpans(start.length > 0 ? startName(start) : name, raw, 0, from),
        ...explainBody(delimiting, wire, raw, from, to),
        ...markerSpans(name, raw, to, raw.length),
      ];
    },
  };
}

function undelimitable(
  { marker, before, isFill, name, stuffing }: Delimiting,
  content: Uint8Array,
): string | undefined {
  const body = stuffing.stuff(content);
  if (isFill) return body.length === 0 ? 'a frame without content' : undefined;
  if (before !== undefined && body[body.length - 1] === before)
    return `the content ends with a part of the ${name}`;
  const whole = joined([], body, marker);
  const found = placeOf(marker, whole);
  return found === body.length ? undefined : `the ${name} stands in the content, at ${found}`;
}

function placeOf(wanted: readonly number[], bytes: Uint8Array): number {
  return bytes.findIndex((_, at) => wanted.every((byte, i) => bytes[at + i] === byte));
}

function explainBody(
  { stuffing }: Delimiting,
  wire: ContentFields,
  raw: Uint8Array,
  from: number,
  to: number,
): FieldSpan[] {
  const offsets = stuffing.offsets(raw, from, to);
  const content = contentAt(offsets, stuffing.unstuff(raw, from, to), raw);
  const { name, meaning } = stuffing.overhead;
  const spans: FieldSpan[] = [];
  let next = from;
  const overhead = (end: number): void => {
    for (; next < end; next++) {
      const value = raw[next]!;
      spans.push({ name, offset: next, length: 1, value, meaning: meaning.replace('%d', String(value)) });
    }
  };
  for (const field of wire.fields(content)) {
    const end = field.offset + field.length;
    for (let i = field.offset; i < end;) {
      const offset = offsets[i]!;
      overhead(offset);
      let length = 1;
      while (i + length < end && offsets[i + length] === offset + length) length++;
      spans.push({ ...field, offset, length });
      i += length;
      next = offset + length;
    }
  }
  overhead(to);
  return spans;
}

/** The content, or its readable part where the body is wrong. */
function contentAt(offsets: readonly number[], content: unknown, raw: Uint8Array): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return Uint8Array.from(offsets, (offset) => raw[offset]!);
}

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
