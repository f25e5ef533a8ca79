/** Random descriptions of wires, for laws that every wire keeps. */
import fc, { type Arbitrary } from 'fast-check';
import {
  bits,
  bytes,
  choice,
  constant,
  fixed,
  flags,
  i16le,
  i32le,
  i64be,
  i8,
  lengthOf,
  list,
  literal,
  optional,
  rest,
  struct,
  text,
  u16be,
  u16le,
  u24be,
  u24le,
  u32be,
  u32le,
  u64be,
  u64le,
  u8,
} from '../field';
import { extended, varint, vlq } from '../kinds/varying';
import { bool, enumOf, listed } from '../kinds/enum';
import { decimal, hexadecimal } from '../kinds/digits';
import { words } from '../kinds/words';
import type { Field, Fields } from '../layout/field-types';
import { otherwise, type WireOptions } from '../layout/layout-data';
import { crc16modbus, crc32, fletcher16, hexSum, sum8, xor8, type SumSpec } from '../sums';

const FIXED: readonly (() => Field<unknown>)[] = [
  () => u8(),
  () => u8({ min: 3, max: 17 }),
  () => i8(),
  () => u16be(),
  () => u16le({ max: 1000 }),
  () => i16le({ min: -5 }),
  () => u24be(),
  () => u32le(),
  () => u64be(),
  () => enumOf(u8(), { off: 0, on: 1, standby: 7 }),
  () => bool(u8()),
  () => listed(u16le(), [1, 2, 500]),
  () => flags(u8(), { carry: 0, zero: 3 }),
  () => bits(u16be(), { mode: 3, level: 5, reserved: 8 }),
  () => fixed(0x55, 0xaa),
  () => literal('Set', { anyCase: true }),
  () => words({ on: 'ON', off: 'no' }, { anyCase: true }),
  () => text({ length: 5, pad: 0x20 }),
  () => bytes({ length: 3 }),
  () => hexadecimal({ width: 2 }),
  () => decimal({ width: 3 }),
];

const VARIABLE: readonly (() => Field<unknown>)[] = [
  () => text({ counted: u8({ max: 20 }), least: 1 }),
  () => text({ until: 0x0d, most: 9 }),
  () => words({ on: ['ON', '1'], off: ['OFF', 'OFFLINE', '0'] }),
  () => bytes({ counted: u8({ max: 9 }) }),
  () => extended([0xf2, 0x05]),
  () => list(u16be(), { count: u8({ max: 4 }), bytes: u8() }),
  () => list(u8({ max: 9 }), { bytes: u8({ max: 6 }) }),
  () => list(u8({ max: 9 }), { count: u8({ max: 6 }), unique: true }),
  () =>
    list(struct({ x: u8({ max: 63 }), kind: u16be(), y: i8() }), {
      count: u8({ max: 5 }),
      unique: ['x', 'y'],
    }),
  () => list(u32le(), { count: u8({ min: 1, max: 5 }), unique: true }),
  () => list(text({ counted: u8({ max: 3 }) }), { count: u8({ min: 1, max: 3 }) }),
  () => list(text({ counted: u8({ max: 3 }) }), { bytes: u8({ max: 12 }) }),
  () =>
    choice(u8(), { a: [1, { level: u8() }], b: [2, { name: text({ until: 0, most: 4 }) }], none: [9, {}] }),
  () => struct({ x: u8({ max: 63 }), name: text({ counted: u8({ max: 4 }) }) }),
  () => list(struct({ x: u8({ max: 63 }), y: i8() }), { count: 2 }),
];

const VARYING: readonly (() => Field<unknown>)[] = [
  () => varint({ max: 70_000 }),
  () => varint({ zigzag: true, min: -5 }),
  () => vlq(),
];

