/** Numbers as text: `decimal({ fraction: 2 })` is `12.50`, `hexadecimal({ width: 2 })` is `1F`. */
import { given } from './layout/given';
import type { Field } from './layout/field-types';

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
