/** Fields with few values. The meaning of a value is its word, or the name of its number. */
import type { EnumSpec } from './layout/field-spec';
import type { Field, NumberField } from './layout/field-types';
import { checkNumber } from './layout/check-number';

/** What happens to a number that is not listed. */
export interface EnumOptions {
  /**
   * A number that is not listed begins no frame, as a wrong constant does. For a field at the beginning of a form,
   * where the framing needs the first bytes. Default false: the frame is read to its end and refused as out of range.
   */
  readonly strict?: boolean;
}

/** A number that stands for a word: `enumOf(u8(), { off: 0, on: 1 })` has the value `'off'` or `'on'`. Another number is out of range. */
export function enumOf<const V extends Readonly<Record<string, number>>>(
  of: NumberField,
  values: V,
  options: EnumOptions = {},
): Field<keyof V & string> {
  return { spec: enumSpec(of, values, 'word', options) };
}

/** 0 for false, 1 for true. Another number is out of range. */
export function bool(of: NumberField, options: EnumOptions = {}): Field<boolean> {
  return { spec: enumSpec(of, { false: 0, true: 1 }, 'boolean', options) };
}

/** A number of those listed: `listed(u8(), [1, 2, 5])` has the value 1, 2 or 5. Another number is out of range. */
export function listed<const N extends number>(
  of: NumberField,
  numbers: readonly N[],
  options: EnumOptions = {},
): Field<N> {
  if (new Set(numbers).size < numbers.length) throw new RangeError('a number is listed twice');
  const values = Object.fromEntries(numbers.map((number) => [String(number), number]));
  return { spec: enumSpec(of, values, 'number', options) };
}

function enumSpec(
  { spec: of }: NumberField,
  values: Readonly<Record<string, number>>,
  holds: EnumSpec['holds'],
  { strict = false }: EnumOptions,
): EnumSpec {
  const numbers = Object.values(values);
  if (numbers.length === 0) throw new RangeError('an enum has at least one word');
  if (new Set(numbers).size < numbers.length)
    throw new RangeError('two words of an enum have the same number');
  for (const [name, value] of Object.entries(values)) checkNumber(of, value, name);
  return { kind: 'enum', of, values, holds, strict };
}