/** What is spelt otherwise, or only shown: other sizes and signs, names, units, bases, charsets. */
const SHOWN: readonly (() => Field<unknown>)[] = [
  () => u24le(),
  () => i32le(),
  () => u32be({ max: 3_000_000_000 }),
  () => u64le({ base: 'hex' }),
  () => i64be({ min: -5n }),
  () => u16le({ base: 'hex', min: 0x10 }),
  () => i16le({ min: -1000, max: 1000, unit: 'mV' }),
  () => constant(u8({ names: { 2: 'second edition' } }), 2),
  () => enumOf(u8({ base: 'hex' }), { off: 0, on: 0x81 }),
  () => bool(u8({ names: { 0: 'closed', 1: 'open' } })),
  () => flags(u16be(), { carry: 0, zero: 1, high: 15 }),
  () => text({ counted: u8(), charset: 'utf8', least: 1 }),
  () => text({ until: 0, charset: 'latin1', most: 12 }),
  () =>
    struct({
      number: u8({ max: 1 }),
      value: u8({ namesBy: { field: 'number', names: { 1: { 0: 'off' } } } }),
    }),
];

const OPEN: readonly (() => Field<unknown>)[] = [
  () => rest({ most: 12 }),
  () => optional(u16be()),
  () => optional(words({ V: ' V', mV: ' MV' }, { anyCase: true })),
  () => list(u16le(), { most: 5 }),
  () => text({ rest: true, most: 8, charset: 'utf8' }),
];

const SUMS: readonly (SumSpec | undefined)[] = [undefined, xor8(), sum8(), crc16modbus, crc32, fletcher16()];

/** Random fields, a line end among them: digits of a variable length need something else after them. */
function fields(more: typeof VARYING): Arbitrary<Fields> {
  const middle = fc.array(fc.constantFrom(...FIXED, ...VARIABLE, ...more), { maxLength: 4 });
  const number = fc.constantFrom(
    () => decimal({ min: -20, max: 300, fraction: 2 }),
    () => hexadecimal({ max: 0xfff }),
  );
  return fc
    .record({
      middle,
      number: fc.option(number, { nil: undefined }),
      open: fc.option(fc.constantFrom(...OPEN), { nil: undefined }),
    })
    .map(({ middle, number, open }) => {
      const digits = number === undefined ? [] : [number, () => literal(';')];
      const all = [...middle, ...digits, ...(open === undefined ? [] : [open])];
      return Object.fromEntries(all.map((make, i) => [`f${i}`, make()]));
    });
}

const HEADS: readonly (Fields | undefined)[] = [
  undefined,
  { unit: u8() },
  { start: fixed(0x02), size: lengthOf(u8()) },
  { size: lengthOf(u16be(), { from: 'here', plus: -1 }), unit: i8() },
  { size: lengthOf(u8(), { strict: true }), unit: u8() },
];

/** Descriptions with every kind of field, sum and head. */
export function allWireOptions(): Arbitrary<WireOptions> {
  return wireOptions(
    [...VARYING, ...SHOWN],
    [...SUMS, fletcher16({ modulus: 256 }), hexSum(xor8(), { after: '*' })],
  );
}

/** Descriptions with a tag, or with a literal that selects the form. For one seed they stay the same: tests of judges build on them. */
export function wireOptions(more: typeof VARYING = [], sums = SUMS): Arbitrary<WireOptions> {
  return fc
    .record({
      head: fc.constantFrom(...HEADS),
      sum: fc.constantFrom(...sums),
      isTagged: fc.boolean(),
      forms: fc.array(fields(more), { minLength: 1, maxLength: 3 }),
      isFree: fc.boolean(),
    })
    .map(({ head, sum, isTagged, forms, isFree }): WireOptions => {
      const shared = { ...(head && { head }), ...(sum && { sum }) };
      if (!isTagged) {
        const named = forms.map((one, i) => [`form${i}`, { is: literal(`F${i}`), ...one }] as const);
        const free = isFree ? { free: [otherwise, { line: text({ rest: true, most: 20 }) }] as const } : {};
        return { ...shared, forms: { ...Object.fromEntries(named), ...free } };
      }
      const named = Object.fromEntries(forms.map((one, i) => [`form${i}`, [3 * i + 1, one] as const]));
      const free: WireOptions['forms'] = isFree
        ? { free: [{ tag: (tag) => tag >= 0x80 }, forms[0] ?? {}] }
        : {};
      return { ...shared, tag: { function: u8() }, forms: { ...named, ...free } };
    });
}
