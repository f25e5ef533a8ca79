/** Fields as closures that read them from a cursor: see fast-reader.ts. */
import { numberReader } from '../bytes/numbers';
import { plainNumber } from '../bytes/plain-number';
import type {
  ChoiceSpec,
  EnumSpec,
  ExtendedSpec,
  FieldSpec,
  ListSpec,
  NamedSpec,
} from '../layout/field-spec';
import { enumValues } from '../layout/enum-values';
import { fixedSize, sizeOf } from '../layout/sizes';
import { repeatCheck } from '../layout/repeats';
import { objectReader, type Property, type Read } from './build-object';
import { bitsField, byteField, digitsField, extentField, flagsField, numberField } from './fast-scalars';
import { readScalar, type ScalarSpec } from './walk-scalars';

/** A property that is read already, or by its spec. */
export interface Field extends Property {
  /** So many bytes that are known already, and no property. */
  readonly skip?: number;
  readonly hasNoValue?: true;
}

/** Fields one after another, as an object, with this `type` first. `tail`: bytes of fields after them, the sum not included. */
export function sequenceReader(
  fields: readonly (NamedSpec | Field)[],
  tail: number,
  type?: string,
): Read<Record<string, unknown>> {
  let after = tail;
  for (const field of fields) after += 'spec' in field ? (fixedSize(field.spec) ?? 0) : 0;
  const readers = fields.map((field): Field & { readonly isOptional: boolean } => {
    if (!('spec' in field)) return { ...field, isOptional: false };
    const { name, spec } = field;
    after -= fixedSize(spec) ?? 0;
    const read = fieldReader(spec, after);
    const number = plainNumber(spec);
    const plain = number && { number, skip: 0 };
    const hasNoValue = spec.kind === 'constant' || spec.kind === 'length';
    return {
      name,
      read,
      isOptional: spec.kind === 'optional',
      ...(plain && { plain }),
      ...(hasNoValue && { hasNoValue }),
    };
  });
  if (readers.some(({ isOptional }) => isOptional)) return looseReader(readers, type);
  let before: Field[] = [];
  const properties: Property[] = [];
  for (const reader of readers) {
    if (reader.hasNoValue === true) before.push(reader);
    else {
      properties.push(afterOthers(before, reader));
      before = [];
    }
  }
  const build = objectReader(properties, type);
  const rest = inOrder(before.map(({ read }) => read));
  if (rest === undefined) return build;
  return (cursor) => {
    const values = build(cursor);
    rest(cursor);
    return values;
  };
}

