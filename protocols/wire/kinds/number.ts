/** Whole numbers of 1 to 4 bytes, and the bytes of enums, flags and bits, which are such numbers too. */
import type { DescribedField } from '../../dissection/described';
import { numberBytes, numberReader } from '../bytes/numbers';
import { numberText, rangeText } from '../bytes/value-text';
import { MORE, NONE } from '../decoders/content';
import type { NumberSpec } from '../layout/field-spec';
import type { Source } from '../layout/source';
import { addRefusal } from '../writing/refusal';
import { drawNumber } from './dice';
import { anyBytes, boundNames, flawOf, sized, type FieldKind, type Measure, type Scalar } from './kind';
import { typedWithin } from './typed';

export const NUMBER: FieldKind<NumberSpec> = {
  size: ({ bytes }) => sized(bytes),
  read: (spec, bytes, at) => readNumber(spec, bytes, at, (value) => numberScalar(spec, spec.bytes, value)),
  addRead: (text, spec) => addNumberRead(text, spec, spec.min, spec.max),
  addWrite: (text, spec, value, path) => {
    const { min, max, bytes, signed } = spec;
    const all = 2 ** (8 * bytes) - 1;
    // One comparison refuses all but whole numbers of this size, NaN too.
    const isShort = !signed && bytes <= 2;
    const wrong = isShort
      ? [`typeof ${value} !== 'number'`, `(${value} & ${all}) !== ${value}`]
      : [`!Number.isInteger(${value})`];
    if (!isShort || min > 0) wrong.push(`${value} < ${min}`);
    if (!isShort || max < all) wrong.push(`${value} > ${max}`);
    addRefusal(text, wrong.join(' || '), path, value, rangeText(spec, min, max));
    addRawWrite(text, spec, value);
  },
  sample: ({ min, max }, { draw }) => drawNumber(draw, min, max),
  leads: ({ bytes, signed, min, max }) =>
    bytes === 1 && !signed ? [Array.from({ length: max - min + 1 }, (_, i) => min + i)] : anyBytes(bytes),
  bounds: (spec) => {
    const { bytes, signed, min, max } = spec;
    const lowest = signed ? -(2 ** (8 * bytes - 1)) : 0;
    const highest = 2 ** (8 * bytes - (signed ? 1 : 0)) - 1;
    return boundNames([min, max], [min - 1, max + 1])
      .filter(([value]) => value >= lowest && value <= highest)
      .map(([value, words]) => ({
        name: `${numberText(spec, value)} (${words})`,
        bytes: numberBytes(spec, value),
      }));
  },
  /** The nearest to 0, the half, or one less. */
  smaller: (spec, now) => {
    const value = numberReader(spec)(now, 0);
    const nearest = spec.min > 0 ? spec.min : Math.min(0, spec.max);
    const others = [nearest, nearest + Math.trunc((value - nearest) / 2), value - Math.sign(value - nearest)];
    return [...new Set(others)].filter((other) => other !== value).map((other) => numberBytes(spec, other));
  },
  describe: describeNumber,
  typed: (spec, name, take) => typedWithin(spec, name, take()),
  filters: (spec, name) => [numberFilter(name, spec)],
};

/** What `scalar` makes of the number at `at`. */
export function readNumber(
  spec: NumberSpec,
  bytes: Uint8Array,
  at: number,
  scalar: (value: number) => Scalar,
): Scalar | 'short' {
  return bytes.length - at < spec.bytes ? 'short' : scalar(numberReader(spec)(bytes, at));
}

/** A number in `length` bytes, with a flaw where it is out of range. */
type Ranged = Pick<NumberSpec, 'min' | 'max' | 'base' | 'names' | 'unit'>;

export function numberScalar(spec: Ranged, length: number, value: number): Scalar {
  const { min, max, names } = spec;
  const isRight = value >= min && value <= max;
  const flaw = isRight ? undefined : flawOf('range', rangeText(spec, min, max), numberText(spec, value));
  return { length, value, shown: value, meaning: names?.[value], flaw };
}

export function describeNumber(spec: Ranged, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  const meaning = spec.names?.[value];
  return meaning === undefined ? numberText(spec, value) : `${numberText(spec, value)} (${meaning})`;
}

export function numberFilter(
  name: string,
  { signed, base, names }: Pick<NumberSpec, 'signed' | 'base' | 'names'>,
): DescribedField {
  const pairs = Object.entries(names ?? {}).map(([value, word]) => [Number(value), word] as const);
  return {
    name,
    kind: signed ? 'int32' : 'uint32',
    base: signed ? 'dec' : base,
    ...(pairs.length > 0 ? { names: pairs } : {}),
  };
}

/** Adds the text that reads a number from `least` to `most`. Gives the text of its value. */
export function addNumberRead(text: Source, spec: NumberSpec, least: number, most: number): string {
  const value = addRawRead(text, spec);
  text.line(`if (!(${value} >= ${least} && ${value} <= ${most})) cursor.ok = false;`);
  return value;
}

/** The same, whatever its range. */
export function addRawRead(text: Source, spec: NumberSpec): string {
  const value = text.variable();
  const { bytes, order, signed } = spec;
  const parts = Array.from({ length: bytes }, (_, i) => {
    const shift = 8 * (order === 'big' ? bytes - 1 - i : i);
    return shift === 0 ? `bytes[at + ${i}]` : `(bytes[at + ${i}] << ${shift})`;
  });
  const unused = 32 - 8 * bytes;
  const sign = signed ? ` << ${unused} >> ${unused}` : bytes === 4 ? ' >>> 0' : '';
  text.line(`const ${value} = (${parts.join(' | ')})${sign};`);
  text.line(`at += ${bytes};`);
  return value;
}

/** Adds the text that writes the bytes of a number, whatever its range. */
export function addRawWrite(text: Source, { bytes, order }: NumberSpec, value: string): void {
  for (let i = 0; i < bytes; i++) {
    const shift = 8 * (order === 'big' ? bytes - 1 - i : i);
    text.line(`frame[at++] = ${shift === 0 ? value : `${value} >> ${shift}`};`);
  }
}

const SHORT = -1;
const WRONG = -2;

/** Gives a count from `least` to `most`; below 0: {@link endAt} says what that means. */
export function countReader(spec: NumberSpec, least: number, most: number): Measure {
  const read = numberReader(spec);
  const { bytes: size } = spec;
  return (bytes, at, to) => {
    if (at + size > to) return SHORT;
    const value = read(bytes, at);
    return value < least || value > most || value < 0 ? WRONG : value;
  };
}

/** The end of a field whose count is missing, or wrong. */
export function endAt(count: number): number {
  return count === SHORT ? MORE : NONE;
}

/** Throws RangeError where a field cannot hold a number that a description gives for it. */
export function checkNumber({ min, max }: NumberSpec, value: number, name: string): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${name}: ${value} is to be a whole number from ${min} to ${max}`);
}
