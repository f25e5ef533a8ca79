/** What surrounds the content of frames that a delimiter ends: data for the delimited decoder and for `fields`. */
import { cachedBySpec } from '../layout/spec-cache';
import type {
  CobsFraming,
  DelimiterFraming,
  EscapedFraming,
  Framing,
  LinesFraming,
  SlipFraming,
} from '../framing';
import { COBS_STUFFING, escapeStuffing, NO_STUFFING, type Stuffing } from './stuffing';

export type DelimitedFraming = DelimiterFraming | LinesFraming | SlipFraming | EscapedFraming | CobsFraming;

export interface Delimiting {
  /** The name of the delimiter in a hex view. */
  readonly name: string;
  /** The bytes that begin a frame, where they differ from those that end it. */
  readonly start: readonly number[];
  /** The bytes that end a frame. */
  readonly marker: readonly number[];
  /** A byte that may come before the marker. It is then no content. */
  readonly before?: number;
  /** True where delimiters without content between them are no frame, but may come before one. */
  readonly isFill: boolean;
  readonly stuffing: Stuffing;
}

const CR = 0x0d;
const LF = 0x0a;
const SLIP = { end: 0xc0, escape: 0xdb, codedEnd: 0xdc, codedEscape: 0xdd } as const;

const SLIP_STUFFING = escapeStuffing({
  escape: SLIP.escape,
  pairs: [
    [SLIP.end, SLIP.codedEnd],
    [SLIP.escape, SLIP.codedEscape],
  ],
});

export function isDelimited(framing: Framing): framing is DelimitedFraming {
  return ['delimiter', 'lines', 'slip', 'escaped', 'cobs'].includes(framing.kind);
}

export function delimitingOf(framing: DelimitedFraming): Delimiting {
  switch (framing.kind) {
    case 'delimiter':
      return {
        name: 'delimiter',
        start: framing.start ?? [],
        marker: framing.bytes,
        isFill: false,
        stuffing: NO_STUFFING,
      };
    case 'lines':
      return linesDelimiting(framing);
    case 'slip':
      return { name: 'END', start: [], marker: [SLIP.end], isFill: true, stuffing: SLIP_STUFFING };
    case 'escaped':
      return escapedDelimiting(framing);
    case 'cobs':
      return { name: 'delimiter', start: [], marker: [0], isFill: true, stuffing: COBS_STUFFING };
  }
}

function linesDelimiting({ end, start = [] }: LinesFraming): Delimiting {
  const line = { name: 'line end', start, isFill: false, stuffing: NO_STUFFING };
  if (end === 'crlf') return { ...line, marker: [CR, LF] };
  return end === 'lf' ? { ...line, marker: [LF] } : { ...line, marker: [LF], before: CR };
}

/** Each encoding asks for its own twice. */
const escapedDelimiting = cachedBySpec((framing: EscapedFraming): Delimiting => {
  const { start = [], flag, escape, xor } = framing;
  const pairs = [...start, flag, escape].map((byte) => [byte, byte ^ xor] as const);
  const stuffing = escapeStuffing({ escape, pairs, xor });
  return { name: 'flag', start, marker: [flag], isFill: start.length === 0, stuffing };
});

/** Most bytes of a frame, delimiters and stuffing included, with content of at most `longest` bytes. */
export function longestDelimited(delimiting: Delimiting, longest: number): number {
  const { start, marker, before, isFill, stuffing } = delimiting;
  return (
    start.length + stuffing.most(longest) + marker.length + (before === undefined ? 0 : 1) + (isFill ? 1 : 0)
  );
}

/** Where the body of a frame begins and ends: `raw` without its delimiters, if there are any. */
export function bodyOf(delimiting: Delimiting, raw: Uint8Array): readonly [from: number, to: number] {
  const { start, marker, before, isFill } = delimiting;
  const isLed = start.length > 0 && start.every((byte, i) => raw[i] === byte);
  const from = isLed ? start.length : isFill && raw[0] === marker[0] ? 1 : 0;
  if (raw.length - from < marker.length || !endsWith(raw, marker)) return [from, raw.length];
  const to = raw.length - marker.length;
  return [from, Math.max(from, before !== undefined && raw[to - 1] === before ? to - 1 : to)];
}

function endsWith(raw: Uint8Array, marker: readonly number[]): boolean {
  const at = raw.length - marker.length;
  return at >= 0 && marker.every((byte, i) => raw[at + i] === byte);
}