/** What is absent is no property. */
function looseReader(readers: readonly Field[], type: string | undefined): Read<Record<string, unknown>> {
  return (cursor) => {
    const values: Record<string, unknown> = {};
    if (type !== undefined) values.type = type;
    for (const { name, read } of readers) {
      const value = read(cursor);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

function inOrder(readers: readonly Read[]): Read | undefined {
  const [first, ...others] = readers;
  if (first === undefined) return undefined;
  const [second, ...more] = others;
  if (second === undefined) return first;
  if (more.length === 0)
    return (cursor) => {
      first(cursor);
      second(cursor);
    };
  return (cursor) => {
    for (const read of readers) read(cursor);
  };
}

function afterOthers(others: readonly Field[], { name, read, plain }: Property): Property {
  const first = inOrder(others.map((other) => other.read));
  if (first === undefined) return { name, read, ...(plain && { plain }) };
  const [only] = others;
  const skip = others.length === 1 ? only?.skip : undefined;
  return {
    name,
    read: (cursor) => {
      first(cursor);
      return read(cursor);
    },
    ...(plain && skip !== undefined && { plain: { ...plain, skip } }),
  };
}

function fieldReader(spec: FieldSpec, tail: number): Read {
  switch (spec.kind) {
    case 'number':
      return spec.bytes === 1 && !spec.signed
        ? byteField(spec.min, spec.max)
        : numberField(spec, spec.min, spec.max);
    case 'extended':
      return extendedField(spec);
    case 'enum':
      return enumField(spec);
    case 'list':
      return listField(spec, tail);
    case 'struct':
      return sequenceReader(spec.fields, tail);
    case 'optional': {
      const read = fieldReader(spec.of, tail);
      return (cursor) => (cursor.at < cursor.end - tail ? read(cursor) : undefined);
    }
    case 'choice':
      return choiceField(spec, tail);
    case 'length': {
      const { of, from, plus } = spec;
      const read = numberReader(of);
      return (cursor) => {
        const value = read(cursor.bytes, cursor.at);
        cursor.at += of.bytes;
        if (value !== cursor.bytes.length + plus - (from === 'here' ? cursor.at : 0)) cursor.ok = false;
      };
    }
    case 'constant':
      return spec.anyCase === true ? scalarField(spec, tail) : constantField(spec.bytes);
    case 'text':
    case 'bytes':
      return extentField(spec, tail);
    case 'flags':
      return flagsField(spec);
    case 'bits':
      return bitsField(spec);
    case 'digits':
      return digitsField(spec);
    default:
      return scalarField(spec, tail);
  }
}

function extendedField({ prefixes }: ExtendedSpec): Read<number> {
  const isPrefix = Uint8Array.from({ length: 256 }, (_, byte) => (prefixes.includes(byte) ? 1 : 0));
  return (cursor) => {
    const { bytes } = cursor;
    const first = bytes[cursor.at++]!;
    return isPrefix[first] === 1 ? (first << 8) | bytes[cursor.at++]! : first;
  };
}

function enumField(spec: EnumSpec): Read {
  const { of } = spec;
  const read = numberReader(of);
  const values = new Map(enumValues(spec).map(({ value, number }) => [number, value]));
  return (cursor) => {
    const value = values.get(read(cursor.bytes, cursor.at));
    cursor.at += of.bytes;
    if (value === undefined) cursor.ok = false;
    return value;
  };
}

function constantField(bytes: Uint8Array): Read<undefined> {
  const { length } = bytes;
  const [only] = bytes;
  if (length === 1)
    return (cursor) => {
      if (cursor.bytes[cursor.at++] !== only) cursor.ok = false;
    };
  return (cursor) => {
    for (let i = 0; i < length; i++) if (cursor.bytes[cursor.at + i] !== bytes[i]) cursor.ok = false;
    cursor.at += length;
  };
}

function choiceField({ tag, cases }: ChoiceSpec, tail: number): Read {
  const readTag = numberField(tag, tag.min, tag.max);
  const readers = new Map(
    cases.map(({ name, tag: value, fields }) => [value, sequenceReader(fields, tail, name)] as const),
  );
  return (cursor) => {
    const read = readers.get(readTag(cursor));
    if (read === undefined) cursor.ok = false;
    return read?.(cursor);
  };
}

/** What is rare goes by the walk's own reading. */
function scalarField(spec: ScalarSpec, tail: number): Read {
  return (cursor) => {
    const found = readScalar(spec, cursor.bytes, cursor.at, Math.max(cursor.at, cursor.end - tail));
    if (found === 'short' || found.flaw !== undefined || !found.isReadable) {
      cursor.ok = false;
      return undefined;
    }
    cursor.at += found.length + (found.prefix?.length ?? 0);
    return found.value;
  };
}

function listField(spec: ListSpec, tail: number): Read {
  const { of, count, bytes, least, most } = spec;
  const repeats = repeatCheck(spec);
  const item = fieldReader(of, 0);
  const counted = typeof count === 'object' ? count : undefined;
  const readCount =
    counted && numberField(counted, Math.max(least, counted.min), Math.min(most, counted.max));
  const constant = typeof count === 'number' ? count : undefined;
  const readBytes = bytes && numberField(bytes, bytes.min, bytes.max);
  const itemBytes = sizeOf(of, '').min;
  return (cursor) => {
    const wanted = readCount === undefined ? constant : readCount(cursor);
    const size = readBytes?.(cursor);
    const begin = cursor.at;
    const stop = size === undefined ? cursor.end - tail : begin + size;
    if (stop > cursor.end || (wanted !== undefined && !(wanted >= 0 && wanted * itemBytes <= stop - begin))) {
      cursor.ok = false;
      return undefined;
    }
    const items: unknown[] = wanted === undefined ? [] : new Array<unknown>(wanted);
    if (wanted === undefined) while (cursor.ok && cursor.at < stop) items.push(item(cursor));
    else for (let i = 0; i < wanted && cursor.ok; i++) items[i] = item(cursor);
    if (size !== undefined && cursor.at !== stop) cursor.ok = false;
    if (items.length < least || items.length > most) cursor.ok = false;
    if (repeats?.(cursor.bytes, begin, items.length) === true) cursor.ok = false;
    return items;
  };
}
