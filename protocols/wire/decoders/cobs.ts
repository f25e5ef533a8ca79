/**
 * COBS: 00 ends a frame, and each code byte says where the next zero of the content is.
 *
 *     00 00 11 → 01 01 02 11 | 00
 */
import { delimited, type DelimitedFraming, type LeadingOptions, type Stuffing } from './delimiting';
import { cobsOverrun } from './faults';

/** Longest group of COBS: a code byte and 254 bytes that are not zero. */
const FULL_GROUP = 0xff;

/**
 * Consistent Overhead Byte Stuffing (Cheshire and Baker 1999). A code byte n is followed by n - 1 bytes of the
 * content; then, unless n is 255 or the body ends, the content has a zero.
 */
const COBS_STUFFING: Stuffing = {
  overhead: { name: 'COBS code', meaning: 'the next code is %d bytes on' },
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

/** Consistent Overhead Byte Stuffing; 00 ends a frame. With `leading`, an encoded frame begins with 00 too. */
export function cobs(options: LeadingOptions = {}): DelimitedFraming {
  return delimited('cobs', options, { marker: [0], isFill: true, stuffing: COBS_STUFFING });
}
