/**
 * Fields of a frame, as users describe them: `{ address: u16be(), count: u16be({ min: 1, max: 125 }) }`.
 *
 * Each constructor gives a `Field<T>`; `T` is the type of its value in a message. Impossible options throw RangeError.
 */
import type { ByteOrder, Charset, Extent, NamedSpec, NamesBy } from './layout/field-spec';
import type { Field, Fields, Flat, NumberField, ValuesOf } from './layout/field-types';
import { checkNumber } from './kinds/number';
import { given } from './layout/given';
import { numberBytes } from './bytes/numbers';

/** Bounds of a number, and how people see it. */
export interface NumberOptions<N = number> {
  /** Lowest and highest value, both included. Default: what the bytes can hold. */
  readonly min?: N;
  readonly max?: N;
  /** What values mean, for people. A value without a name is valid too. */
  readonly names?: Readonly<Record<number, string>>;
  /** The same, where an earlier number decides the meaning: a parameter's number and its value. */
  readonly namesBy?: NamesBy;
  /** How people read it. Default `dec`. */
  readonly base?: 'dec' | 'hex';
  /** `mV`, `ms`. */
  readonly unit?: string;
}

type NumberConstructor = (options?: NumberOptions) => NumberField;

function numberField(bytes: 1 | 2 | 3 | 4, signed: boolean, order: ByteOrder): NumberConstructor {
  const lowest = signed ? -(2 ** (8 * bytes - 1)) : 0;
  const highest = 2 ** (8 * bytes - (signed ? 1 : 0)) - 1;
  return ({ min = lowest, max = highest, base = 'dec', ...shown } = {}) => {
    if (!Number.isInteger(min) || !Number.isInteger(max) || min < lowest || max > highest || min > max)
      throw new RangeError(`min ${min} and max ${max} are to be whole numbers from ${lowest} to ${highest}`);
    return { spec: { kind: 'number', bytes, signed, order, min, max, base, ...shown } };
  };
}

/** One byte, 0..255. */
export const u8 = numberField(1, false, 'big');
/** One byte, -128..127. */
export const i8 = numberField(1, true, 'big');
/** Two bytes, high byte first, 0..65535. */
export const u16be = numberField(2, false, 'big');
/** Two bytes, low byte first, 0..65535. */
export const u16le = numberField(2, false, 'little');
/** Two bytes, high byte first, -32768..32767. */
export const i16be = numberField(2, true, 'big');
/** Two bytes, low byte first, -32768..32767. */
export const i16le = numberField(2, true, 'little');
/** Three bytes, high byte first. */
export const u24be = numberField(3, false, 'big');
/** Three bytes, low byte first. */
export const u24le = numberField(3, false, 'little');
/** Four bytes, high byte first, 0..4294967295. */
export const u32be = numberField(4, false, 'big');
/** Four bytes, low byte first, 0..4294967295. */
export const u32le = numberField(4, false, 'little');
/** Four bytes, high byte first, with a sign. */
export const i32be = numberField(4, true, 'big');
/** Four bytes, low byte first, with a sign. */
export const i32le = numberField(4, true, 'little');

/** Bounds of a number of eight bytes as bigints, and how people see it. */
export type BigNumberOptions = Omit<NumberOptions<bigint>, 'names' | 'namesBy'>;

type BigNumberConstructor = (options?: BigNumberOptions) => Field<bigint>;

function bigNumberField(signed: boolean, order: ByteOrder): BigNumberConstructor {
  const lowest = signed ? -(2n ** 63n) : 0n;
  const highest = signed ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return ({ min = lowest, max = highest, base = 'dec', ...shown } = {}) => {
    if (min < lowest || max > highest || min > max)
      throw new RangeError(`min ${min} and max ${max} are to be from ${lowest} to ${highest}`);
    return { spec: { kind: 'bignumber', signed, order, min, max, base, ...shown } };
  };
}

/** Eight bytes, high byte first. The value is a bigint. */
export const u64be = bigNumberField(false, 'big');
/** Eight bytes, low byte first. The value is a bigint. */
export const u64le = bigNumberField(false, 'little');
/** Eight bytes, high byte first, with a sign. The value is a bigint. */
export const i64be = bigNumberField(true, 'big');
/** Eight bytes, low byte first, with a sign. The value is a bigint. */
export const i64le = bigNumberField(true, 'little');

