/** Encodes fields without subfields. Each writer refuses a value out of its range. */
import type {
  BigNumberSpec,
  ConstantSpec,
  EnumSpec,
  FlagsSpec,
  BitsSpec,
  NumberSpec,
  VaryingSpec,
  DigitsSpec,
  WordsSpec,
} from '../layout/field-spec';
import { bytesField, textField } from './encode-extents';
import { refuseValue, valuesOf, type FieldWriter } from './field-writer';
import { numberWriter, writeBigNumber, digitsText, isWritable } from '../bytes/numbers';
import { varyingBytes } from '../bytes/varying';
import { hexOf, rangeText } from '../bytes/value-text';
import { enumValues } from '../layout/enum-values';
import type { ScalarSpec } from '../reading/walk-scalars';

export function scalarWriter(spec: ScalarSpec, path: string): FieldWriter {
  switch (spec.kind) {
    case 'number':
      return numberField(spec, path);
    case 'bignumber':
      return bigNumberField(spec, path);
    case 'varying':
      return varyingField(spec, path);
    case 'enum':
      return enumField(spec, path);
    case 'flags':
      return flagsField(spec, path);
    case 'bits':
      return bitsField(spec, path);
    case 'constant':
      return constantField(spec);
    case 'digits':
      return digitsField(spec, path);
    case 'words':
      return wordsField(spec, path);
    case 'text':
      return textField(spec, path);
    case 'bytes':
      return bytesField(spec, path);
  }
}

function constantField({ bytes }: ConstantSpec): FieldWriter {
  const { length } = bytes;
  const only = bytes[0]!;
  return {
    fixed: length,
    size: () => length,
    write: (frame, at) => {
      if (length === 1) frame[at] = only;
      else frame.set(bytes, at);
      return at + length;
    },
  };
}

function numberField(spec: NumberSpec, path: string): FieldWriter {
  const { bytes, min, max } = spec;
  const put = numberWriter(spec);
  return {
    fixed: bytes,
    size: () => bytes,
    write: (frame, at, value) => {
      if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
        return refuseValue(path, String(value), rangeText(spec, min, max));
      put(frame, at, value);
      return at + bytes;
    },
  };
}

function bigNumberField(spec: BigNumberSpec, path: string): FieldWriter {
  const { min, max, order } = spec;
  return {
    fixed: 8,
    size: () => 8,
    write: (frame, at, value) => {
      if (typeof value !== 'bigint' || value < min || value > max)
        return refuseValue(
          path,
          `${typeof value} ${String(value)}`,
          `a bigint of ${rangeText(spec, min, max)}`,
        );
      writeBigNumber(frame, at, value, order);
      return at + 8;
    },
  };
}

function varyingField(spec: VaryingSpec, path: string): FieldWriter {
  const { prefixes, min, max } = spec;
  const listed = prefixes.map((prefix) => hexOf(Uint8Array.of(prefix))).join(', ');
  const expected =
    prefixes.length > 0 ? `a byte but ${listed}, or one of these and a byte` : rangeText(spec, min, max);
  const bytesOf = (value: unknown): Uint8Array =>
    varyingBytes(spec, value) ?? refuseValue(path, String(value), expected);
  return {
    size: (value) => bytesOf(value).length,
    write: (frame, at, value) => {
      const bytes = bytesOf(value);
      frame.set(bytes, at);
      return at + bytes.length;
    },
  };
}

function enumField(spec: EnumSpec, path: string): FieldWriter {
  const { of } = spec;
  const put = numberWriter(of);
  const numbers = new Map<unknown, number>(enumValues(spec).map(({ value, number }) => [value, number]));
  return {
    fixed: of.bytes,
    size: () => of.bytes,
    write: (frame, at, value) => {
      const number = numbers.get(value);
      if (number === undefined)
        return refuseValue(path, String(value), `one of ${[...numbers.keys()].join(', ')}`);
      put(frame, at, number);
      return at + of.bytes;
    },
  };
}

function propertyOf(value: unknown, name: string, path: string): unknown {
  return valuesOf(value, path)[name];
}

function flagsField({ of, flags }: FlagsSpec, path: string): FieldWriter {
  const put = numberWriter(of);
  const entries = Object.entries(flags);
  return {
    fixed: of.bytes,
    size: () => of.bytes,
    write: (frame, at, value) => {
      let number = 0;
      for (const [name, bit] of entries) {
        const flag = propertyOf(value, name, path);
        if (typeof flag !== 'boolean') return refuseValue(`${path}.${name}`, String(flag), 'true or false');
        if (flag) number += 2 ** bit;
      }
      put(frame, at, number);
      return at + of.bytes;
    },
  };
}

function bitsField({ of, parts }: BitsSpec, path: string): FieldWriter {
  const put = numberWriter(of);
  return {
    fixed: of.bytes,
    size: () => of.bytes,
    write: (frame, at, value) => {
      let number = 0;
      for (const { name, width, shift } of parts) {
        const part = propertyOf(value, name, path);
        const highest = 2 ** width - 1;
        if (typeof part !== 'number' || !Number.isInteger(part) || part < 0 || part > highest)
          return refuseValue(`${path}.${name}`, String(part), `0..${highest}`);
        number += part * 2 ** shift;
      }
      put(frame, at, number);
      return at + of.bytes;
    },
  };
}

function digitsField(spec: DigitsSpec, path: string): FieldWriter {
  const { min, max, fraction } = spec;
  const textOf = (value: unknown): string => {
    if (typeof value !== 'number' || !(value >= min && value <= max))
      return refuseValue(path, String(value), `${min}..${max}`);
    if (!isWritable(spec, value))
      return refuseValue(
        path,
        String(value),
        fraction === 0 ? 'a whole number' : `a number of ${fraction} decimals`,
      );
    return digitsText(spec, value);
  };
  return latin1Field(textOf);
}

function wordsField({ words }: WordsSpec, path: string): FieldWriter {
  const texts = new Map<unknown, string>(words.map(({ name, spellings }) => [name, spellings[0] ?? '']));
  const textOf = (value: unknown): string =>
    texts.get(value) ?? refuseValue(path, String(value), `one of ${[...texts.keys()].join(', ')}`);
  return latin1Field(textOf);
}

function latin1Field(textOf: (value: unknown) => string): FieldWriter {
  return {
    size: (value) => textOf(value).length,
    write: (frame, at, value) => {
      const text = textOf(value);
      for (let i = 0; i < text.length; i++) frame[at + i] = text.charCodeAt(i);
      return at + text.length;
    },
  };
}
