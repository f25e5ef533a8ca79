/**
 * Messages to bytes. The fields become closures once, when the wire is made: each knows its range, its path and its bytes.
 */
import { EncodeError } from '../../frame';
import { scalarWriter } from './encode-scalars';
import type {
  ChoiceSpec,
  FieldSpec,
  ListSpec,
  NamedSpec,
  NumberSpec,
  OptionalSpec,
} from '../layout/field-spec';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { numberWriter } from '../bytes/numbers';
import { sumWriter } from '../bytes/sum-bytes';
import { refuseValue, type FieldWriter } from './field-writer';
import { fixedSize } from '../layout/sizes';
import { rangeText } from '../bytes/value-text';
import { walk } from '../reading/walk';

/** The encoder of a layout. It throws {@link EncodeError} with the path of the field. */
export function encoderOf(layout: WireLayout): (message: object) => Uint8Array {
  const encoders = new Map(layout.forms.map((form) => [form.name, formEncoder(layout, form)]));
  return (message) => {
    const type = 'type' in message ? message.type : undefined;
    const encode = typeof type === 'string' ? encoders.get(type) : undefined;
    if (encode === undefined)
      throw new EncodeError(`type: ${String(type)}, should be one of ${[...encoders.keys()].join(', ')}`);
    return encode(message);
  };
}

function formEncoder(layout: WireLayout, form: FormLayout): (message: object) => Uint8Array {
  const { tag, longest, sumBytes } = layout;
  const path = form.name;
  const head = sequenceWriter(layout.head, path);
  const body = sequenceWriter(form.fields, path);
  const writeSum = layout.sum && sumWriter(layout.sum.spec, layout.sum.from);
  const writeTag = tag && tagWriter(tag.name, tag.spec, form, path);
  const lengths = lengthWriters([...layout.head, ...form.fields], layout);
  const check = typeof form.tag === 'object' ? freeFormCheck(layout, form) : undefined;
  return (message) => {
    const size = layout.headBytes + body.size(message) + sumBytes;
    if (size > longest) refuseValue(path, `${size} bytes`, `${longest} at most`);
    const frame = new Uint8Array(size);
    let at = head.write(frame, 0, message);
    if (writeTag !== undefined) at = writeTag(frame, at, message);
    at = body.write(frame, at, message);
    for (const write of lengths) write(frame, message);
    writeSum?.(frame, at);
    check?.(frame);
    return frame;
  };
}

type Put = (frame: Uint8Array, at: number, message: object) => number;

function tagWriter(name: string, spec: NumberSpec, form: FormLayout, path: string): Put {
  const put = numberWriter(spec);
  const { tag } = form;
  if (typeof tag === 'number')
    return (frame, at) => {
      put(frame, at, tag);
      return at + spec.bytes;
    };
  const writer = scalarWriter(spec, `${path}.${name}`);
  return (frame, at, message) => {
    const value: unknown = Reflect.get(message, name);
    const end = writer.write(frame, at, value);
    if (typeof value === 'number' && tag?.tag(value) === false)
      refuseValue(`${path}.${name}`, String(value), `a tag of '${path}'`);
    return end;
  };
}

/** What a form with a tag predicate encodes is read as this form, not as that of its tag. */
function freeFormCheck(layout: WireLayout, form: FormLayout): (frame: Uint8Array) => void {
  return (frame) => {
    const found = walk(layout, frame);
    const { form: other } = found;
    if (other === undefined || other === form) return;
    if (typeof other.tag === 'number' && found.flaws.length > 0) return;
    refuseValue(form.name, `bytes of '${other.name}'`, `bytes that are no other form's`);
  };
}

/** Computed lengths stand at fixed places. */
function lengthWriters(
  fields: readonly NamedSpec[],
  { head, headBytes }: WireLayout,
): ((frame: Uint8Array, message: object) => void)[] {
  let at = 0;
  return fields.flatMap(({ name, spec }, i) => {
    if (i === head.length) at = headBytes;
    const offset = at;
    at += fixedSize(spec) ?? 0;
    if (spec.kind !== 'length') return [];
    const { of, plus, from } = spec;
    const put = numberWriter(of);
    const less = plus - (from === 'here' ? offset + of.bytes : 0);
    return [
      (frame: Uint8Array) => {
        const value = frame.length + less;
        if (value < of.min || value > of.max) refuseValue(name, String(value), rangeText(of, of.min, of.max));
        put(frame, offset, value);
      },
    ];
  });
}

