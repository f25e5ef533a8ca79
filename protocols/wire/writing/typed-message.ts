/**
 * Messages as a person types them: the name of a form and the values of its fields, in the order of the wire.
 *
 *     select 2 0 0            tile.x 2, tile.y 0, tile.z 0; what is left out has its lowest value
 *     write 1 0x10 on         numbers as 16 or 0x10, words by their names, bytes as 0aff
 *
 * A list takes all values up to the end of the line.
 */
import { EncodeError } from '../../frame';
import { kindOf } from '../kinds/kinds';
import { unreadable } from '../kinds/typed';
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

function namesOf(name: string, spec: FieldSpec): readonly string[] {
  switch (spec.kind) {
    case 'length':
      return [];
    case 'optional':
      return namesOf(name, spec.of).map((one) => `[${one}]`);
    case 'struct':
      return spec.fields.flatMap((field) => namesOf(`${name}.${field.name}`, field.spec));
    case 'list':
      return [...namesOf(name, spec.of), '…'];
    case 'choice':
      return [name, '…'];
    default:
      return kindOf(spec).typedNames?.(spec, name) ?? [name];
  }
}

function readFields(fields: readonly NamedSpec[], left: string[]): Values {
  const values: Values = {};
  for (const { name, spec } of fields) {
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
    case 'length':
      return undefined;
    default:
      return kindOf(spec).typed(spec, name, () => left.shift());
  }
}
