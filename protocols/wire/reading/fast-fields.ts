/** Functions that read fields from a cursor, compiled from their description once: see fast-reader.ts. */
import { addNumberRead, addRawRead } from '../kinds/number';
import { kindOf } from '../kinds/kinds';
import type { FieldSpec, ListSpec, NamedSpec, ScalarSpec } from '../layout/field-spec';
import { fixedSize, knownSize } from '../layout/sizes';
import { repeatCheck } from '../layout/repeats';
import { keyText, Source } from '../layout/source';
import type { Cursor, Read } from './cursor';

/** Bytes that are checked already, without a property. */
export interface Skipped {
  readonly skip: number;
}

/** Reads an object of the fields, with this `type` first. `tail`: bytes of fields after them, without the sum. */
export function sequenceReader(
  fields: readonly (NamedSpec | Skipped)[],
  tail: number,
  type: string,
): Read<Record<string, unknown>> {
  const text = new Source();
  text.line('const bytes = cursor.bytes; let at = cursor.at;');
  const value = text.variable();
  text.line(`const ${value} = ${addSequence(text, fields, tail, type)};`);
  text.line(`cursor.at = at; return ${value};`);
  // The parser: the text makes an object of the fields, or sets `ok` to false.
  return text.compile('cursor') as Read<Record<string, unknown>>;
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
    case 'struct':
      return addSequence(text, spec.fields, tail);
    case 'list':
      return addList(text, spec, tail);
    case 'optional': {
      const value = text.variable();
      text.line(`let ${value}; if (at < cursor.end - ${tail}) {`);
      text.line(`${value} = ${addField(text, spec.of, tail) ?? 'undefined'}; }`);
      return value;
    }
    case 'choice': {
      const readers = spec.cases.map(
        ({ name, tag, fields }) => [tag, sequenceReader(fields, tail, name)] as const,
      );
      const tag = addNumberRead(text, spec.tag, spec.tag.min, spec.tag.max);
      const read = text.variable();
      text.line(`const ${read} = ${text.hold(new Map(readers))}.get(${tag});`);
      text.line(`if (${read} === undefined) { cursor.ok = false; return undefined; }`);
      return addCall(text, read);
    }
    case 'length': {
      const value = addRawRead(text, spec.of);
      const due = `bytes.length + ${spec.plus}${spec.from === 'here' ? ' - at' : ''}`;
      text.line(`if (${value} !== ${due}) cursor.ok = false;`);
      return undefined;
    }
    default: {
      const kind = kindOf(spec);
      return kind.addRead === undefined
        ? addCall(text, text.hold(scalarReader(spec, tail)))
        : kind.addRead(text, spec);
    }
  }
}

function addCall(text: Source, read: string): string {
  const value = text.variable();
  text.line(`cursor.at = at; const ${value} = ${read}(cursor); at = cursor.at;`);
  return value;
}

/** Kinds whose size or form varies use the walk's own reading. */
function scalarReader(spec: ScalarSpec, tail: number): Read {
  const kind = kindOf(spec);
  return (cursor: Cursor) => {
    const { bytes, at, end } = cursor;
    const found = kind.read(spec, bytes, at, Math.max(at, end - tail));
    if (found === 'short' || found.flaw !== undefined || found.isReadable === false) {
      cursor.ok = false;
      return undefined;
    }
    cursor.at += found.length + (found.prefix?.length ?? 0);
    return found.value;
  };
}

/** Items: as many as are counted, or up to the end of their bytes. */
function addList(text: Source, spec: ListSpec, tail: number): string {
  const { of, count, bytes, least, most } = spec;
  const wanted =
    typeof count === 'object'
      ? addNumberRead(text, count, Math.max(least, count.min), Math.min(most, count.max))
      : count?.toString();
  const size = bytes && addNumberRead(text, bytes, bytes.min, bytes.max);
  const [items, begin, stop, i] = [text.variable(), text.variable(), text.variable(), text.variable()];
  text.line(
    `const ${begin} = at, ${stop} = ${size === undefined ? `cursor.end - ${tail}` : `at + ${size}`};`,
  );
  const fits = [
    ...(size === undefined ? [] : [`${stop} <= cursor.end`]),
    ...(wanted === undefined ? [] : [`${wanted} >= 0`, `${wanted} * ${knownSize(of).min} <= ${stop} - at`]),
  ];
  if (fits.length > 0) text.line(`if (!(${fits.join(' && ')})) { cursor.ok = false; return undefined; }`);
  if (wanted === undefined) text.line(`const ${items} = []; while (cursor.ok && at < ${stop}) {`);
  else text.line(`const ${items} = new Array(${wanted}); for (let ${i} = 0; ${i} < ${wanted}; ${i}++) {`);
  const value = addField(text, of, 0) ?? 'undefined';
  text.line(wanted === undefined ? `${items}.push(${value}); }` : `${items}[${i}] = ${value}; }`);
  if (size !== undefined) text.line(`if (at !== ${stop}) cursor.ok = false;`);
  if (wanted === undefined)
    text.line(`if (${items}.length < ${least} || ${items}.length > ${most}) cursor.ok = false;`);
  const repeats = repeatCheck(spec);
  if (repeats !== undefined)
    text.line(`if (${text.hold(repeats)}(bytes, ${begin}, ${items}.length)) cursor.ok = false;`);
  return items;
}