/** Bits that are true or false: `flags(u8(), { carry: 0, zero: 1 })`, by the number of the bit (0: the lowest). All other bits are 0. */
export function flags<const V extends Readonly<Record<string, number>>>(
  of: NumberField,
  flags: V,
): Field<{ readonly [K in keyof V]: boolean }> {
  const bits = Object.values(flags);
  if (bits.some((bit) => !Number.isInteger(bit) || bit < 0 || bit >= 8 * of.spec.bytes))
    throw new RangeError(`a flag's bit is a whole number from 0 to ${8 * of.spec.bytes - 1}`);
  if (new Set(bits).size < bits.length) throw new RangeError('two flags have the same bit');
  if (of.spec.signed) throw new RangeError('flags are in a number without a sign');
  return { spec: { kind: 'flags', of: of.spec, flags } };
}

/** Parts of a number by their widths in bits, highest first: `bits(u16be(), { mode: 3, level: 5, reserved: 8 })`. */
export function bits<const W extends Readonly<Record<string, number>>>(
  of: NumberField,
  widths: W,
): Field<{ readonly [K in keyof W]: number }> {
  let shift = 8 * of.spec.bytes;
  const parts = Object.entries(widths).map(([name, width]) => {
    if (!Number.isInteger(width) || width < 1)
      throw new RangeError(`${name}: a width is a whole number above 0`);
    shift -= width;
    return { name, width, shift };
  });
  if (shift !== 0)
    throw new RangeError(`the widths add up to ${8 * of.spec.bytes - shift} bits, not ${8 * of.spec.bytes}`);
  if (of.spec.signed) throw new RangeError('bits are in a number without a sign');
  return { spec: { kind: 'bits', of: of.spec, parts } };
}

/** Bytes that never change. They have no value in a message. Other bytes are a `constant` error. */
export function fixed(...bytes: readonly number[]): Field<void> {
  if (bytes.length === 0 || bytes.some((byte) => !isByte(byte)))
    throw new RangeError('fixed bytes are one or more whole numbers from 0 to 255');
  return { spec: { kind: 'constant', bytes: Uint8Array.from(bytes) } };
}

/**
 * A number that never changes: `constant(u16be(), 0x55aa)`. It has no value in a message. Its name, if any, is shown.
 */
export function constant(of: NumberField, value: number): Field<void> {
  checkNumber(of.spec, value, 'constant');
  const bytes = numberBytes(of.spec, value);
  return { spec: { kind: 'constant', bytes, ...given({ meaning: of.spec.names?.[value] }) } };
}

/** A Latin-1 text that never changes: `literal('MEAS:')`. It has no value in a message. `anyCase`: in either case. */
export function literal(text: string, { anyCase = false }: { readonly anyCase?: boolean } = {}): Field<void> {
  const codes = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  if (text === '' || codes.some((code) => code > 0xff))
    throw new RangeError('a literal is a Latin-1 text, and not empty');
  return {
    spec: { kind: 'constant', bytes: Uint8Array.from(codes), text, ...(anyCase ? { anyCase } : {}) },
  };
}

/** How far it goes: exactly one of these. */
export type ExtentOptions =
  /** The number of bytes. */
  | { readonly length: number }
  /** A number just before counts the bytes. */
  | { readonly counted: NumberField }
  /** To the end of the frame, without the fields after it. */
  | { readonly rest: true; readonly most?: number };

/** Text can also end with a byte that belongs to it: `text({ until: 0x0d, most: 20 })`. */
export type TextOptions = (ExtentOptions | { readonly until: number; readonly most?: number }) & {
  /** Default `ascii` (00..7F). */
  readonly charset?: Charset;
  /** With a `length`: this byte pads a short text, and is removed when the text is read. */
  readonly pad?: number;
  /** Fewest bytes. Default 0. */
  readonly least?: number;
};

function extentOf(options: TextOptions): Extent {
  if ('length' in options) {
    if (!isSize(options.length)) throw new RangeError('a length is a whole number above 0');
    return { by: 'length', length: options.length };
  }
  if ('counted' in options) {
    if (options.counted.spec.min < 0) throw new RangeError('a count has no sign');
    return { by: 'counted', count: options.counted.spec };
  }
  const { most = Infinity } = options;
  if ('rest' in options) return { by: 'rest', most };
  if (!isByte(options.until)) throw new RangeError('until is a byte');
  return { by: 'until', end: options.until, most };
}

/** Text; its value is a string. A character outside the charset is out of range. */
export function text(options: TextOptions): Field<string> {
  const { charset = 'ascii', least = 0, pad } = options;
  const extent = extentOf(options);
  if (pad !== undefined && (extent.by !== 'length' || !isByte(pad)))
    throw new RangeError('pad is a byte, and goes with a length');
  if (extent.by === 'length' && pad === undefined && charset === 'utf8')
    throw new RangeError('utf8 of a fixed length needs a pad');
  return { spec: { kind: 'text', extent, charset, least, ...(pad === undefined ? {} : { pad }) } };
}

