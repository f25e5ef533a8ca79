/** Whole numbers in bytes. */
import type { BigNumberSpec, NumberSpec } from '../layout/field-spec';

type Reader = (bytes: Uint8Array, at: number) => number;
type Writer = (frame: Uint8Array, at: number, value: number) => void;

type Form = Pick<NumberSpec, 'bytes' | 'order'>;

/** Reads the number, whatever its range. */
export function numberReader({ bytes, order, signed }: Form & Pick<NumberSpec, 'signed'>): Reader {
  if (bytes === 1 && !signed) return (frame, at) => frame[at]!;
  const isBig = order === 'big';
  const shift = 32 - 8 * bytes;
  return (frame, at) => {
    let value = 0;
    for (let i = 0; i < bytes; i++) value = (value << 8) | frame[at + (isBig ? i : bytes - 1 - i)]!;
    return signed ? (value << shift) >> shift : value >>> 0;
  };
}

/** Writes the number, whatever its range. */
export function numberWriter({ bytes, order }: Form): Writer {
  if (bytes === 1)
    return (frame, at, value) => {
      frame[at] = value;
    };
  const isBig = order === 'big';
  return (frame, at, value) => {
    for (let i = 0; i < bytes; i++) frame[at + (isBig ? bytes - 1 - i : i)] = value >> (8 * i);
  };
}

/** The bytes of the number, whatever its range. */
export function numberBytes(spec: Form, value: number): Uint8Array {
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
