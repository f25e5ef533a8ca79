/** Fields with few values. The meaning of a value is its word, or the name of its number. */
import { numberBytes } from '../bytes/numbers';
import { numberText } from '../bytes/value-text';
import type { NumberSpec } from '../layout/field-spec';
import type { Field, NumberField } from '../layout/field-types';
import { lookup } from '../layout/source';
import { cachedBySpec } from '../layout/spec-cache';
import { addRefusal } from '../writing/refusal';
import { pick } from './dice';
import { anyBytes, flawOf, sized, unreadableScalar, type FieldKind } from './kind';
import { addRawRead, addRawWrite, checkNumber, numberFilter, readNumber } from './number';
import { unreadable } from './typed';

/** A number that stands for a word; others are out of range. */
export interface EnumSpec {
  readonly kind: 'enum';
  readonly of: NumberSpec;
  readonly values: Readonly<Record<string, number>>;
  /** What a message holds: the word, the number itself, or whether it is the word `true`. */
  readonly holds: 'word' | 'number' | 'boolean';
  /** An unlisted number begins no frame. */
  readonly strict: boolean;
}

declare module '../layout/field-spec' {
  interface ScalarSpecs {
    readonly enum: EnumSpec;
  }
}

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

interface EnumValue {
  /** In a message. */
  readonly value: string | number | boolean;
  /** In bytes. */
  readonly number: number;
  /** For people. */
  readonly meaning: string;
}

const valuesOf: (spec: EnumSpec) => readonly EnumValue[] = cachedBySpec(({ of, values, holds }) =>
  Object.entries(values).map(([word, number]) => ({
    value: holds === 'word' ? word : holds === 'number' ? number : word === 'true',
    number,
    meaning: of.names?.[number] ?? word,
  })),
);

export const ENUM: FieldKind<EnumSpec> = {
  size: ({ of }) => sized(of.bytes),
  read: (spec, bytes, at) =>
    readNumber(spec.of, bytes, at, (number) => {
      const { of, strict } = spec;
      const found = valuesOf(spec).find((one) => one.number === number);
      if (found !== undefined)
        return { length: of.bytes, value: found.value, shown: number, meaning: found.meaning };
      const flaw = flawOf(strict ? 'constant' : 'range', numbersText(spec), numberText(of, number));
      return unreadableScalar(of.bytes, number, flaw);
    }),
  addRead: (text, spec) => {
    const number = addRawRead(text, spec.of);
    const value = text.variable();
    const values = valuesOf(spec).map((one) => [one.number, one.value] as const);
    text.line(`const ${value} = ${lookup(text, number, values)};`);
    text.line(`if (${value} === undefined) cursor.ok = false;`);
    return value;
  },
  addWrite: (text, spec, value, path) => {
    const number = text.variable();
    const values = valuesOf(spec);
    const numbers = values.map((one) => [one.value, one.number] as const);
    text.line(`const ${number} = ${lookup(text, value, numbers)};`);
    const expected = `one of ${values.map((one) => one.value).join(', ')}`;
    addRefusal(text, `${number} === undefined`, path, value, expected);
    addRawWrite(text, spec.of, number);
  },
  sample: (spec, { draw }) => pick(draw, valuesOf(spec)).value,
  leads: ({ of, values }) =>
    of.bytes === 1 ? [Object.values(values).map((value) => value & 0xff)] : anyBytes(of.bytes),
  /** Each number that is listed, and those next to it. */
  bounds: ({ of, values }) => {
    const numbers = Object.values(values);
    const others = [...numbers.flatMap((value) => [value - 1, value + 1]), of.min, of.max];
    const wrong = [...new Set(others)].filter(
      (value) => value >= of.min && value <= of.max && !numbers.includes(value),
    );
    const names = [
      ...Object.entries(values),
      ...wrong.map((value) => [`${numberText(of, value)} (not listed)`, value] as const),
    ];
    return names.map(([name, value]) => ({ name, bytes: numberBytes(of, value) }));
  },
  /** A word as it is; a number or a boolean with its name. */
  describe: (spec, value) => {
    const meaning = valuesOf(spec).find((one) => one.value === value)?.meaning;
    const text = String(value);
    return spec.holds === 'word' || meaning === undefined || meaning === text ? text : `${text} (${meaning})`;
  },
  typed: (spec, name, take) => {
    const text = take();
    const known = valuesOf(spec);
    const found =
      text === undefined
        ? [...known].sort((a, b) => a.number - b.number)[0]
        : known.find(({ value, number, meaning }) => [String(value), String(number), meaning].includes(text));
    if (found === undefined)
      throw unreadable(name, text ?? '', known.map(({ value }) => String(value)).join(', '));
    return found.value;
  },
  filters: (spec, name) => [
    {
      ...numberFilter(name, spec.of),
      names: valuesOf(spec).map(({ number, meaning }) => [number, meaning] as const),
    },
  ],
  dissected: (spec) => ({
    ...spec,
    values: valuesOf(spec).map(({ number, meaning }) => [meaning, number]),
    expected: numbersText(spec),
  }),
};

/** The listed numbers, for people. */
function numbersText({ of, values }: EnumSpec): string {
  return Object.values(values)
    .map((value) => numberText(of, value))
    .join(', ');
}
