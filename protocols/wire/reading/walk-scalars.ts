/** Reads fields without subfields: their value, their size, and what is wrong. */
import { latin1 } from '../../bytes';
import type {
  BytesSpec,
  ConstantSpec,
  DigitsSpec,
  EnumSpec,
  FieldSpec,
  FlagsSpec,
  NumberSpec,
  TextSpec,
  VaryingSpec,
  WordsSpec,
} from '../layout/field-spec';
import { enumValues } from '../layout/enum-values';
import { numberReader, readBigNumber, readDigits } from '../bytes/numbers';
import { hexOf, numberText, rangeText } from '../bytes/value-text';
import { readText, textRangeOf } from '../bytes/text';
import { readVarying, varyingLength } from '../bytes/varying';
import { isByteOf, readWord, wordsText } from '../bytes/words';
import { knownSize } from '../layout/sizes';

export type ScalarSpec = Exclude<FieldSpec, { kind: 'list' | 'struct' | 'optional' | 'choice' | 'length' }>;

export interface ScalarFlaw {
  readonly code: 'range' | 'length' | 'constant';
  /** From the field's first byte (or from its prefix, where it has one). */
  readonly offset: number;
  readonly expected: string;
  readonly seen: string;
}

export interface Scalar {
  /** A number before it that counts its bytes. */
  readonly prefix?: { readonly spec: NumberSpec; readonly length: number; readonly value: number };
  /** Its bytes without the prefix. */
  readonly length: number;
  readonly value: unknown;
  /** Default: true. */
  readonly isReadable?: boolean;
  /** Its end is unknown, so nothing after it can be read. Default: false. */
  readonly isLost?: boolean;
  readonly shown: number | bigint | string;
  readonly meaning?: string | undefined;
  readonly flaw?: ScalarFlaw | undefined;
}

/**
 * Reads the field at `at`. `limit`: the end of a field that goes to the end of the frame. `short`: bytes are missing.
 */
export function readScalar(spec: ScalarSpec, bytes: Uint8Array, at: number, limit: number): Scalar | 'short' {
  const left = bytes.length - at;
  switch (spec.kind) {
    case 'number':
      return left < spec.bytes ? 'short' : readNumber(spec, spec.bytes, numberReader(spec)(bytes, at));
    case 'varying':
      return readVaryingNumber(spec, bytes, at);
    case 'enum':
      return left < spec.of.bytes ? 'short' : readEnum(spec, numberReader(spec.of)(bytes, at));
    case 'flags':
      return left < spec.of.bytes ? 'short' : readFlags(spec, numberReader(spec.of)(bytes, at));
    case 'bits': {
      if (left < spec.of.bytes) return 'short';
      const number = numberReader(spec.of)(bytes, at);
      const parts = spec.parts.map(
        ({ name, width, shift }) => [name, Math.floor(number / 2 ** shift) % 2 ** width] as const,
      );
      const meaning = parts.map(([name, value]) => `${name} ${value}`).join(', ');
      return { length: spec.of.bytes, value: Object.fromEntries(parts), shown: number, meaning };
    }
    case 'bignumber': {
      if (left < 8) return 'short';
      const value = readBigNumber(spec, bytes, at);
      const isRight = value >= spec.min && value <= spec.max;
      const flaw = isRight ? undefined : range(rangeText(spec, spec.min, spec.max), numberText(spec, value));
      return { length: 8, value, shown: value, flaw };
    }
    case 'constant':
      return readConstant(spec, bytes, at);
    case 'digits':
      return readNumberText(spec, bytes, at);
    case 'words':
      return readWords(spec, bytes, at, limit);
    case 'text':
    case 'bytes':
      return readExtent(spec, bytes, at, limit);
  }
}

function range(expected: string, seen: string, offset = 0): ScalarFlaw {
  return { code: 'range', offset, expected, seen };
}

function readNumber(spec: NumberSpec | VaryingSpec, length: number, value: number): Scalar {
  const isRight = value >= spec.min && value <= spec.max;
  const flaw = isRight ? undefined : range(rangeText(spec, spec.min, spec.max), numberText(spec, value));
  return { length, value, shown: value, meaning: spec.names?.[value], flaw };
}

function readVaryingNumber(spec: VaryingSpec, bytes: Uint8Array, at: number): Scalar | 'short' {
  const length = varyingLength(spec, bytes, at, bytes.length);
  if (length === 0 || at + length > bytes.length) return 'short';
  if (length > 0) return readNumber(spec, length, readVarying(spec, bytes, at, length));
  const seen = hexOf(bytes.subarray(at, at + spec.most));
  const flaw = range(`${spec.most} bytes at most`, 'more');
  return { length: spec.most, value: undefined, isReadable: false, isLost: true, shown: seen, flaw };
}

function readEnum(spec: EnumSpec, number: number): Scalar {
  const { of, values, strict } = spec;
  const found = enumValues(spec).find((one) => one.number === number);
  if (found !== undefined)
    return { length: of.bytes, value: found.value, shown: number, meaning: found.meaning };
  const expected = Object.values(values)
    .map((value) => numberText(of, value))
    .join(', ');
  const flaw = range(expected, numberText(of, number));
  return {
    length: of.bytes,
    value: undefined,
    isReadable: false,
    shown: number,
    flaw: strict ? { ...flaw, code: 'constant' } : flaw,
  };
}

