/** Numbers as text: `decimal({ fraction: 2 })` is `12.50`, `hexadecimal({ width: 2 })` is `1F`. */
import { latin1Bytes } from '../bytes/text';
import { hexOf } from '../bytes/value-text';
import { MORE, NONE } from '../decoders/content';
import type { Field } from '../layout/field-types';
import { given } from '../layout/given';
import { refuseValue } from '../writing/refusal';
import { drawNumber } from './dice';
import {
  anyBytes,
  boundNames,
  flawOf,
  sized,
  spelled,
  unreadableScalar,
  type FieldKind,
  type Lead,
} from './kind';
import { typedWithin } from './typed';

/** A number in ASCII digits. */
export interface DigitsSpec {
  readonly kind: 'digits';
  readonly radix: 10 | 16;
  /** Exact number of digits, with leading zeros; absent: one to `most`. */
  readonly width?: number;
  /** Digits before the point, at most. */
  readonly most: number;
  /** A `-` may come first. */
  readonly signed: boolean;
  /** Digits after a point: exactly this many are written, and up to this many are read. 0: no point. */
  readonly fraction: number;
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
}

declare module '../layout/field-spec' {
  interface ScalarSpecs {
    readonly digits: DigitsSpec;
  }
}

/** How digits are written. */
export interface DigitsOptions {
  /** The exact number of digits, with leading zeros. Default: as many as needed, one at least. */
  readonly width?: number;
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
}

/** How decimal digits are written. */
export interface DecimalOptions extends DigitsOptions {
  /** A `-` may come first. Default: where `min` is below 0. */
  readonly signed?: boolean;
  /** Digits after a point: exactly this many are written, and up to this many are read. Default 0: whole numbers. */
  readonly fraction?: number;
}

const MOST_DIGITS = 15;

/** A number in decimal ASCII digits: `-12.50`. At most 15 digits. */
export function decimal(options: DecimalOptions = {}): Field<number> {
  const { width, fraction = 0, unit, min } = options;
  const { signed = min !== undefined && min < 0 } = options;
  const most = width ?? digitsOf(options, 10) ?? MOST_DIGITS - fraction;
  const highest = (10 ** (most + fraction) - 1) / 10 ** fraction;
  checkDigits(options, most + fraction, signed ? -highest : 0, highest);
  const { max = highest } = options;
  const range = { min: min ?? (signed ? -highest : 0), max };
  return { spec: { kind: 'digits', radix: 10, most, signed, fraction, ...range, ...given({ width, unit }) } };
}

/** A number in hexadecimal ASCII digits, written in upper case and read in either: `1F`. At most 12 digits. */
export function hexadecimal(options: DigitsOptions = {}): Field<number> {
  const { width, min = 0, unit } = options;
  const most = width ?? digitsOf(options, 16) ?? 12;
  const highest = 16 ** most - 1;
  checkDigits(options, most + 3, 0, highest);
  const { max = highest } = options;
  return {
    spec: {
      kind: 'digits',
      radix: 16,
      most,
      signed: false,
      fraction: 0,
      min,
      max,
      ...given({ width, unit }),
    },
  };
}

function digitsOf({ min = 0, max }: DigitsOptions, radix: number): number | undefined {
  return max === undefined
    ? undefined
    : Math.trunc(Math.max(Math.abs(min), Math.abs(max))).toString(radix).length;
}

function checkDigits(
  { min = 0, max = min }: DigitsOptions,
  digits: number,
  lowest: number,
  highest: number,
): void {
  if (!Number.isInteger(digits) || digits < 1 || digits > MOST_DIGITS)
    throw new RangeError(`a number has 1 to ${MOST_DIGITS} digits`);
  if (!(min >= lowest && max <= highest && min <= max))
    throw new RangeError(`min ${min} and max ${max} are to be from ${lowest} to ${highest}`);
}

const [ZERO, MINUS, POINT] = [0x30, 0x2d, 0x2e];
const DECIMALS = [...latin1Bytes('0123456789')];
const HEX_DIGITS = [...latin1Bytes('0123456789abcdefABCDEF')];

