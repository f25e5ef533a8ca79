/** Numbers of one byte or of two: `extended([0xf2, 0xf3])` reads `8A` as 8A and `F2 05` as F205. */
import type { Field } from './layout/field-types';
import type { NumberOptions } from './field';

/**
 * One byte, or two (high byte first) where the first is one of `prefixes`. Values: 0..255 without the prefixes, and
 * each prefix with 0..255 after it. Throws RangeError where a prefix is no byte, or where there is none.
 */
export function extended(
  prefixes: readonly number[],
  { base = 'dec', ...names }: Pick<NumberOptions, 'names' | 'base'> = {},
): Field<number> {
  // A prefix of 0 would give two ways to write one number.
  if (prefixes.length === 0 || prefixes.some((one) => !Number.isInteger(one) || one < 1 || one > 0xff))
    throw new RangeError('prefixes are one or more whole numbers from 1 to 255');
  return { spec: { kind: 'extended', prefixes: [...prefixes], base, ...names } };
}