function readFlags({ of, flags }: FlagsSpec, number: number): Scalar {
  const entries = Object.entries(flags).map(
    ([name, bit]) => [name, Math.floor(number / 2 ** bit) % 2 === 1] as const,
  );
  const known = Object.values(flags).reduce((sum, bit) => sum + 2 ** bit, 0);
  const unknown = entries.reduce((left, [name, isSet]) => (isSet ? left - 2 ** flags[name]! : left), number);
  const set = entries.flatMap(([name, isSet]) => (isSet ? [name] : []));
  const hex = { base: 'hex' } as const;
  const flaw =
    unknown === 0 ? undefined : range(`bits of ${numberText(hex, known)} alone`, numberText(hex, number));
  return {
    length: of.bytes,
    value: Object.fromEntries(entries),
    shown: number,
    meaning: set.join(', ') || 'none',
    flaw,
  };
}

/** A cut constant is wrong if one of its bytes is wrong. */
function readConstant(spec: ConstantSpec, bytes: Uint8Array, at: number): Scalar | 'short' {
  const seen = bytes.subarray(at, at + spec.bytes.length);
  const { length } = seen;
  const offset = seen.findIndex((byte, i) => !isByteOf(spec.bytes[i]!, byte, spec.anyCase));
  if (offset < 0 && length < spec.bytes.length) return 'short';
  const flaw =
    offset < 0
      ? undefined
      : { code: 'constant' as const, offset, expected: hexOf(spec.bytes), seen: hexOf(seen) };
  const meaning = flaw === undefined ? spec.meaning : undefined;
  return { length, value: undefined, shown: spec.text ?? hexOf(seen), meaning, flaw };
}

function readWords(spec: WordsSpec, bytes: Uint8Array, at: number, limit: number): Scalar | 'short' {
  const found = readWord(spec, bytes, at, bytes.length, true);
  if (found === 'short') return 'short';
  const length = found?.length ?? Math.max(1, Math.min(limit - at, knownSize(spec).max));
  if (at + length > bytes.length) return 'short';
  const seen = bytes.subarray(at, at + length);
  if (found !== undefined) return { length, value: found.name, shown: latin1(seen), meaning: found.name };
  const flaw = range(wordsText(spec), hexOf(seen));
  return { length, value: undefined, isReadable: false, isLost: true, shown: hexOf(seen), flaw };
}

function readNumberText(spec: DigitsSpec, bytes: Uint8Array, at: number): Scalar | 'short' {
  const found = readDigits(spec, bytes, at, bytes.length);
  if (typeof found === 'object') {
    const { value, end } = found;
    const isRight = value >= spec.min && value <= spec.max;
    const shown = value;
    const flaw = isRight ? undefined : range(`${spec.min}..${spec.max}`, String(value));
    return { length: end - at, value, shown, flaw };
  }
  if (found === bytes.length) return 'short';
  const seen = hexOf(bytes.subarray(found, found + 1));
  const flaw = range('a digit', seen, found - at);
  return {
    length: found + 1 - at,
    value: undefined,
    isReadable: false,
    isLost: true,
    shown: hexOf(bytes.subarray(at, found + 1)),
    flaw,
  };
}

function readExtent(
  spec: TextSpec | BytesSpec,
  bytes: Uint8Array,
  at: number,
  limit: number,
): Scalar | 'short' {
  const { extent } = spec;
  switch (extent.by) {
    case 'length':
      return bytes.length - at < extent.length ? 'short' : content(spec, bytes, at, at + extent.length);
    case 'counted': {
      const { count } = extent;
      if (bytes.length - at < count.bytes) return 'short';
      const value = numberReader(count)(bytes, at);
      const prefix = { spec: count, length: count.bytes, value };
      const least = Math.max(count.min, spec.least);
      if (value < least || value > count.max) {
        const flaw = {
          code: 'length' as const,
          offset: 0,
          expected: rangeText(count, least, count.max),
          seen: String(value),
        };
        return { prefix, length: 0, value: undefined, shown: '', flaw };
      }
      const from = at + count.bytes;
      return bytes.length - from < value ? 'short' : { prefix, ...content(spec, bytes, from, from + value) };
    }
    case 'until': {
      const found = bytes.subarray(at, at + extent.most + 1).indexOf(extent.end);
      if (found >= 0) return { ...content(spec, bytes, at, at + found), length: found + 1 };
      if (bytes.length - at <= extent.most) return 'short';
      const flaw = {
        code: 'length' as const,
        offset: 0,
        expected: `${extent.most} bytes at most`,
        seen: 'more',
      };
      return { length: 0, value: undefined, isReadable: false, isLost: true, shown: '', flaw };
    }
    case 'rest': {
      const found = content(spec, bytes, at, Math.min(limit, bytes.length));
      if (found.length <= extent.most) return found;
      const flaw = {
        code: 'length' as const,
        offset: 0,
        expected: `${extent.most} bytes at most`,
        seen: `${found.length} bytes`,
      };
      return { ...found, flaw };
    }
  }
}

function content(spec: TextSpec | BytesSpec, bytes: Uint8Array, from: number, to: number): Scalar {
  const length = to - from;
  const raw = Uint8Array.from(bytes.subarray(from, to));
  const flaw =
    length < spec.least
      ? {
          code: 'length' as const,
          offset: 0,
          expected: `${spec.least} bytes at least`,
          seen: `${length} bytes`,
        }
      : undefined;
  if (spec.kind === 'bytes') return { length, value: raw, shown: hexOf(raw), flaw };
  const value = readText(spec, raw);
  if (value !== undefined) return { length, value, shown: value, flaw };
  return {
    length,
    value: undefined,
    isReadable: false,
    shown: hexOf(raw),
    flaw: flaw ?? range(textRangeOf(spec), hexOf(raw)),
  };
}
