/** Fields as closures that read them from a cursor: see fast-reader.ts. */
import { numberReader } from '../bytes/numbers';
import type {
  ChoiceSpec,
  EnumSpec,
  ExtendedSpec,
  FieldSpec,
  ListSpec,
  NamedSpec,
  NumberSpec,
} from '../layout/field-spec';
import { enumValues } from '../layout/enum-values';
import { fixedSize } from '../layout/sizes';
import { repeatCheck } from '../layout/repeats';
import { objectReader, type Read } from './build-object';
import { readScalar, type ScalarSpec } from './walk-scalars';

/** A property that is read already, or by its spec. */
export interface Field {
  readonly name: string;
  readonly read: Read;
  readonly hasNoValue?: true;
}

/** Fields one after another, as an object. `tail`: bytes of fields after them, the sum not included. */
export function sequenceReader(
  fields: readonly (NamedSpec | Field)[],
  tail: number,
): Read<Record<string, unknown>> {
  let after = tail;
  for (const field of fields) after += 'spec' in field ? (fixedSize(field.spec) ?? 0) : 0;
  const readers = fields.map((field): Field & { readonly isOptional: boolean } => {
    if (!('spec' in field)) return { ...field, isOptional: false };
    const { name, spec } = field;
    after -= fixedSize(spec) ?? 0;
    const read = fieldReader(spec, after);
    const hasNoValue = spec.kind === 'constant' || spec.kind === 'length';
    return { name, read, isOptional: spec.kind === 'optional', ...(hasNoValue && { hasNoValue }) };
  });
  if (readers.some(({ isOptional }) => isOptional)) return looseReader(readers);
  const valued = readers.filter(({ hasNoValue }) => hasNoValue !== true);
  const last = readers.findLastIndex(({ hasNoValue }) => hasNoValue !== true);
  const rest = inOrder(readers.slice(last + 1).map(({ read }) => read));
  let before: Read[] = [];
  const combined: Read[] = [];
  for (const { read, hasNoValue } of readers.slice(0, last + 1)) {
    if (hasNoValue === true) before.push(read);
    else {
      combined.push(afterOthers(before, read));
      before = [];
    }
  }
  const build = objectReader(
    valued.map(({ name }) => name),
    combined,
  );
  if (rest === undefined) return build;
  return (cursor) => {
    const values = build(cursor);
    rest(cursor);
    return values;
  };
}

/** What is absent is no property. */
function looseReader(readers: readonly Field[]): Read<Record<string, unknown>> {
  return (cursor) => {
    const values: Record<string, unknown> = {};
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
  if (others.length === 0) return first;
  return (cursor) => {
    for (const read of readers) read(cursor);
  };
}

function afterOthers(others: readonly Read[], read: Read): Read {
  const first = inOrder(others);
  if (first === undefined) return read;
  return (cursor) => {
    first(cursor);
    return read(cursor);
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
      return constantField(spec.bytes);
    default:
      return scalarField(spec, tail);
  }
}

function byteField(min: number, max: number): Read<number> {
  return (cursor) => {
    const value = cursor.bytes[cursor.at++]!;
    if (value > max || value < min) cursor.ok = false;
    return value;
  };
}

function numberField(spec: NumberSpec, least: number, most: number): Read<number> {
  const read = numberReader(spec);
  const { bytes } = spec;
  return (cursor) => {
    const value = read(cursor.bytes, cursor.at);
    cursor.at += bytes;
    if (!(value >= least && value <= most)) cursor.ok = false;
    return value;
  };
}

function extendedField({ prefixes }: ExtendedSpec): Read<number> {
  return (cursor) => {
    const { bytes } = cursor;
    const first = bytes[cursor.at++]!;
    return prefixes.includes(first) ? (first << 8) | bytes[cursor.at++]! : first;
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
    cases.map(({ name, tag: value, fields }) => {
      const type: Field = { name: 'type', read: () => name };
      return [value, sequenceReader([type, ...fields], tail)] as const;
    }),
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
  return (cursor) => {
    const items: unknown[] = [];
    const wanted = readCount === undefined ? constant : readCount(cursor);
    const size = readBytes?.(cursor);
    const begin = cursor.at;
    const stop = size === undefined ? cursor.end - tail : begin + size;
    if (stop > cursor.end) cursor.ok = false;
    if (wanted === undefined) while (cursor.ok && cursor.at < stop) items.push(item(cursor));
    else for (let i = 0; i < wanted && cursor.ok && cursor.at <= stop; i++) items.push(item(cursor));
    if (size !== undefined && cursor.at !== stop) cursor.ok = false;
    if (items.length < least || items.length > most) cursor.ok = false;
    if (repeats?.(cursor.bytes, begin, items.length) === true) cursor.ok = false;
    return items;
  };
}
