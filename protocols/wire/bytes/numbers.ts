/**
 * Whole numbers in bytes, and numbers in ASCII digits.
 */
import type { BigNumberSpec, DigitsSpec, NumberSpec } from '../layout/field-spec';

type Reader = (bytes: Uint8Array, at: number) => number;
type Writer = (frame: Uint8Array, at: number, value: number) => void;

const UNSIGNED_BIG: readonly Reader[] = [
  (bytes, at) => bytes[at]!,
  (bytes, at) => (bytes[at]! << 8) | bytes[at + 1]!,
  (bytes, at) => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!,
  (bytes, at) => ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0,
];

const UNSIGNED_LITTLE: readonly Reader[] = [
  (bytes, at) => bytes[at]!,
  (bytes, at) => bytes[at]! | (bytes[at + 1]! << 8),
  (bytes, at) => bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16),
  (bytes, at) => (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0,
];

/** Reads the number, whatever its range. */
export function numberReader({
  bytes,
  order,
  signed,
}: Pick<NumberSpec, 'bytes' | 'order' | 'signed'>): Reader {
  const unsigned = (order === 'big' ? UNSIGNED_BIG : UNSIGNED_LITTLE)[bytes - 1]!;
  if (!signed) return unsigned;
  const shift = 32 - 8 * bytes;
  return (frame, at) => (unsigned(frame, at) << shift) >> shift;
}

const BIG: readonly Writer[] = [
  (frame, at, value) => {
    frame[at] = value;
  },
  (frame, at, value) => {
    frame[at] = value >> 8;
    frame[at + 1] = value;
  },
  (frame, at, value) => {
    frame[at] = value >> 16;
    frame[at + 1] = value >> 8;
    frame[at + 2] = value;
  },
  (frame, at, value) => {
    frame[at] = value >> 24;
    frame[at + 1] = value >> 16;
    frame[at + 2] = value >> 8;
    frame[at + 3] = value;
  },
];

const LITTLE: readonly Writer[] = [
  BIG[0]!,
  (frame, at, value) => {
    frame[at] = value;
    frame[at + 1] = value >> 8;
  },
  (frame, at, value) => {
    frame[at] = value;
    frame[at + 1] = value >> 8;
    frame[at + 2] = value >> 16;
  },
  (frame, at, value) => {
    frame[at] = value;
    frame[at + 1] = value >> 8;
    frame[at + 2] = value >> 16;
    frame[at + 3] = value >> 24;
  },
];

/** Writes the number, whatever its range. */
export function numberWriter({ bytes, order }: Pick<NumberSpec, 'bytes' | 'order'>): Writer {
  return (order === 'big' ? BIG : LITTLE)[bytes - 1]!;
}

/** The bytes of the number, whatever its range. */
export function numberBytes(spec: Pick<NumberSpec, 'bytes' | 'order'>, value: number): Uint8Array {
  const bytes = new Uint8Array(spec.bytes);
  numberWriter(spec)(bytes, 0, value);
  return bytes;
}

export function readBigNumber({ order, signed }: BigNumberSpec, bytes: Uint8Array, at: number): bigint {
  let value = 0n;
  for (let i = 0; i < 8; i++) value = (value << 8n) | BigInt(bytes[order === 'big' ? at + i : at + 7 - i]!);
  return signed ? BigInt.asIntN(64, value) : value;
}

/** Writes the lowest `size` bytes of a bigint. */
export function writeBigNumber(
  frame: Uint8Array,
  at: number,
  value: bigint,
  order: 'big' | 'little',
  size = 8,
): void {
  for (let i = 0; i < size; i++)
    frame[order === 'big' ? at + size - 1 - i : at + i] = Number((value >> BigInt(8 * i)) & 0xffn);
}

const [ZERO, MINUS, POINT] = [0x30, 0x2d, 0x2e];

/** The digits of a number that is in range and has no more decimals than the spec. */
export function digitsText({ radix, width = 1, fraction }: DigitsSpec, value: number): string {
  const sign = value < 0 ? '-' : '';
  const text = radix === 10 ? Math.abs(value).toFixed(fraction) : value.toString(16).toUpperCase();
  return sign + text.padStart(fraction > 0 ? width + fraction + 1 : width, '0');
}

/** True where {@link digitsText} writes the number exactly; -0 is 0, as rules that round may give it. */
export function isWritable({ fraction }: DigitsSpec, value: number): boolean {
  return Number.isFinite(value) && Number(value.toFixed(fraction)) === value;
}

export interface Digits {
  /** Offset of the first byte after the digits. */
  readonly end: number;
  readonly value: number;
}

function digitOf(byte: number | undefined, radix: number): number {
  if (byte === undefined) return NaN;
  if (byte >= ZERO && byte < ZERO + 10) return byte - ZERO;
  const letter = byte | 0x20;
  return radix === 16 && letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : NaN;
}

/**
 * Reads the digits that begin at `from`, before `to`. An offset: the first byte that does not fit, or `to` where the
 * number ends too early.
 */
export function readDigits(spec: DigitsSpec, bytes: Uint8Array, from: number, to: number): Digits | number {
  const { radix, width, most, signed, fraction } = spec;
  const isNegative = signed && from < to && bytes[from] === MINUS;
  let at = isNegative ? from + 1 : from;
  const begin = at;
  let value = 0;
  for (; at < to && at - begin < most; at++) {
    const digit = digitOf(bytes[at], radix);
    if (Number.isNaN(digit)) break;
    value = value * radix + digit;
  }
  if (at - begin < (width ?? 1)) return at;
  if (fraction > 0 && at < to && bytes[at] === POINT) {
    const point = at++;
    for (; at < to && at - point <= fraction; at++) {
      const digit = digitOf(bytes[at], 10);
      if (Number.isNaN(digit)) break;
      value = value * 10 + digit;
    }
    const places = at - point - 1;
    if (places < (width === undefined ? 1 : fraction)) return at;
    value /= 10 ** places;
  } else if (fraction > 0 && width !== undefined) return at;
  return { end: at, value: isNegative && value !== 0 ? -value : value };
}