export const DIGITS: FieldKind<DigitsSpec> = {
  size: sizeOf,
  read: (spec, bytes, at) => {
    const found = readDigits(spec, bytes, at, bytes.length);
    if (typeof found === 'object') {
      const { value, end } = found;
      const isRight = value >= spec.min && value <= spec.max;
      const flaw = isRight ? undefined : flawOf('range', `${spec.min}..${spec.max}`, String(value));
      return { length: end - at, value, shown: value, flaw };
    }
    if (found === bytes.length) return 'short';
    const flaw = flawOf('range', 'a digit', hexOf(bytes.subarray(found, found + 1)), found - at);
    return unreadableScalar(found + 1 - at, hexOf(bytes.subarray(at, found + 1)), flaw, true);
  },
  measure: (spec) => {
    const { max } = sizeOf(spec);
    return (bytes, at, to) => {
      if (at >= to) return MORE;
      const found = readDigits(spec, bytes, at, to);
      if (typeof found === 'number') return found === to ? MORE : NONE;
      return found.end === to && found.end - at < max ? MORE : found.end;
    };
  },
  encode: (spec, path) => (value) => {
    const { min, max, fraction } = spec;
    if (typeof value !== 'number' || !(value >= min && value <= max))
      return refuseValue(path, String(value), `${min}..${max}`);
    // -0 is 0, as rules that round may give it.
    if (!Number.isFinite(value) || Number(value.toFixed(fraction)) !== value) {
      const expected = fraction === 0 ? 'a whole number' : `a number of ${fraction} decimals`;
      return refuseValue(path, String(value), expected);
    }
    return latin1Bytes(digitsText(spec, value));
  },
  sample: ({ min, max, fraction }, { draw }) => {
    const scale = 10 ** fraction;
    const value = drawNumber(draw, Math.ceil(min * scale), Math.floor(max * scale)) / scale;
    return Number(value.toFixed(fraction));
  },
  leads: (spec): Lead => {
    const { radix, signed, width } = spec;
    const first = radix === 16 ? HEX_DIGITS : signed ? [...DECIMALS, MINUS] : DECIMALS;
    return signed || width === undefined ? [first] : [first, ...anyBytes(sizeOf(spec).max - 1)];
  },
  /** Bounds, and malformed numbers. With a fixed width, only texts of that width. */
  bounds: (spec, now) => {
    const { min, max, fraction, signed, width } = spec;
    const written = String.fromCharCode(...now);
    const step = 10 ** -fraction;
    const rounded = (value: number): number => Number(value.toFixed(fraction));
    const bounds = boundNames([min, max], [rounded(min - step), rounded(max + step)])
      .filter(([value]) => Number.isFinite(value) && (value >= 0 || signed || width === undefined))
      .map(([value, words]) => [digitsText(spec, value), `${value} (${words})`] as const);
    const nearly = [
      [`g${written.slice(1)}`, 'with a letter'],
      ['', 'without a digit'],
      [`+${written}`, 'with a plus'],
      [` ${written}`, 'with a blank before it'],
      [`${written}E0`, 'with an exponent'],
      [written.includes('.') ? `${written}0` : `${written}.`, 'with a decimal more'],
    ] as const;
    return [...bounds, ...nearly]
      .filter(([text]) => width === undefined || text.length === now.length)
      .map(([text, name]) => ({ name, bytes: latin1Bytes(text) }));
  },
  /** With leading zeros as far as there is room, without trailing zeros after the point, and in small letters. */
  spellings: ({ most, radix, width }, now) =>
    spelled(now, (written) => {
      const [, sign = '', whole = '', decimals = ''] = /^(-?)(\w+)(\.\w+)?$/.exec(written) ?? [];
      const longer = whole.length < most ? [`${sign}0${whole}${decimals}`] : [];
      const others = [...longer, sign + whole + decimals.replace(/\.?0+$/, '')];
      return [...(width === undefined ? others : []), ...(radix === 16 ? [written.toLowerCase()] : [])];
    }),
  /** Zeros. Signs and points do not change. */
  smaller: (_, now) => [now.map((byte) => (HEX_DIGITS.includes(byte) ? ZERO : byte))],
  isText: () => true,
  typed: (spec, name, take) => typedWithin(spec, name, take()),
  filters: (_, name) => [{ name, kind: 'double' }],
  dissected: (spec) => ({ ...spec, longest: sizeOf(spec).max }),
};

function sizeOf({ width, most, signed, fraction }: DigitsSpec) {
  const point = fraction > 0 ? fraction + 1 : 0;
  const sign = signed ? 1 : 0;
  return width === undefined ? sized(1, most + point + sign) : sized(width + point, width + point + sign);
}

/** The digits of a number that is in range and has no more decimals than the spec. */
export function digitsText({ radix, width = 1, fraction }: DigitsSpec, value: number): string {
  const sign = value < 0 ? '-' : '';
  const text = radix === 10 ? Math.abs(value).toFixed(fraction) : value.toString(16).toUpperCase();
  return sign + text.padStart(fraction > 0 ? width + fraction + 1 : width, '0');
}

interface Digits {
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
function readDigits(spec: DigitsSpec, bytes: Uint8Array, from: number, to: number): Digits | number {
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
