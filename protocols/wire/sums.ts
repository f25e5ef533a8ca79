/**
 * Checksums as data, and their computation. The sum is the last bytes of a frame.
 *
 *     wire({ …, sum: crc16modbus })                              over all bytes before it
 *     wire({ …, sum: { by: xor8(), from: 1 } })                  from the second byte on
 *     crc({ width: 16, poly: 0x1021, init: 0xffff, order: 'big' })
 */
import { cachedBySpec } from './layout/spec-cache';
import { crcCompute, type Compute, type CrcOptions, type CrcSpec } from './bytes/crc';
import type { ByteOrder } from './layout/field-spec';

/** A checksum, as one of the functions of this group gives it. */
export type SumSpec =
  | { readonly kind: 'xor'; readonly bytes: 1; readonly order: ByteOrder; readonly initial: number }
  | {
      readonly kind: 'sum';
      readonly bytes: 1 | 2 | 4;
      readonly order: ByteOrder;
      readonly initial: number;
      readonly complement: 'none' | 'ones' | 'twos';
    }
  | {
      readonly kind: 'fletcher';
      readonly bytes: 2 | 4;
      readonly order: ByteOrder;
      readonly modulus: number;
    }
  | { readonly kind: 'adler'; readonly bytes: 4; readonly order: ByteOrder }
  | CrcSpec
  | {
      readonly kind: 'hex';
      readonly bytes: number;
      readonly order: 'big';
      readonly of: SumSpec;
      /** Latin-1. */
      readonly after: string;
    }
  | {
      readonly kind: 'custom';
      readonly bytes: number;
      readonly order: ByteOrder;
      readonly compute: (bytes: Uint8Array) => number;
    };

/** Any CRC, by the parameters that catalogues list. Throws RangeError for parameters that do not fit the width. */
export function crc(options: CrcOptions): SumSpec {
  const { width, init = 0, refIn = false, refOut = false, xorOut = 0, order = 'big' } = options;
  if (!Number.isInteger(width) || width < 1 || width > 64)
    throw new RangeError(`width ${width} is to be 1..64`);
  for (const value of [options.poly, init, xorOut])
    if (BigInt(value) < 0n || BigInt(value) >> BigInt(width) !== 0n)
      throw new RangeError(`0x${value.toString(16)} does not fit ${width} bits`);
  return { kind: 'crc', bytes: Math.ceil(width / 8), ...options, init, refIn, refOut, xorOut, order };
}

/** CRC-8/SMBUS: poly 07. */
export const crc8 = crc({ width: 8, poly: 0x07 });
/** CRC-16/MODBUS, low byte first, as Modbus RTU sends it. */
export const crc16modbus = crc({
  width: 16,
  poly: 0x8005,
  init: 0xffff,
  refIn: true,
  refOut: true,
  order: 'little',
});
/** CRC-16/IBM-3740, often called CCITT-FALSE: poly 1021, init FFFF, high byte first. */
export const crc16ccitt = crc({ width: 16, poly: 0x1021, init: 0xffff });
/** CRC-16/XMODEM: poly 1021, init 0, high byte first. */
export const crc16xmodem = crc({ width: 16, poly: 0x1021 });
/** CRC-32/ISO-HDLC, as in Ethernet and zip, low byte first. */
export const crc32 = crc({
  width: 32,
  poly: 0x04c11db7,
  init: 0xffffffff,
  refIn: true,
  refOut: true,
  xorOut: 0xffffffff,
  order: 'little',
});

/** All bytes XORed. */
export function xor8({ initial = 0 }: { readonly initial?: number } = {}): SumSpec {
  return { kind: 'xor', bytes: 1, order: 'big', initial: initial & 0xff };
}

/** How bytes are added up. */
export interface SumOptions {
  /** What is added to the bytes. Default 0. */
  readonly initial?: number;
  /** The sum is inverted (`ones`), or negated (`twos`: all bytes and the sum make 0). Default `none`. */
  readonly complement?: 'none' | 'ones' | 'twos';
}

function sum(bytes: 1 | 2 | 4, order: ByteOrder): (options?: SumOptions) => SumSpec {
  return ({ initial = 0, complement = 'none' } = {}) => ({ kind: 'sum', bytes, order, initial, complement });
}

/** All bytes added, modulo 256. */
export const sum8 = sum(1, 'big');
/** All bytes added, modulo 65536, high byte first. */
export const sum16be = sum(2, 'big');
/** All bytes added, modulo 65536, low byte first. */
export const sum16le = sum(2, 'little');

/** How a Fletcher sum is made. */
export interface FletcherOptions {
  /** `big`: the sum of sums first. `little`: the plain sum first. Default `big`. */
  readonly order?: ByteOrder;
  /** Both sums are modulo 255 or 256. Default 255. */
  readonly modulus?: 255 | 256;
}

/**
 * Fletcher-16. UBX: `fletcher16({ modulus: 256, order: 'little' })`, as RFC 1145 has it.
 */
export function fletcher16({ order = 'big', modulus = 255 }: FletcherOptions = {}): SumSpec {
  return { kind: 'fletcher', bytes: 2, order, modulus };
}

