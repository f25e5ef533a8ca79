/** Whole numbers in bytes. */
import type { BigNumberSpec, NumberSpec } from '../layout/field-spec';

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
