/**
 * Writes fields by one function, compiled from their description. First `sizeOfFields` tells how many bytes they take. An
 * error has the path of its field: `shuffle.tiles[2].x`.
 */
import { EncodeError } from '../../frame';
import { hexOf, rangeText } from '../bytes/value-text';
import { kindOf } from '../kinds/kinds';
import { addRawWrite } from '../kinds/number';
import type { ChoiceSpec, FieldSpec, ListSpec, NamedSpec } from '../layout/field-spec';
import { repeatCheck, repeatFinder } from '../layout/repeats';
import { fixedSize } from '../layout/sizes';
import { Source } from '../layout/source';
import { addRefusal, refuseValue, valuesOf, type Values } from './refusal';

/** Writes a value at `at`; gives where it ends. Throws EncodeError where the value does not fit. */
type Write<T = unknown> = (frame: Uint8Array, at: number, value: T) => number;

/** The bytes of a value: always as many, or a function, which throws EncodeError where the value does not fit. */
type SizeOf<T = unknown> = number | ((value: T) => number);

/** The bytes of a sequence of fields; the value is an object with theirs. */
export function sizeOfFields(fields: readonly NamedSpec[], path: string): SizeOf<Values> {
  let fixed = 0;
  const variable: { readonly name: string; readonly size: (value: unknown) => number }[] = [];
  for (const { name, spec } of fields) {
    const size = sizeOfField(spec, `${path}.${name}`);
    if (typeof size === 'number') fixed += size;
    else variable.push({ name, size });
  }
  const [only, ...others] = variable;
  if (only === undefined) return fixed;
  if (others.length === 0) return (values) => fixed + only.size(values[only.name]);
  return (values) => variable.reduce((sum, { name, size }) => sum + size(values[name]), fixed);
}

function sizeOfField(spec: FieldSpec, path: string): SizeOf {
  switch (spec.kind) {
    case 'list':
      return sizeOfList(spec, path);
    case 'struct': {
      const size = sizeOfFields(spec.fields, path);
      return typeof size === 'number' ? size : (value) => size(valuesOf(value, path));
    }
    case 'optional': {
      const size = sizeOfField(spec.of, path);
      return (value) => {
        if (value === undefined) return 0;
        const bytes = sized(size, value);
        return bytes > 0 ? bytes : refuseValue(path, 'empty', 'absent, or not empty');
      };
    }
    case 'choice': {
      const caseOf = caseFinder(spec, path, (fields, own) => sizeOfFields(fields, own));
      return (value) => {
        const { content, values } = caseOf(value);
        return spec.tag.bytes + sized(content, values);
      };
    }
    case 'length':
      return spec.of.bytes;
    default: {
      const fixed = fixedSize(spec);
      if (fixed !== undefined) return fixed;
      const encode = kindOf(spec).encode?.(spec, path);
      return (value) => encode?.(value).length ?? 0;
    }
  }
}

function sized<T>(size: SizeOf<T>, value: T): number {
  return typeof size === 'number' ? size : size(value);
}

function sizeOfList({ of, count, bytes, least, most }: ListSpec, path: string): SizeOf {
  const item = sizeOfField(of, `${path}[]`);
  const counted = typeof count === 'object' ? count : undefined;
  const fewest = Math.max(least, counted?.min ?? 0);
  const highest = Math.min(most, counted?.max ?? Infinity);
  const prefixes = (counted?.bytes ?? 0) + (bytes?.bytes ?? 0);
  return (value) => {
    if (!Array.isArray(value)) return refuseValue(path, String(value), 'an array');
    const items: readonly unknown[] = value;
    const { length } = items;
    if (length < fewest || length > highest) refuseValue(path, `${length} items`, `${fewest} to ${highest}`);
    let size = typeof item === 'number' ? length * item : 0;
    if (typeof item !== 'number') for (let i = 0; i < length; i++) size += item(items[i]);
    if (bytes !== undefined && (size < bytes.min || size > bytes.max))
      refuseValue(path, `${size} bytes`, `${rangeText(bytes, bytes.min, bytes.max)} bytes`);
    return prefixes + size;
  };
}

/** The case of a choice, with what `make` made of its fields. */
function caseFinder<T>(
  { cases }: ChoiceSpec,
  path: string,
  make: (fields: readonly NamedSpec[], path: string) => T,
): (value: unknown) => { readonly tag: number; readonly content: T; readonly values: Values } {
  const made = new Map<unknown, { readonly tag: number; readonly content: T }>(
    cases.map(({ name, tag, fields }) => [name, { tag, content: make(fields, `${path}.${name}`) }]),
  );
  return (value) => {
    const values = valuesOf(value, path);
    const found = made.get(values['type']);
    if (found === undefined)
      return refuseValue(`${path}.type`, String(values['type']), `one of ${[...made.keys()].join(', ')}`);
    return { ...found, values };
  };
}