function writerOf(spec: FieldSpec, path: string): FieldWriter {
  switch (spec.kind) {
    case 'list':
      return listWriter(spec, path);
    case 'struct':
      return objectWriter(sequenceWriter(spec.fields, path), path);
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

/** Fields one after another; the value is the object that has theirs. */
function sequenceWriter(fields: readonly NamedSpec[], path: string): FieldWriter<object> {
  const writers = fields.map(({ name, spec }) => ({ name, writer: writerOf(spec, `${path}.${name}`) }));
  const variable = writers.filter(({ writer }) => writer.fixed === undefined);
  const fixed = writers.reduce((sum, { writer }) => sum + (writer.fixed ?? 0), 0);
  const checkOptionals = optionalCheck(fields, path);
  return {
    ...(variable.length === 0 && { fixed }),
    size: (values) => {
      let size = fixed;
      for (const { name, writer } of variable) size += writer.size(Reflect.get(values, name));
      return size;
    },
    write: (frame, at, values) => {
      let end = at;
      for (const { name, writer } of writers) end = writer.write(frame, end, Reflect.get(values, name));
      checkOptionals?.(values);
      return end;
    },
  };
}

/** An optional field is there only if those before it are: they would be read in its place. */
function optionalCheck(fields: readonly NamedSpec[], path: string): ((values: object) => void) | undefined {
  const names = fields.flatMap(({ name, spec }) => (spec.kind === 'optional' ? [name] : []));
  if (names.length < 2) return undefined;
  return (values) => {
    names.forEach((name, i) => {
      const before = names[i - 1];
      if (
        before !== undefined &&
        Reflect.get(values, name) !== undefined &&
        Reflect.get(values, before) === undefined
      )
        refuseValue(`${path}.${name}`, 'there', `absent, as ${before} is`);
    });
  };
}

function objectWriter(writer: FieldWriter<object>, path: string): FieldWriter {
  const check = (value: unknown): object =>
    typeof value === 'object' && value !== null ? value : refuseValue(path, String(value), 'an object');
  return {
    ...(writer.fixed !== undefined && { fixed: writer.fixed }),
    size: (value) => writer.size(check(value)),
    write: (frame, at, value) => writer.write(frame, at, check(value)),
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
    if (typeof value !== 'object' || value === null) return refuseValue(path, String(value), 'an object');
    const type: unknown = Reflect.get(value, 'type');
    const found = typeof type === 'string' ? writers.get(type) : undefined;
    if (found === undefined)
      return refuseValue(`${path}.type`, String(type), `one of ${[...writers.keys()].join(', ')}`);
    return { ...found, value };
  };
  return {
    size: (value) => {
      const found = find(value);
      return tag.bytes + found.writer.size(found.value);
    },
    write: (frame, at, value) => {
      const found = find(value);
      put(frame, at, found.tag);
      return found.writer.write(frame, at + tag.bytes, found.value);
    },
  };
}

function listWriter({ of, count, bytes, least, most }: ListSpec, path: string): FieldWriter {
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
  const within = (items: readonly unknown[], run: (item: unknown, i: number) => void): void => {
    let i = 0;
    try {
      for (; i < items.length; i++) run(items[i], i);
    } catch (error) {
      throw error instanceof EncodeError
        ? new EncodeError(error.message.replace(`${path}[]`, `${path}[${i}]`))
        : error;
    }
  };
  return {
    size: (value) => {
      const items = check(value);
      let size = 0;
      if (item.fixed !== undefined) size = items.length * item.fixed;
      else within(items, (one) => (size += item.size(one)));
      if (bytes !== undefined && (size < bytes.min || size > bytes.max))
        refuseValue(path, `${size} bytes`, `${rangeText(bytes, bytes.min, bytes.max)} bytes`);
      return prefixes + size;
    },
    write: (frame, at, value) => {
      const items = check(value);
      putCount?.(frame, at, items.length);
      const begin = at + prefixes;
      let end = begin;
      within(items, (one) => (end = item.write(frame, end, one)));
      putBytes?.(frame, begin - (bytes?.bytes ?? 0), end - begin);
      return end;
    },
  };
}
