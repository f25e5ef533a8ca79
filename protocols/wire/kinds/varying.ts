/**
 * Whole numbers whose bytes vary in number.
 *
 *     prefixed     F2 05       F205       the first byte says that a second follows
 *     low-first    AC 02       300        the top bit says that more follow; low bits first
 *     high-first   82 2C       300        the same, high bits first
 */
import { hexOf, numberText, rangeText } from '../bytes/value-text';
import type { NumberOptions } from '../field';
import type { Field } from '../layout/field-types';
import { refuseValue } from '../writing/refusal';
import { drawNumber, pick } from './dice';
import { boundNames, flawOf, sized, unreadableScalar, type FieldKind } from './kind';
import { describeNumber, numberFilter, numberScalar } from './number';
import { typedWithin } from './typed';

/** A whole number whose bytes vary in number. */
interface VaryingSpec {
  readonly kind: 'varying';
  /** One byte, or two where the first is a prefix; or seven bits a byte, in which the top bit says that more follow. */
  readonly coding: 'prefixed' | 'low-first' | 'high-first';
  readonly prefixes: readonly number[];
  /** Numbers below 0 are between the others. */
  readonly zigzag: boolean;
  /** Most bytes. */
  readonly most: number;
  readonly min: number;
  readonly max: number;
  readonly names?: Readonly<Record<number, string>>;
  readonly base: 'dec' | 'hex';
  readonly unit?: string;
}

declare module '../layout/field-spec' {
  interface ScalarSpecs {
    readonly varying: VaryingSpec;
  }
}

/**
 * One byte, or two (high byte first) where the first is one of `prefixes`: `extended([0xf2, 0xf3])` reads `8A` as 8A and
 * `F2 05` as F205. Values: 0..255 without the prefixes, and each prefix with 0..255 after it. Throws RangeError where a
 * prefix is not a byte, or without prefixes.
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

export const VARYING: FieldKind<VaryingSpec> = {
  size: ({ most }) => sized(1, most),
  read: (spec, bytes, at) => {
    const length = lengthAt(spec, bytes, at, bytes.length);
    if (length === 0 || at + length > bytes.length) return 'short';
    if (length > 0) return numberScalar(spec, length, readVarying(spec, bytes, at, length));
    const flaw = flawOf('range', `${spec.most} bytes at most`, 'more');
    return unreadableScalar(spec.most, hexOf(bytes.subarray(at, at + spec.most)), flaw, true);
  },
  measure: (spec) => (bytes, at, to) => {
    const length = lengthAt(spec, bytes, at, to);
    return length > 0 ? at + length : length;
  },
  encode: (spec, path) => {
    const listed = spec.prefixes.map((prefix) => hexOf(Uint8Array.of(prefix))).join(', ');
    const expected =
      listed === ''
        ? rangeText(spec, spec.min, spec.max)
        : `a byte but ${listed}, or one of these and a byte`;
    return (value) => bytesOf(spec, value) ?? refuseValue(path, String(value), expected);
  },
  sample: ({ prefixes, min, max }, { draw }) => {
    if (prefixes.length === 0) return drawNumber(draw, min, max);
    const value = draw.int(0, 3) === 0 ? pick(draw, prefixes) : draw.int(0, 0xff);
    return prefixes.includes(value) ? value * 0x100 + draw.int(0, 0xff) : value;
  },
  /** Also a number without an end. */
  bounds: (spec) => {
    const { min, max, most, prefixes } = spec;
    if (prefixes.length > 0) return [];
    const bounds = boundNames([min, max], [min - 1, max + 1]).flatMap(([value, words]) => {
      const bytes = groupsOf(spec, value);
      return bytes === undefined ? [] : [{ name: `${numberText(spec, value)} (${words})`, bytes }];
    });
    return [...bounds, { name: 'without an end', bytes: new Uint8Array(most).fill(0xff) }];
  },
  /** With a group of zeros more. */
  spellings: (spec, now) => {
    const { length } = now;
    if (spec.coding === 'prefixed' || length >= spec.most) return [];
    const bytes = groupsOf(spec, readVarying(spec, now, 0, length), length + 1);
    return bytes === undefined ? [] : [{ name: `written ${hexOf(bytes)}`, bytes }];
  },
  smaller: (spec, now) => {
    // A prefix says that another byte follows.
    if (spec.prefixes.length > 0) return [now.length > 1 ? Uint8Array.of(now[0]!, 0) : Uint8Array.of(0)];
    const bytes = groupsOf(spec, Math.max(spec.min, Math.min(0, spec.max)), now.length);
    return bytes === undefined ? [] : [bytes];
  },
  describe: describeNumber,
  typed: (spec, name, take) => typedWithin(spec, name, take()),
  filters: (spec, name) => [numberFilter(name, { ...spec, signed: spec.zigzag })],
};

/** Bytes of the number at `at`; 0: those before `to` do not tell it; -1: it has no end within its bytes. */
function lengthAt(
  { coding, prefixes, most }: VaryingSpec,
  bytes: Uint8Array,
  at: number,
  to: number,
): number {
  if (at >= to) return 0;
  if (coding === 'prefixed') return prefixes.includes(bytes[at]!) ? 2 : 1;
  const stop = Math.min(to, at + most);
  for (let i = at; i < stop; i++) if (bytes[i]! < 0x80) return i + 1 - at;
  return stop < at + most ? 0 : -1;
}

/** The number in `length` bytes, whatever its range. */
function readVarying({ coding, zigzag }: VaryingSpec, bytes: Uint8Array, at: number, length: number): number {
  if (coding === 'prefixed') return length === 1 ? bytes[at]! : bytes[at]! * 0x100 + bytes[at + 1]!;
  let value = 0;
  for (let i = 0; i < length; i++)
    value = value * 0x80 + (bytes[coding === 'high-first' ? at + i : at + length - 1 - i]! & 0x7f);
  if (!zigzag) return value;
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** The fewest bytes of a number; undefined: it is none of the field's. */
function bytesOf(spec: VaryingSpec, value: unknown): Uint8Array | undefined {
  const { min, max, coding, prefixes } = spec;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) return undefined;
  if (coding !== 'prefixed') return groupsOf(spec, value);
  if (value <= 0xff) return prefixes.includes(value) ? undefined : Uint8Array.of(value);
  return prefixes.includes(value >> 8) ? Uint8Array.of(value >> 8, value) : undefined;
}

/** The groups of seven bits of a number, whatever its range; undefined: they are more than the field has. */
function groupsOf({ coding, zigzag, most }: VaryingSpec, value: number, least = 1): Uint8Array | undefined {
  if (value < 0 && !zigzag) return undefined;
  const groups: number[] = [];
  let left = !zigzag ? value : value < 0 ? -2 * value - 1 : 2 * value;
  for (; left > 0 || groups.length < least; left = Math.floor(left / 0x80)) groups.push(left % 0x80);
  if (groups.length > most) return undefined;
  if (coding === 'high-first') groups.reverse();
  return Uint8Array.from(groups, (group, i) => (i < groups.length - 1 ? group | 0x80 : group));
}
