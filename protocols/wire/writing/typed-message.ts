/**
 * Messages as a person types them: the name of a form and the values of its fields, in the order of the wire.
 *
 *     select 2 0 0            tile.x 2, tile.y 0, tile.z 0; what is left out has its lowest value
 *     write 1 0x10 on         numbers as 16 or 0x10, words by their names, bytes as 0aff
 *
 * A list takes all values up to the end of the line.
 */
import { EncodeError } from '../../frame';
import { enumValues, type EnumValue } from '../layout/enum-values';
import type { FieldSpec, NamedSpec } from '../layout/field-spec';
import type { WireLayout } from '../layout/layout-data';

type Values = Record<string, unknown>;

/** The message of `form` with these values. Throws EncodeError for a value that cannot be read, and for too many. */
export function typedMessage(layout: WireLayout, form: string, values: readonly string[]): Values {
  const left = [...values];
  const message = { type: form, ...readFields(fieldsOf(layout, form), left) };
  if (left.length > 0) throw new EncodeError(`${form}: ${left.join(' ')} is too much`);
  return message;
}

/** The values that `form` takes, as `tile.x tile.y open`; a list as `tiles.x tiles.y …`. */
export function typedValueNames(layout: WireLayout, form: string): string {
  return fieldsOf(layout, form)
    .flatMap((field) => namesOf(field.name, field.spec))
    .join(' ');
}

function fieldsOf({ head, tag, forms }: WireLayout, name: string): readonly NamedSpec[] {
  const form = forms.find((one) => one.name === name);
  const tagged =
    tag === undefined || typeof form?.tag === 'number' ? [] : [{ name: tag.name, spec: tag.spec }];
  return [...head, ...tagged, ...(form?.fields ?? [])];
}

function namesOf(name: string, spec: FieldSpec): string[] {
  switch (spec.kind) {
    case 'constant':
    case 'length':
      return [];
    case 'optional':
      return namesOf(name, spec.of).map((one) => `[${one}]`);
    case 'struct':
      return spec.fields.flatMap((field) => namesOf(`${name}.${field.name}`, field.spec));
    case 'bits':
      return spec.parts.map((part) => `${name}.${part.name}`);
    case 'list':
      return [...namesOf(name, spec.of), '…'];
    case 'choice':
      return [name, '…'];
    default:
      return [name];
  }
}

function readFields(fields: readonly NamedSpec[], left: string[]): Values {
  const values: Values = {};
  for (const { name, spec } of fields) {
    if (spec.kind === 'constant' || spec.kind === 'length') continue;
    const value = readValue(name, spec, left);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Takes what it needs off `left`. */
function readValue(name: string, spec: FieldSpec, left: string[]): unknown {
  switch (spec.kind) {
    case 'struct':
      return readFields(spec.fields, left);
    case 'optional':
      return left.length === 0 ? undefined : readValue(name, spec.of, left);
    case 'list': {
      const fewest = typeof spec.count === 'number' ? spec.count : spec.least;
      const items: unknown[] = [];
      while (left.length > 0 || items.length < fewest) {
        if (typeof spec.count === 'number' && items.length === spec.count) break;
        items.push(readValue(name, spec.of, left));
      }
      return items;
    }
    case 'choice': {
      const word = left.shift() ?? spec.cases[0]?.name ?? '';
      const found = spec.cases.find((one) => one.name === word);
      if (found === undefined) throw unreadable(name, word, spec.cases.map((one) => one.name).join(', '));
      return { type: found.name, ...readFields(found.fields, left) };
    }
    case 'bits':
      return Object.fromEntries(
        spec.parts.map((part) => [part.name, readNumber(part.name, left.shift() ?? '0')]),
      );
    default:
      return readScalar(name, spec, left.shift());
  }
}

/** `text` undefined: left out. */
function readScalar(name: string, spec: FieldSpec, text: string | undefined): unknown {
  switch (spec.kind) {
    case 'number':
    case 'varying':
    case 'digits':
      return readNumber(name, text ?? String(Math.max(spec.min, Math.min(0, spec.max))));
    case 'bignumber':
      if (text === undefined) return spec.min > 0n ? spec.min : 0n;
      if (!/^(?:-?\d+|0x[0-9a-f]+)$/i.test(text)) throw unreadable(name, text, 'a whole number');
      return BigInt(text);
    case 'enum': {
      const known = enumValues(spec);
      const found =
        text === undefined
          ? [...known].sort((a, b) => a.number - b.number)[0]
          : known.find((one) => namesValue(one, text));
      if (found === undefined)
        throw unreadable(name, text ?? '', known.map(({ value }) => String(value)).join(', '));
      return found.value;
    }
    case 'words':
      return text ?? spec.words[0]?.name ?? '';
    case 'flags': {
      const set = text === undefined || text === 'none' ? [] : text.split('+');
      const stranger = set.find((flag) => !(flag in spec.flags));
      if (stranger !== undefined) throw unreadable(name, stranger, Object.keys(spec.flags).join('+'));
      return Object.fromEntries(Object.keys(spec.flags).map((flag) => [flag, set.includes(flag)]));
    }
    case 'bytes': {
      const hex = text ?? '00'.repeat(spec.extent.by === 'length' ? spec.extent.length : spec.least);
      if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw unreadable(name, hex, 'pairs of hex digits');
      return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    }
    default:
      return text ?? '';
  }
}

function namesValue({ value, number, meaning }: EnumValue, text: string): boolean {
  return [String(value), String(number), meaning].includes(text);
}

function readNumber(name: string, text: string): number {
  if (!/^(?:-?\d+(?:\.\d+)?|0x[0-9a-f]+)$/i.test(text))
    throw unreadable(name, text, 'a number, as 10 or 0x0A');
  return Number(text);
}

function unreadable(name: string, text: string, expected: string): EncodeError {
  return new EncodeError(`${name}: '${text}', should be ${expected}`);
}
