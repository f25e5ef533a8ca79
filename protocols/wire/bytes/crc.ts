/**
 * CRCs by the parameters of Rocksoft's model, a table for each: up to 32 bits in numbers, beyond in bigints.
 */
import type { ByteOrder } from '../layout/field-spec';

/** A CRC by the parameters of Rocksoft's model. */
export interface CrcSpec extends Required<CrcOptions> {
  readonly kind: 'crc';
  readonly bytes: number;
}

/** A CRC by its Rocksoft parameters, as catalogues list them. */
export interface CrcOptions {
  /** Bits of the CRC, 1..64. It takes as many whole bytes as they need. */
  readonly width: number;
  /** The polynomial without its highest term, not reflected: 0x1021. A bigint above 32 bits. */
  readonly poly: number | bigint;
  /** Default 0. */
  readonly init?: number | bigint;
  /** Bits of each byte, and of the result, are taken lowest first. Default false. */
  readonly refIn?: boolean;
  readonly refOut?: boolean;
  /** Default 0. */
  readonly xorOut?: number | bigint;
  /** The order of its bytes in the frame. Default `big`. */
  readonly order?: ByteOrder;
}

/** Computes a sum over `bytes`, from `from` up to `to`. */
export type Compute<N = number> = (bytes: Uint8Array, from: number, to: number) => N;

/** The computation of a CRC, with its table made. */
export function crcCompute(spec: CrcSpec): Compute<number> | Compute<bigint> {
  if (spec.width > 32) return wide(spec);
  return spec.refIn ? reflected(spec) : straight(spec);
}

function reflect(value: number, width: number): number {
  let result = 0;
  for (let bit = 0; bit < width; bit++) if ((value >>> bit) & 1) result |= 1 << (width - 1 - bit);
  return result >>> 0;
}

function reflectBig(value: bigint, width: number): bigint {
  let result = 0n;
  for (let bit = 0; bit < width; bit++) result = (result << 1n) | ((value >> BigInt(bit)) & 1n);
  return result;
}

/** The register's lowest bit goes first. */
function reflected({ width, poly, init, refOut, xorOut }: CrcSpec): Compute {
  const divisor = reflect(Number(poly), width);
  const table = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? divisor : 0);
    return value;
  });
  const start = reflect(Number(init), width);
  const last = Number(xorOut);
  return (bytes, from, to) => {
    let value = start;
    for (let at = from; at < to; at++) value = (value >>> 8) ^ table[(value ^ bytes[at]!) & 0xff]!;
    return ((refOut ? value : reflect(value, width)) ^ last) >>> 0;
  };
}

/** The register's highest bit goes first: it is kept at the top of 32 bits. */
function straight({ width, poly, init, refOut, xorOut }: CrcSpec): Compute {
  const shift = 32 - width;
  const divisor = Number(poly) << shift;
  const table = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 24;
    for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? divisor : 0);
    return value;
  });
  const start = Number(init) << shift;
  const last = Number(xorOut);
  return (bytes, from, to) => {
    let value = start;
    for (let at = from; at < to; at++) value = (value << 8) ^ table[(value >>> 24) ^ bytes[at]!]!;
    value >>>= shift;
    return ((refOut ? reflect(value, width) : value) ^ last) >>> 0;
  };
}

/** More than 32 bits: the register in a bigint, lowest bit first. */
function wide({ width, poly, init, refIn, refOut, xorOut }: CrcSpec): Compute<bigint> {
  const divisor = reflectBig(BigInt(poly), width);
  const table = Array.from({ length: 256 }, (_, byte) => {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) value = (value >> 1n) ^ (value & 1n ? divisor : 0n);
    return value;
  });
  const start = reflectBig(BigInt(init), width);
  const last = BigInt(xorOut);
  return (bytes, from, to) => {
    let value = start;
    for (let at = from; at < to; at++) {
      const byte = refIn ? bytes[at]! : reflect(bytes[at]!, 8);
      value = (value >> 8n) ^ table[Number(value & 0xffn) ^ byte]!;
    }
    return (refOut ? value : reflectBig(value, width)) ^ last;
  };
}
