/** What a framing puts around the content of a frame: to write it, to take it off, to find frames, and to name its bytes. */
import type { FieldSpan } from '../../frame';
import { hexOf } from '../bytes/value-text';
import type { ContentReader } from './content';
import type { Delimiting } from './delimiting';
import { hexList } from './faults';

export interface Envelope {
  /** The bytes that every frame begins with, on a line with others. */
  readonly start: readonly number[];
  /** Where a delimiter ends the frame. */
  readonly delimiting?: Delimiting;
  /** Most bytes of a frame with content of at most `content` bytes. */
  longest(content: number): number;
  /** The frame with this content. The content is not checked. */
  frame(content: Uint8Array): Uint8Array;
  /** Why a receiver would not read this content back as one frame; undefined: it would. */
  refusal(content: Uint8Array): string | undefined;
  /** The content of a frame, as far as it can be read. */
  content(frame: Uint8Array): Uint8Array;
  /** Reads whole frames. */
  reader<M>(wire: ContentReader<M>): ContentReader<M>;
  /** The bytes of one frame by their names, right or wrong. */
  explain(wire: ContentFields, raw: Uint8Array): FieldSpan[];
}

/** What names the bytes of a content, and tells its length. */
export interface ContentFields {
  fields(content: Uint8Array): readonly FieldSpan[];
  measure(buffer: Uint8Array, from: number, to: number): number;
}

/** Whether these bytes are at `at`: 1; or begin there, as far as bytes have come: 0; or neither: -1. */
export function matchAt(wanted: readonly number[], bytes: Uint8Array, at: number, to: number): -1 | 0 | 1 {
  for (let i = 0; i < wanted.length; i++) {
    if (at + i >= to) return 0;
    if (bytes[at + i] !== wanted[i]) return -1;
  }
  return 1;
}

/** Whether the bytes begin with these. */
export function isLed(raw: Uint8Array, start: readonly number[]): boolean {
  return matchAt(start, raw, 0, raw.length) === 1;
}

export function joined(
  before: readonly number[],
  content: Uint8Array,
  behind: readonly number[],
): Uint8Array {
  if (before.length + behind.length === 0) return content;
  const whole = new Uint8Array(before.length + content.length + behind.length);
  whole.set(before);
  whole.set(content, before.length);
  whole.set(behind, before.length + content.length);
  return whole;
}

/** The span of bytes that are always the same; none: no span. */
export function markerSpans(name: string, raw: Uint8Array, from: number, to: number): FieldSpan[] {
  if (from === to) return [];
  const value = to - from === 1 ? raw[from]! : hexList([...raw.subarray(from, to)]);
  return [{ name, offset: from, length: to - from, value }];
}

export function startName(start: readonly number[]): string {
  return start.length === 1 ? 'start byte' : 'start bytes';
}

/** Bytes that mean nothing. */
export function discardedSpan(raw: Uint8Array): FieldSpan {
  return { name: 'discarded', offset: 0, length: raw.length, value: hexOf(raw) };
}

export function moved(spans: readonly FieldSpan[], by: number): FieldSpan[] {
  return spans.map((span) => ({ ...span, offset: span.offset + by }));
}