/** Fletcher-32 over words of two bytes, low byte first, modulo 65535; an odd last byte is a word. */
export function fletcher32({ order = 'big' }: { readonly order?: ByteOrder } = {}): SumSpec {
  return { kind: 'fletcher', bytes: 4, order, modulus: 0xffff };
}

/** Adler-32, as in zlib. Default: high byte first. */
export function adler32({ order = 'big' }: { readonly order?: ByteOrder } = {}): SumSpec {
  return { kind: 'adler', bytes: 4, order };
}

/**
 * A sum as upper-case hex digits after a text: NMEA 0183 ends with `*5A`, which is `hexSum(xor8(), { after: '*' })`. The
 * text is no part of what is summed.
 */
export function hexSum(of: SumSpec, { after = '' }: { readonly after?: string } = {}): SumSpec {
  return { kind: 'hex', bytes: after.length + 2 * of.bytes, order: 'big', of, after };
}

/** A custom sum of 1 to 4 bytes: it gets the summed bytes and gives a whole number. Dissectors cannot check it. */
export function customSum(
  bytes: 1 | 2 | 3 | 4,
  compute: (bytes: Uint8Array) => number,
  { order = 'big' }: { readonly order?: ByteOrder } = {},
): SumSpec {
  return { kind: 'custom', bytes, order, compute };
}

/** The sum over `bytes`, from `from` up to `to`: a bigint for a CRC of more than 32 bits. */
export function sumOf(spec: SumSpec, bytes: Uint8Array, from = 0, to = bytes.length): number | bigint {
  return computeOf(spec)(bytes, from, to);
}

/** The computation of a sum. It is prepared once: a CRC has a table. */
export const computeOf: (spec: SumSpec) => Compute<number> | Compute<bigint> = cachedBySpec(prepare);

function prepare(spec: SumSpec): Compute<number> | Compute<bigint> {
  switch (spec.kind) {
    case 'xor':
      return xorFrom(spec.initial);
    case 'sum':
      return additive(spec.initial, spec.complement, 2 ** (8 * spec.bytes));
    case 'fletcher':
      return spec.bytes === 2 ? fletcherOfBytes(spec.modulus) : fletcherOfWords(spec.modulus);
    case 'adler':
      return computeAdler;
    case 'crc':
      return crcCompute(spec);
    case 'hex':
      return hexCompute(spec.of, spec.after, spec.bytes);
    case 'custom': {
      const modulus = 2 ** (8 * spec.bytes);
      return (bytes, from, to) => {
        const value = spec.compute(bytes.subarray(from, to)) % modulus;
        return value < 0 ? value + modulus : value;
      };
    }
  }
}

/** The text as a number, high byte first. */
function hexCompute(of: SumSpec, after: string, size: number): Compute<number> | Compute<bigint> {
  const compute = computeOf(of);
  const textOf: Compute<string> = (bytes, from, to) => {
    const digits = BigInt(compute(bytes, from, to))
      .toString(16)
      .toUpperCase()
      .padStart(2 * of.bytes, '0');
    const pairs = digits.match(/../g) ?? [];
    return after + (of.order === 'big' ? pairs : pairs.reverse()).join('');
  };
  const valueOf: Compute<bigint> = (bytes, from, to) =>
    Array.from(textOf(bytes, from, to), (char) => BigInt(char.charCodeAt(0))).reduce(
      (value, code) => value * 256n + code,
      0n,
    );
  return size > 4 ? valueOf : (bytes, from, to) => Number(valueOf(bytes, from, to));
}

function xorFrom(initial: number): Compute {
  return (bytes, from, to) => {
    let value = initial;
    let at = from;
    // Four bytes a round take half the time.
    for (; at + 3 < to; at += 4) value ^= bytes[at]! ^ bytes[at + 1]! ^ bytes[at + 2]! ^ bytes[at + 3]!;
    for (; at < to; at++) value ^= bytes[at]!;
    return value;
  };
}

function additive(initial: number, complement: 'none' | 'ones' | 'twos', modulus: number): Compute {
  return (bytes, from, to) => {
    let value = initial;
    for (let at = from; at < to; at++) value += bytes[at]!;
    value %= modulus;
    if (complement === 'ones') return modulus - 1 - value;
    return complement === 'twos' ? (modulus - value) % modulus : value;
  };
}

function fletcherOfBytes(modulus: number): Compute {
  return (bytes, from, to) => {
    let [low, high] = [0, 0];
    for (let at = from; at < to; at++) {
      low = (low + bytes[at]!) % modulus;
      high = (high + low) % modulus;
    }
    return high * 0x100 + low;
  };
}

function fletcherOfWords(modulus: number): Compute {
  return (bytes, from, to) => {
    let [low, high] = [0, 0];
    for (let at = from; at < to; at += 2) {
      low = (low + bytes[at]! + (at + 1 < to ? bytes[at + 1]! << 8 : 0)) % modulus;
      high = (high + low) % modulus;
    }
    return high * 0x10000 + low;
  };
}

function computeAdler(bytes: Uint8Array, from: number, to: number): number {
  let [low, high] = [1, 0];
  for (let at = from; at < to; at++) {
    low = (low + bytes[at]!) % 65521;
    high = (high + low) % 65521;
  }
  return high * 0x10000 + low;
}
