/**
 * Frames between flags, with an escape before each byte that must not stand in a body.
 *
 *     SLIP (RFC 1055)    C0 → DB DC            DB → DB DD
 *     HDLC (RFC 1662)    7E → 7D 5E            7D → 7D 5D
 */
import { checkByte } from '../bytes/marker';
import { delimited, type DelimitedFraming, type LeadingOptions, type Stuffing } from './delimiting';
import { badEscape, danglingEscape } from './faults';

interface Escapes {
  readonly escape: number;
  /** Pairs of a content byte and its code after the escape. */
  readonly pairs: readonly (readonly [byte: number, code: number])[];
  /** Any other byte after the escape is xored with this; undefined: it is an error. */
  readonly xor?: number;
}

/** An escape byte before each byte that must not stand in a body. */
function escapeStuffing(escapes: Escapes): Stuffing {
  const { escape, pairs, xor } = escapes;
  const codes = new Int16Array(256).fill(-1);
  const plain = Int16Array.from({ length: 256 }, (_, code) => (xor === undefined ? -1 : code ^ xor));
  for (const [byte, code] of pairs) {
    codes[byte] = code;
    plain[code] = byte;
  }
  const isEscaped = (byte: number): boolean => codes[byte]! >= 0;
  return {
    overhead: { name: 'escape', meaning: 'the next byte is escaped' },
    stuff: (content) => {
      let extra = 0;
      for (const byte of content) if (isEscaped(byte)) extra++;
      const body = new Uint8Array(content.length + extra);
      let at = 0;
      for (const byte of content) {
        if (isEscaped(byte)) body[at++] = escape;
        body[at++] = isEscaped(byte) ? codes[byte]! : byte;
      }
      return body;
    },
    unstuff: (raw, from, to) => {
      const content = new Uint8Array(to - from);
      let length = 0;
      for (let at = from; at < to; at++) {
        const byte = raw[at]!;
        if (byte !== escape) {
          content[length++] = byte;
          continue;
        }
        if (++at === to) return danglingEscape(at - 1, escape);
        const code = plain[raw[at]!]!;
        if (code < 0) return badEscape(at, raw[at]!, pairs);
        content[length++] = code;
      }
      return length === content.length ? content : content.subarray(0, length);
    },
    offsets: (raw, from, to) => {
      const offsets: number[] = [];
      for (let at = from; at < to; at++) {
        if (raw[at] === escape && at + 1 < to) at++;
        offsets.push(at);
      }
      return offsets;
    },
    most: (length) => 2 * length,
    dissected: { kind: 'escapes', ...escapes },
  };
}

const END = 0xc0;
const SLIP_STUFFING = escapeStuffing({
  escape: 0xdb,
  pairs: [
    [END, 0xdc],
    [0xdb, 0xdd],
  ],
});

/** RFC 1055. An encoded frame begins with END too, as the RFC proposes, unless `leading` is false. */
export function slip(options: LeadingOptions = {}): DelimitedFraming {
  const around = { name: 'END', marker: [END], isFill: true, stuffing: SLIP_STUFFING };
  return delimited('slip', { leading: true, ...options }, around);
}

/** Options of {@link escaped}. */
export interface EscapedOptions extends LeadingOptions {
  /** The byte that ends a frame, and begins it where there is no `start`. Default 7E. */
  readonly flag?: number;
  /** The byte before an escaped one. Default 7D. */
  readonly escape?: number;
  /** What an escaped byte is xored with. Default 20. */
  readonly xor?: number;
  /** Another byte than `flag` that begins each frame. It is escaped in the content, too. */
  readonly start?: number;
}

/** As HDLC on an asynchronous line (RFC 1662): flag 7E, escape 7D, xor 20, and a flag before the frame too. */
export function escaped(options: EscapedOptions = {}): DelimitedFraming {
  const { flag = 0x7e, escape = 0x7d, xor = 0x20, start, leading = start === undefined } = options;
  const special = [...(start === undefined ? [] : [start]), flag, escape];
  for (const byte of [...special, xor]) checkByte('escaped', byte);
  const all = [...special, ...special.map((byte) => byte ^ xor)];
  if (new Set(all).size < all.length)
    throw new RangeError(
      `escaped: ${start === undefined ? '' : 'start, '}flag, escape, and what they become by xor must be ${start === undefined ? 'four' : 'six'} different bytes`,
    );
  const pairs = special.map((byte) => [byte, byte ^ xor] as const);
  const stuffing = escapeStuffing({ escape, pairs, xor });
  const around = { name: 'flag', marker: [flag], isFill: start === undefined, stuffing };
  return delimited('escaped', { ...options, leading }, around);
}
