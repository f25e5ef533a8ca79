/** Functions that read fields from a cursor, compiled from their description once: see fast-reader.ts. */
import { numberReader } from '../bytes/numbers';
import type { ChoiceSpec, FieldSpec, ListSpec, NamedSpec, NumberSpec } from '../layout/field-spec';
import { enumValues } from '../layout/enum-values';
import { fixedSize, sizeOf } from '../layout/sizes';
import { repeatCheck } from '../layout/repeats';
import { keyText, lookup, Source } from '../layout/source';
import type { Read } from './cursor';
import { readScalar, type ScalarSpec } from './walk-scalars';

/** Bytes that are checked already, without a property. */
export interface Skipped {
  readonly skip: number;
}

/** Reads an object of the fields, with this `type` first. `tail`: bytes of fields after them, without the sum. */
export function sequenceReader(
  fields: readonly (NamedSpec | Skipped)[],
  tail: number,
  type?: string,
): Read<Record<string, unknown>> {
  // The parser: its text makes an object of the fields.
  return compiled((text) => addSequence(text, fields, tail, type)) as Read<Record<string, unknown>>;
}

/** `add` gives the text that computes the value. */
function compiled(add: (text: Source) => string): Read {
  const text = new Source();
  text.line('const bytes = cursor.bytes; let at = cursor.at;');
  const value = text.variable();
  text.line(`const ${value} = ${add(text)};`);
  text.line(`cursor.at = at; return ${value};`);
  // The parser: the text gives the value of the fields, or sets `ok` to false.
  return text.compile('cursor') as Read;
}

/** Adds the text that reads the fields. Gives the text of the object. */
function addSequence(
  text: Source,
  fields: readonly (NamedSpec | Skipped)[],
  tail: number,
  type?: string,
): string {
  const begin = type === undefined ? [] : [`type: ${JSON.stringify(type)}`];
  const properties: { readonly name: string; readonly value: string; readonly isOptional: boolean }[] = [];
  let after = tail;
  for (const field of fields) after += 'spec' in field ? (fixedSize(field.spec) ?? 0) : 0;
  for (const field of fields) {
    if ('skip' in field) {
      text.line(`at += ${field.skip};`);
      continue;
    }
    const { name, spec } = field;
    after -= fixedSize(spec) ?? 0;
    const value = addField(text, spec, after);
    if (value !== undefined) properties.push({ name, value, isOptional: spec.kind === 'optional' });
  }
  const loose = properties.findIndex(({ isOptional }) => isOptional);
  const known = loose < 0 ? properties : properties.slice(0, loose);
  const literal = `{ ${[...begin, ...known.map(({ name, value }) => `${keyText(name)}: ${value}`)].join(', ')} }`;
  if (loose < 0) return literal;
  const object = text.variable();
  text.line(`const ${object} = ${literal};`);
  // An absent value has no property.
  for (const { name, value } of properties.slice(loose))
    text.line(`if (${value} !== undefined) ${object}[${JSON.stringify(name)}] = ${value};`);
  return object;
}

/** Adds the text that reads a field. Gives the text of its value; undefined: it has none. */
function addField(text: Source, spec: FieldSpec, tail: number): string | undefined {
  switch (spec.kind) {
    case 'number':
      return addNumber(text, spec, spec.min, spec.max);
    case 'constant':
      if (spec.anyCase === true) break;
      text.line(
        `if (${Array.from(spec.bytes, (byte, i) => `bytes[at + ${i}] !== ${byte}`).join(' || ')}) cursor.ok = false;`,
      );
      text.line(`at += ${spec.bytes.length};`);
      return undefined;
    case 'struct':
      return addSequence(text, spec.fields, tail);
    case 'bits': {
      const number = addRaw(text, spec.of);
      const parts = spec.parts.map(
        ({ name, width, shift }) => `${keyText(name)}: ((${number} >>> ${shift}) & ${2 ** width - 1}) >>> 0`,
      );
      return `{ ${parts.join(', ')} }`;
    }
    case 'flags': {
      const number = addRaw(text, spec.of);
      const flags = Object.entries(spec.flags);
      const unknown = ~flags.reduce((sum, [, bit]) => sum | (1 << bit), 0);
      text.line(`if ((${number} & ${unknown}) !== 0) cursor.ok = false;`);
      return `{ ${flags.map(([name, bit]) => `${keyText(name)}: ((${number} >>> ${bit}) & 1) === 1`).join(', ')} }`;
    }
    case 'enum': {
      const number = addRaw(text, spec.of);
      const value = text.variable();
      const values = enumValues(spec).map((one) => [one.number, one.value] as const);
      text.line(`const ${value} = ${lookup(text, number, values)};`);
      text.line(`if (${value} === undefined) cursor.ok = false;`);
      return value;
    }
    case 'list':
      if (fixedSize(spec.of) !== undefined && spec.bytes === undefined && spec.count !== undefined)
        return addList(text, spec, fixedSize(spec.of) ?? 1, tail);
      break;
    case 'length':
      call(text, spec, tail);
      return undefined;
    default:
  }
  return call(text, spec, tail);
}

