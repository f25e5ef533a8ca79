/**
 * Explains frames: the fields of their content, and the bytes of the framing.
 *
 *     C0 | 01 | DB DC 00 | C0        END, tag, escape, address (2 bytes: the content's C0 and 00), END
 *
 * A field with an escape inside is several spans with one name. A COBS code for a zero belongs to the zero's field.
 */
import type { FieldSpan, FrameEvent } from '../frame';
import { bodyOf, delimitingOf, isDelimited, type Delimiting } from './decoders/delimiting';
import { hexOf } from './bytes/value-text';
import { DISCARDED, hexList } from './decoders/faults';
import { LEAST_STATUS } from './decoders/running-reader';
import type { Framing } from './framing';

/** What names the bytes of a content, and tells its length. */
interface ContentFields {
  fields(content: Uint8Array): readonly FieldSpan[];
  measure(buffer: Uint8Array, from: number, to: number): number;
}

/** The spans of all `events` of a decoder, in the order of their bytes. They cover each byte once. */
export function explainEvents(
  framing: Framing,
  wire: ContentFields,
  events: readonly FrameEvent<unknown>[],
): FieldSpan[] {
  const spans: FieldSpan[] = [];
  let at = 0;
  for (const event of events) {
    const isPart = event.kind === 'reject' && event.error.code === DISCARDED;
    spans.push(
      ...moved(isPart ? explainPart(framing, event.raw) : explainFrame(framing, wire, event.raw), at),
    );
    at += event.raw.length;
  }
  return spans;
}

/** A part of a longer stretch, or delimiters with nothing between them. */
function explainPart(framing: Framing, raw: Uint8Array): FieldSpan[] {
  if (!isDelimited(framing)) return [discardedSpan(raw)];
  const { name, marker } = delimitingOf(framing);
  return raw.every((byte) => byte === marker[0])
    ? Array.from(raw, (value, offset) => ({ name, offset, length: 1, value }))
    : [discardedSpan(raw)];
}

/** One frame, right or wrong. */
export function explainFrame(framing: Framing, wire: ContentFields, raw: Uint8Array): FieldSpan[] {
  if (framing.kind === 'start') return explainSized(framing.bytes, framing.trailer, wire, raw);
  if (framing.kind === 'length') return explainSized([], framing.trailer, wire, raw);
  if (framing.kind === 'running' && raw[0]! < LEAST_STATUS) return [discardedSpan(raw)];
  if (!isDelimited(framing)) return [...wire.fields(raw)];
  const delimiting = delimitingOf(framing);
  const [from, to] = bodyOf(delimiting, raw);
  const { start } = delimiting;
  if (from < start.length) return [discardedSpan(raw)];
  const spans = explainBody(delimiting, wire, raw, from, to);
  const name = start.length > 0 ? startName(start) : delimiting.name;
  return [
    ...(from > 0 ? [markerSpan(name, raw, 0, from)] : []),
    ...spans,
    ...(to < raw.length ? [markerSpan(delimiting.name, raw, to, raw.length)] : []),
  ];
}

/** Start bytes, content and trailer, where the content tells its length. */
function explainSized(
  start: readonly number[],
  trailer: readonly number[] | undefined,
  wire: ContentFields,
  raw: Uint8Array,
): FieldSpan[] {
  if (!start.every((byte, i) => raw[i] === byte)) return [discardedSpan(raw)];
  const from = start.length;
  const length = trailer === undefined || from === raw.length ? 0 : wire.measure(raw, from, raw.length);
  const to = length > 0 ? Math.min(from + length, raw.length) : raw.length;
  return [
    ...(from > 0 ? [markerSpan(startName(start), raw, 0, from)] : []),
    ...moved(wire.fields(raw.subarray(from, to)), from),
    ...(to < raw.length ? [markerSpan('trailer', raw, to, raw.length)] : []),
  ];
}

function startName(start: readonly number[]): string {
  return start.length === 1 ? 'start byte' : 'start bytes';
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
      spans.push({ name, offset: next, length: 1, value, meaning: meaning(value) });
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

function markerSpan(name: string, raw: Uint8Array, from: number, to: number): FieldSpan {
  const value = to - from === 1 ? raw[from]! : hexList([...raw.subarray(from, to)]);
  return { name, offset: from, length: to - from, value };
}

/** Bytes that mean nothing. */
export function discardedSpan(raw: Uint8Array): FieldSpan {
  return { name: 'discarded', offset: 0, length: raw.length, value: hexOf(raw) };
}

function moved(spans: readonly FieldSpan[], by: number): FieldSpan[] {
  return spans.map((span) => ({ ...span, offset: span.offset + by }));
}
