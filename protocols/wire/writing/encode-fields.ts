/** Encodes fields with subfields. */
import { EncodeError } from '../../frame';
import { numberWriter } from '../bytes/numbers';
import { rangeText } from '../bytes/value-text';
import type {
  ChoiceSpec,
  FieldSpec,
  ListSpec,
  NamedSpec,
  OptionalSpec,
  StructSpec,
} from '../layout/field-spec';
import { repeatCheck } from '../layout/repeats';
import { scalarWriter } from './encode-scalars';
import { refuseValue, valuesOf, type FieldWriter, type Values } from './field-writer';
import { refuseRepeat, sequenceWrite } from './write-sequence';

function writerOf(spec: FieldSpec, path: string): FieldWriter {
  switch (spec.kind) {
    case 'list':
      return listWriter(spec, path);
    case 'struct':
      return structWriter(spec, path);
    case 'optional':
      return optionalWriter(spec, path);
    case 'choice':
      return choiceWriter(spec, path);
    case 'length': {
      const { bytes } = spec.of;
      return { fixed: bytes, size: () => bytes, write: (_, at) => at + bytes };
    }
    default:
      return scalarWriter(spec, path);
  }
}

/** Writes a sequence of fields; the value is an object with theirs. */
export function sequenceWriter(fields: readonly NamedSpec[], path: string): FieldWriter<Values> {
  const writers = fields.map(({ name, spec }) => ({ name, spec, writer: writerOf(spec, `${path}.${name}`) }));
  const variable = writers.filter(({ writer }) => writer.fixed === undefined);
  const fixed = writers.reduce((sum, { writer }) => sum + (writer.fixed ?? 0), 0);
  const write = sequenceWrite(writers, path);
  const checkOptionals = optionalCheck(fields, path);
  const [only, ...others] = variable;
  return {
    ...(variable.length === 0 && { fixed }),
    size:
      only !== undefined && others.length === 0
        ? (values) => fixed + only.writer.size(values[only.name])
        : (values) => {
            let size = fixed;
            for (const { name, writer } of variable) size += writer.size(values[name]);
            return size;
          },
    write:
      checkOptionals === undefined
        ? write
        : (frame, at, values) => {
            checkOptionals(values);
            return write(frame, at, values);
          },
  };
}

/** An optional field is present only if those before it are: else it would be read in their place. */
function optionalCheck(fields: readonly NamedSpec[], path: string): ((values: Values) => void) | undefined {
  const names = fields.flatMap(({ name, spec }) => (spec.kind === 'optional' ? [name] : []));
  if (names.length < 2) return undefined;
  return (values) => {
    names.forEach((name, i) => {
      const before = names[i - 1];
      if (before !== undefined && values[name] !== undefined && values[before] === undefined)
        refuseValue(`${path}.${name}`, 'there', `absent, as ${before} is`);
    });
  };
}

function structWriter({ fields }: StructSpec, path: string): FieldWriter {
  const { fixed, size, write } = sequenceWriter(fields, path);
  return {
    ...(fixed !== undefined && { fixed }),
    size: (value) => size(valuesOf(value, path)),
    write: (frame, at, value) => write(frame, at, valuesOf(value, path)),
  };
}

function optionalWriter({ of }: OptionalSpec, path: string): FieldWriter {
  const writer = writerOf(of, path);
  return {
    size: (value) => {
      if (value === undefined) return 0;
      const size = writer.size(value);
      return size > 0 ? size : refuseValue(path, 'empty', 'absent, or not empty');
    },
    write: (frame, at, value) => (value === undefined ? at : writer.write(frame, at, value)),
  };
}

function choiceWriter({ tag, cases }: ChoiceSpec, path: string): FieldWriter {
  const put = numberWriter(tag);
  const writers = new Map(
    cases.map((one) => [
      one.name,
      { tag: one.tag, writer: sequenceWriter(one.fields, `${path}.${one.name}`) },
    ]),
  );
  const find = (value: unknown) => {
    const values = valuesOf(value, path);
    const { type } = values;
    const found = typeof type === 'string' ? writers.get(type) : undefined;
    if (found === undefined)
      return refuseValue(`${path}.type`, String(type), `one of ${[...writers.keys()].join(', ')}`);
    return { ...found, values };
  };
  return {
    size: (value) => {
      const found = find(value);
      return tag.bytes + found.writer.size(found.values);
    },
    write: (frame, at, value) => {
      const found = find(value);
      put(frame, at, found.tag);
      return found.writer.write(frame, at + tag.bytes, found.values);
    },
  };
}

function listWriter(spec: ListSpec, path: string): FieldWriter {
  const { of, count, bytes, least, most } = spec;
  const repeats = repeatCheck(spec);
  const item = writerOf(of, `${path}[]`);
  const counted = typeof count === 'object' ? count : undefined;
  const fewest = Math.max(least, counted?.min ?? 0);
  const highest = Math.min(most, counted?.max ?? Infinity);
  const prefixes = (counted?.bytes ?? 0) + (bytes?.bytes ?? 0);
  const putCount = counted && numberWriter(counted);
  const putBytes = bytes && numberWriter(bytes);
  const check = (value: unknown): readonly unknown[] => {
    if (!Array.isArray(value)) return refuseValue(path, String(value), 'an array');
    const items: readonly unknown[] = value;
    if (items.length < fewest || items.length > highest)
      refuseValue(path, `${items.length} items`, `${fewest} to ${highest}`);
    return items;
  };
  return {
    size: (value) => {
      const items = check(value);
      let size = 0;
      if (item.fixed !== undefined) size = items.length * item.fixed;
      else for (let i = 0; i < items.length; i++) size += item.size(items[i]);
      if (bytes !== undefined && (size < bytes.min || size > bytes.max))
        refuseValue(path, `${size} bytes`, `${rangeText(bytes, bytes.min, bytes.max)} bytes`);
      return prefixes + size;
    },
    write: (frame, at, value) => {
      // `size` has refused anything but an array.
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      putCount?.(frame, at, items.length);
      const begin = at + prefixes;
      let end = begin;
      let i = 0;
      try {
        for (; i < items.length; i++) end = item.write(frame, end, items[i]);
      } catch (error) {
        throw placedError(error, path, i);
      }
      if (repeats?.(frame, begin, items.length) === true)
        refuseRepeat(spec, path, frame, begin, items.length);
      putBytes?.(frame, begin - (bytes?.bytes ?? 0), end - begin);
      return end;
    },
  };
}

/** The error with the index of the item: `tiles[2].x: …`. */
function placedError(error: unknown, path: string, i: number): unknown {
  return error instanceof EncodeError
    ? new EncodeError(error.message.replace(`${path}[]`, `${path}[${i}]`))
    : error;
}