/** Writes fields in order, by one function that is compiled once. */
export function fieldsWriter(fields: readonly NamedSpec[], path: string): Write<Values> {
  const text = new Source();
  addSequence(text, fields, 'values', path);
  text.line('return at;');
  // The parser: it writes an object of the fields, or throws.
  return text.compile('frame', 'at', 'values') as Write<Values>;
}

/** `values`: the text of the object. */
function addSequence(text: Source, fields: readonly NamedSpec[], values: string, path: string): void {
  let before: { readonly name: string; readonly value: string } | undefined;
  for (const { name, spec } of fields) {
    const own = `${path}.${name}`;
    const hasValue = spec.kind !== 'constant' && spec.kind !== 'length';
    const value = hasValue ? text.variable() : 'undefined';
    if (hasValue) text.line(`const ${value} = ${values}[${JSON.stringify(name)}];`);
    if (spec.kind === 'optional') {
      // It is present only if those before it are: else it would be read in their place.
      if (before !== undefined)
        addRefusal(
          text,
          `${value} !== undefined && ${before.value} === undefined`,
          own,
          '"there"',
          `absent, as ${before.name} is`,
        );
      before = { name, value };
    }
    addField(text, spec, value, own);
  }
}

/** `value`: the text of the value. */
function addField(text: Source, spec: FieldSpec, value: string, path: string): void {
  switch (spec.kind) {
    case 'struct':
      addRefusal(text, `typeof ${value} !== 'object' || ${value} === null`, path, value, 'an object');
      return addSequence(text, spec.fields, value, path);
    case 'list':
      return addList(text, spec, value, path);
    case 'optional':
      text.line(`if (${value} !== undefined) {`);
      addField(text, spec.of, value, path);
      return text.line('}');
    case 'choice': {
      const found = text.variable();
      text.line(`const ${found} = ${text.hold(caseFinder(spec, path, fieldsWriter))}(${value});`);
      addRawWrite(text, spec.tag, `${found}.tag`);
      return text.line(`at = ${found}.content(frame, at, ${found}.values);`);
    }
    case 'length':
      return text.line(`at += ${spec.of.bytes};`);
    default: {
      const kind = kindOf(spec);
      if (kind.addWrite !== undefined) return kind.addWrite(text, spec, value, path);
      const bytes = text.variable();
      text.line(`const ${bytes} = ${text.hold(kind.encode?.(spec, path))}(${value});`);
      return text.line(`frame.set(${bytes}, at); at += ${bytes}.length;`);
    }
  }
}

/** `sizeOfList` has refused anything but a list, and a wrong number of items. */
function addList(text: Source, spec: ListSpec, value: string, path: string): void {
  const { count, bytes, of } = spec;
  const [counted, begin, i, item] = [text.variable(), text.variable(), text.variable(), text.variable()];
  if (typeof count === 'object') addRawWrite(text, count, `${value}.length`);
  text.line(`const ${counted} = at; at += ${bytes?.bytes ?? 0}; const ${begin} = at; let ${i} = 0;`);
  text.line(`try { for (; ${i} < ${value}.length; ${i}++) { const ${item} = ${value}[${i}];`);
  addField(text, of, item, `${path}[]`);
  text.line(`} } catch (error) { throw ${text.hold(withIndex)}(error, ${JSON.stringify(path)}, ${i}); }`);
  const repeats = repeatCheck(spec);
  if (repeats !== undefined) {
    const refuse = (frame: Uint8Array, from: number, items: number): void => {
      const found = repeatFinder(spec)(frame, from, items);
      if (found !== undefined)
        refuseValue(`${path}[${found.item}]`, hexOf(found.key), `no repeat of ${path}[${found.earlier}]`);
    };
    text.line(`if (${text.hold(repeats)}(frame, ${begin}, ${value}.length))`);
    text.line(`${text.hold(refuse)}(frame, ${begin}, ${value}.length);`);
  }
  if (bytes === undefined) return;
  const [end, size] = [text.variable(), text.variable()];
  text.line(`const ${end} = at, ${size} = at - ${begin}; at = ${counted};`);
  addRawWrite(text, bytes, size);
  text.line(`at = ${end};`);
}

/** The error with the index of the item: `tiles[2].x: …`. */
function withIndex(error: unknown, path: string, i: number): unknown {
  return error instanceof EncodeError
    ? new EncodeError(error.message.replace(`${path}[]`, `${path}[${i}]`))
    : error;
}
