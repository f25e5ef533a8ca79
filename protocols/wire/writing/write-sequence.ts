/**
 * Writes a sequence of fields by one function, compiled from their description. Fields that are not plain have a writer
 * of their own.
 */
import { hexOf, rangeText } from '../bytes/value-text';
import type { EnumSpec, FieldSpec, ListSpec, NamedSpec, NumberSpec } from '../layout/field-spec';
import { enumValues } from '../layout/enum-values';
import { repeatCheck, repeatFinder } from '../layout/repeats';
import { lookup, Source } from '../layout/source';
import { refuseValue, type FieldWriter, type Values, type Write } from './field-writer';

/** Without a writer: a plain spec. */
interface SequenceField extends NamedSpec {
  readonly writer?: FieldWriter;
}

/** Writes fields in order, by one function that is compiled once. */
export function sequenceWrite(fields: readonly SequenceField[], path: string): Write<Values> {
  const text = new Source();
  addSequence(text, fields, 'values', JSON.stringify(path));
  text.line('return at;');
  // The parser: it writes an object of the fields, or throws.
  return text.compile('frame', 'at', 'values') as Write<Values>;
}

/** `values`, `path`: the text of the object, and of its name in errors. */
function addSequence(text: Source, fields: readonly SequenceField[], values: string, path: string): void {
  for (const { name, spec, writer } of fields) {
    const hasValue = spec.kind !== 'constant' && spec.kind !== 'length';
    const value = hasValue ? text.variable() : 'undefined';
    if (hasValue) text.line(`const ${value} = ${values}[${JSON.stringify(name)}];`);
    addField(text, spec, writer, value, `${path} + ${JSON.stringify(`.${name}`)}`);
  }
}

function addField(
  text: Source,
  spec: FieldSpec,
  writer: FieldWriter | undefined,
  value: string,
  path: string,
): void {
  if (spec.kind === 'constant' && spec.bytes.length <= MOST_CONSTANT) {
    text.line(Array.from(spec.bytes, (byte) => `frame[at++] = ${byte};`).join(' '));
  } else if (spec.kind === 'number' && isPlain(spec)) {
    addNumber(text, spec, value, path);
  } else if (spec.kind === 'enum' && isPlain(spec)) {
    addEnum(text, spec, value, path);
  } else if (spec.kind === 'struct' && isPlain(spec)) {
    text.line(`if (typeof ${value} !== 'object' || ${value} === null)`);
    text.line(`${text.hold(refuseValue)}(${path}, String(${value}), 'an object');`);
    addSequence(text, spec.fields, value, path);
  } else if (spec.kind === 'list' && isCountedPlain(spec)) {
    addList(text, spec, value, path);
  } else if (writer !== undefined) {
    text.line(`at = ${text.hold(writer.write)}(frame, at, ${value});`);
  }
}

/** A longer constant is copied. */
const MOST_CONSTANT = 8;

/** A number of one or two bytes without a sign. */
function addNumber(text: Source, spec: NumberSpec, value: string, path: string): void {
  const { min, max, bytes } = spec;
  const all = 2 ** (8 * bytes) - 1;
  // One comparison refuses all but whole numbers of this size, NaN too.
  const wrong = [`typeof ${value} !== 'number'`, `(${value} & ${all}) !== ${value}`];
  if (min > 0) wrong.push(`${value} < ${min}`);
  if (max < all) wrong.push(`${value} > ${max}`);
  const range = JSON.stringify(rangeText(spec, min, max));
  text.line(`if (${wrong.join(' || ')}) ${text.hold(refuseValue)}(${path}, String(${value}), ${range});`);
  addRaw(text, spec, value);
}

function addEnum(text: Source, spec: EnumSpec, value: string, path: string): void {
  const listed = enumValues(spec);
  const number = text.variable();
  const names = JSON.stringify(`one of ${listed.map((one) => one.value).join(', ')}`);
  const numbers = listed.map((one) => [one.value, one.number] as const);
  text.line(`const ${number} = ${lookup(text, value, numbers)};`);
  text.line(`if (${number} === undefined) ${text.hold(refuseValue)}(${path}, String(${value}), ${names});`);
  addRaw(text, spec.of, number);
}

function addRaw(text: Source, { bytes, order }: NumberSpec, value: string): void {
  const parts = bytes === 1 ? [value] : order === 'big' ? [`${value} >> 8`, value] : [value, `${value} >> 8`];
  text.line(parts.map((part) => `frame[at++] = ${part};`).join(' '));
}

function isPlain(spec: FieldSpec): boolean {
  if (spec.kind === 'struct') return spec.fields.every((field) => isPlain(field.spec));
  if (spec.kind === 'constant') return spec.bytes.length <= MOST_CONSTANT;
  if (spec.kind === 'enum') return isPlain(spec.of);
  return spec.kind === 'number' && !spec.signed && spec.bytes <= 2;
}

function isCountedPlain({ of, count, bytes }: ListSpec): boolean {
  return bytes === undefined && isPlain(of) && (typeof count !== 'object' || isPlain(count));
}

/** `size` has refused anything but a list, and a wrong number of items. */
function addList(text: Source, spec: ListSpec, value: string, path: string): void {
  const { count, of } = spec;
  const [begin, i, item] = [text.variable(), text.variable(), text.variable()];
  if (typeof count === 'object') addNumber(text, count, `${value}.length`, path);
  text.line(`const ${begin} = at;`);
  text.line(`for (let ${i} = 0; ${i} < ${value}.length; ${i}++) { const ${item} = ${value}[${i}];`);
  addField(text, of, undefined, item, `${path} + '[' + ${i} + ']'`);
  text.line('}');
  const repeats = repeatCheck(spec);
  if (repeats === undefined) return;
  const refuse = (name: string, frame: Uint8Array, from: number, items: number): void =>
    refuseRepeat(spec, name, frame, from, items);
  text.line(`if (${text.hold(repeats)}(frame, ${begin}, ${value}.length))`);
  text.line(`${text.hold(refuse)}(${path}, frame, ${begin}, ${value}.length);`);
}

export function refuseRepeat(
  spec: ListSpec,
  path: string,
  frame: Uint8Array,
  begin: number,
  count: number,
): void {
  const found = repeatFinder(spec)(frame, begin, count);
  if (found !== undefined)
    refuseValue(`${path}[${found.item}]`, hexOf(found.key), `no repeat of ${path}[${found.earlier}]`);
}
