/**
 * Byte stuffing: content without delimiters in it.
 *
 *     SLIP (RFC 1055)    C0 → DB DC            DB → DB DD
 *     HDLC (RFC 1662)    7E → 7D 5E            7D → 7D 5D
 *     COBS               00 00 11 → 01 01 02 11: each code byte says where the next zero of the content is
 */
import type { FrameError } from '../../frame';
import { badEscape, cobsOverrun, danglingEscape } from './faults';

/** A body is what stands between two delimiters: `raw` from `from` up to `to`. */
export interface Stuffing {
  /** The name and the meaning of bytes that carry no content. */
  readonly overhead: { readonly name: string; readonly meaning: (byte: number) => string };
  stuff(content: Uint8Array): Uint8Array;
  /** The content of a body, or what is wrong with it (offset in `raw`). */
  unstuff(raw: Uint8Array, from: number, to: number): Uint8Array | FrameError;
  /** Offset in `raw` of each byte of the content, as far as the body can be read. */
  offsets(raw: Uint8Array, from: number, to: number): number[];
  /** The most bytes that content of `length` bytes takes. */
  most(length: number): number;
  /** For a dissector, which has one of this kind (dissection/lua/described/stuffing.lua). */
  readonly dissected: { readonly kind: string };
}

/** Content without a change. */
export const NO_STUFFING: Stuffing = {
  overhead: { name: 'unused', meaning: () => '' },
  stuff: (content) => content,
  unstuff: (raw, from, to) => raw.subarray(from, to),
  offsets: (_raw, from, to) => Array.from({ length: to - from }, (_, i) => from + i),
  most: (length) => length,
  dissected: { kind: 'none' },
};

interface Escapes {
  readonly escape: number;
  /** Pairs of a content byte and its code after the escape. */
  readonly pairs: readonly (readonly [byte: number, code: number])[];
  /** Any other byte after the escape is xored with this; undefined: it is an error. */
  readonly xor?: number;
}

/** An escape byte before each byte that must not stand in a body. */
export function escapeStuffing(escapes: Escapes): Stuffing {
  const { escape, pairs, xor } = escapes;
  const codes = new Int16Array(256).fill(-1);
  const plain = Int16Array.from({ length: 256 }, (_, code) => (xor === undefined ? -1 : code ^ xor));
  for (const [byte, code] of pairs) {
    codes[byte] = code;
    plain[code] = byte;
  }
  const isEscaped = (byte: number): boolean => codes[byte]! >= 0;
  return {
    overhead: { name: 'escape', meaning: () => 'the next byte is escaped' },
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

/** Longest group of COBS: a code byte and 254 bytes that are not zero. */
const FULL_GROUP = 0xff;

/**
 * Consistent Overhead Byte Stuffing (Cheshire and Baker 1999). A code byte n is followed by n - 1 bytes of the
 * content; then, unless n is 255 or the body ends, the content has a zero.
 */
export const COBS_STUFFING: Stuffing = {
  overhead: { name: 'COBS code', meaning: (code) => `the next code is ${code} bytes on` },
  stuff: (content) => {
    const body = new Uint8Array(COBS_STUFFING.most(content.length));
    let code = 0;
    let at = 1;
    content.forEach((byte, i) => {
      if (byte !== 0) body[at++] = byte;
      const isFull = at - code === FULL_GROUP && i < content.length - 1;
      if (byte !== 0 && !isFull) return;
      body[code] = at - code;
      code = at++;
    });
    body[code] = at - code;
    return body.subarray(0, at);
  },
  unstuff: (raw, from, to) => {
    const content = new Uint8Array(to - from);
    let length = 0;
    for (let at = from; at < to;) {
      const code = raw[at]!;
      const next = at + code;
      if (next > to) return cobsOverrun(at, code, to);
      for (at++; at < next; at++) content[length++] = raw[at]!;
      if (code !== FULL_GROUP && next < to) content[length++] = 0;
    }
    return content.subarray(0, length);
  },
  offsets: (raw, from, to) => {
    const offsets: number[] = [];
    for (let at = from, isZero = false; at < to;) {
      const code = raw[at]!;
      if (isZero) offsets.push(at);
      isZero = code !== FULL_GROUP;
      const next = Math.min(at + code, to);
      for (at++; at < next; at++) offsets.push(at);
    }
    return offsets;
  },
  most: (length) => length + Math.floor(length / 254) + 1,
  dissected: { kind: 'cobs' },
};
