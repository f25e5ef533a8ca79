/** Whole numbers whose bytes vary in number: by a first byte, or by the top bit of each byte. */
import type { NumberOptions } from './field';
import type { Field } from './layout/field-types';
import type { VaryingSpec } from './layout/field-spec';

/**
 * One byte, or two (high byte first) where the first is one of `prefixes`: `extended([0xf2, 0xf3])` reads `8A` as 8A and
 * `F2 05` as F205. Values: 0..255 without the prefixes, and each prefix with 0..255 after it. Throws RangeError where a
 * prefix is no byte, or where there is none.
 */
export function extended(
  prefixes: readonly number[],
  { base = 'dec', ...names }: Pick<NumberOptions, 'names' | 'base'> = {},
): Field<number> {
  // A prefix of 0 would give two ways to write one number.
  if (prefixes.length === 0 || prefixes.some((one) => !Number.isInteger(one) || one < 1 || one > 0xff))
    throw new RangeError('prefixes are one or more whole numbers from 1 to 255');
  const coding = { coding: 'prefixed', prefixes: [...prefixes], zigzag: false } as const;
  return { spec: { kind: 'varying', ...coding, most: 2, min: 0, max: 0xffff, base, ...names } };
}

/** Bounds of a number of a variable number of bytes, and how people see it. */
export interface VarintOptions extends Omit<NumberOptions, 'namesBy'> {
  /** Numbers below 0, too: 0, -1, 1, -2 … are written as 0, 1, 2, 3 … (protobuf's sint32). Default false. */
  readonly zigzag?: boolean;
}

/**
 * Seven bits a byte, the lowest first; the top bit says that more follow (LEB128, protobuf): 300 is `AC 02`. Default
 * range: 0..4294967295, with `zigzag` -2147483648..2147483647. As many bytes are read as `max` may take; the fewest are
 * written. Throws RangeError for bounds outside of the default range.
 */
export function varint({ zigzag = false, ...options }: VarintOptions = {}): Field<number> {
  return { spec: grouped('varint', 'low-first', options, zigzag) };
}

/** Seven bits a byte, the highest first, as MIDI files write times: 300 is `82 2C`. Default range: 0..268435455. */
export function vlq(options: Omit<VarintOptions, 'zigzag'> = {}): Field<number> {
  return { spec: grouped('vlq', 'high-first', { max: 0x0fffffff, ...options }, false) };
}

function grouped(
  name: string,
  coding: 'low-first' | 'high-first',
  { base = 'dec', ...options }: VarintOptions,
  zigzag: boolean,
): VaryingSpec {
  const [lowest, highest] = zigzag ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  const { min = lowest, max = highest } = options;
  if (!Number.isInteger(min) || !Number.isInteger(max) || min < lowest || max > highest || min > max)
    throw new RangeError(
      `${name}: min ${min} and max ${max} are to be whole numbers from ${lowest} to ${highest}`,
    );
  const largest = zigzag ? Math.max(2 * max, -2 * min - 1) : max;
  const most = Math.max(1, Math.ceil(Math.log2(largest + 1) / 7));
  return { kind: 'varying', coding, prefixes: [], zigzag, most, ...options, min, max, base };
}