/** Bytes as they are; the value is a Uint8Array. */
export function bytes(options: ExtentOptions & { readonly least?: number }): Field<Uint8Array> {
  return { spec: { kind: 'bytes', extent: extentOf(options), least: options.least ?? 0 } };
}

/** The bytes up to the end of the frame, without the fields after them and the sum. */
export function rest(options: { readonly least?: number; readonly most?: number } = {}): Field<Uint8Array> {
  return bytes({ rest: true, ...options });
}

/** The number of items, and where it comes from. */
export interface ListOptions {
  /** The number of items, or a field before the list that counts them. */
  readonly count?: number | NumberField;
  /** A field before it that counts its bytes, after the count if there is one. Without both: items to the end. */
  readonly bytes?: NumberField;
  /** Fewest and most items. Default: 0, and the highest number that the prefixes can hold. */
  readonly least?: number;
  readonly most?: number;
  /** No two items share the values of these fields; `true`: no two are equal. Else `repeat`. Items: a fixed size. */
  readonly unique?: true | readonly string[];
}

/** The same field again and again: `list(u16be(), { count: u8() })`. */
export function list<T>(of: Field<T>, options: ListOptions = {}): Field<readonly T[]> {
  const { count, bytes, least = 0, most = Infinity, unique } = options;
  if (least < 0 || most < least)
    throw new RangeError(`least ${least} and most ${most} are to be numbers of items`);
  if (typeof count === 'number') {
    if (!isSize(count)) throw new RangeError('a count is a whole number above 0');
    const prefix = given({ bytes: bytes?.spec, unique });
    return { spec: { kind: 'list', of: of.spec, count, least: count, most: count, ...prefix } };
  }
  const prefixes = given({ count: count?.spec, bytes: bytes?.spec, unique });
  return { spec: { kind: 'list', of: of.spec, least, most, ...prefixes } };
}

/** Fields under one name; the value is an object. */
export function struct<const F extends Fields>(fields: F): Field<ValuesOf<F>> {
  return { spec: { kind: 'struct', fields: namedSpecs(fields) } };
}

/** A field that is present if bytes are left. Only optional fields and fields of a fixed size can follow it. */
export function optional<T>(of: Field<T>): Field<T | undefined> {
  return { spec: { kind: 'optional', of: of.spec } };
}

/** The value of a {@link choice}: `type` is the name of its case. */
export type ChoiceOf<C> = {
  [N in keyof C & string]: C[N] extends readonly [number, infer F]
    ? Flat<{ readonly type: N } & ValuesOf<F>>
    : never;
}[keyof C & string];

/** A number that says which fields follow: `choice(u8(), { on: [1, { level: u8() }], off: [0, {}] })`. */
export function choice<const C extends Readonly<Record<string, readonly [number, Fields]>>>(
  tag: NumberField,
  cases: C,
): Field<ChoiceOf<C>> {
  const specs = Object.entries(cases).map(([name, [value, fields]]) => {
    checkNumber(tag.spec, value, name);
    return { name, tag: value, fields: namedSpecs(fields) };
  });
  if (new Set(specs.map((one) => one.tag)).size < specs.length)
    throw new RangeError('two cases of a choice have the same number');
  return { spec: { kind: 'choice', tag: tag.spec, cases: specs } };
}

/** Options of {@link lengthOf}. */
export interface LengthOptions {
  readonly from?: 'frame' | 'here';
  readonly plus?: number;
  readonly strict?: boolean;
}

/**
 * How many bytes there are, computed when a frame is encoded and checked when it is read. It counts the whole frame,
 * sum included (`frame`, the default), or from the byte after itself to the end (`here`). `plus` is added: -2 leaves a
 * sum of two bytes out.
 *
 * A frame with a length that its form cannot have is read to that length, and refused. With `strict`, no frame begins
 * with such a length.
 */
export function lengthOf(
  of: NumberField,
  { from = 'frame', plus = 0, strict = false }: LengthOptions = {},
): Field<void> {
  return { spec: { kind: 'length', of: of.spec, from, plus, strict } };
}

/** The specs of fields, with their names. Throws RangeError for what is no field: `u8` in place of `u8()`. */
export function namedSpecs(fields: Fields): NamedSpec[] {
  return Object.entries(fields).map(([name, field]) => {
    if (!isField(field)) throw new RangeError(`${name}: is no field: give one, as u8()`);
    return { name, spec: field.spec };
  });
}

/** False for the constructor of a field in place of a field, which JavaScript accepts. */
export function isField(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'spec' in value;
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xff;
}

function isSize(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}