/** Calls a function that reads the field. */
function call(text: Source, spec: FieldSpec, tail: number): string | undefined {
  const value = text.variable();
  text.line(
    `cursor.at = at; const ${value} = ${text.hold(fieldReader(spec, tail))}(cursor); at = cursor.at;`,
  );
  return spec.kind === 'constant' ? undefined : value;
}

/** A number, whatever its range. */
function addRaw(text: Source, spec: Pick<NumberSpec, 'bytes' | 'order' | 'signed'>): string {
  const value = text.variable();
  const { bytes, order, signed } = spec;
  const byte = (i: number): string => `bytes[at + ${order === 'big' ? i : bytes - 1 - i}]`;
  if (!signed && bytes === 1) text.line(`const ${value} = ${byte(0)};`);
  else if (!signed && bytes === 2) text.line(`const ${value} = (${byte(0)} << 8) | ${byte(1)};`);
  else text.line(`const ${value} = ${text.hold(numberReader(spec))}(bytes, at);`);
  text.line(`at += ${bytes};`);
  return value;
}

function addNumber(text: Source, spec: NumberSpec, least: number, most: number): string {
  const value = addRaw(text, spec);
  text.line(`if (!(${value} >= ${least} && ${value} <= ${most})) cursor.ok = false;`);
  return value;
}

/** Items of one size, with a count before them. */
function addList(text: Source, spec: ListSpec, itemBytes: number, tail: number): string {
  const { of, count, least, most } = spec;
  const wanted =
    typeof count === 'object'
      ? addNumber(text, count, Math.max(least, count.min), Math.min(most, count.max))
      : String(count);
  const [items, begin, i] = [text.variable(), text.variable(), text.variable()];
  text.line(`if (!(${wanted} >= 0 && ${wanted} * ${itemBytes} <= cursor.end - ${tail} - at)) {`);
  text.line('cursor.ok = false; return undefined; }');
  text.line(`const ${items} = new Array(${wanted}), ${begin} = at;`);
  text.line(`for (let ${i} = 0; ${i} < ${wanted}; ${i}++) {`);
  text.line(`${items}[${i}] = ${addField(text, of, 0) ?? 'undefined'}; }`);
  const repeats = repeatCheck(spec);
  if (repeats !== undefined)
    text.line(`if (${text.hold(repeats)}(bytes, ${begin}, ${wanted})) cursor.ok = false;`);
  return items;
}

function fieldReader(spec: FieldSpec, tail: number): Read {
  switch (spec.kind) {
    case 'list':
      return listField(spec, tail);
    case 'number':
    case 'struct':
    case 'enum':
    case 'flags':
    case 'bits':
      return compiled((text) => addField(text, spec, tail) ?? 'undefined');
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
      if (spec.anyCase === true) return scalarField(spec, tail);
      return compiled((text) => addField(text, spec, tail) ?? 'undefined');
    default:
      return scalarField(spec, tail);
  }
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

/** Kinds whose size or form varies use the walk's own reading. */
function scalarField(spec: ScalarSpec, tail: number): Read {
  return (cursor) => {
    const found = readScalar(spec, cursor.bytes, cursor.at, Math.max(cursor.at, cursor.end - tail));
    if (found === 'short' || found.flaw !== undefined || found.isReadable === false) {
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
