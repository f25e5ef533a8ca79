/** Messages in one line for people: `read unit 1 address 0 count 2`. */
import { kindOf } from './kinds/kinds';
import type { FieldSpec, NamedSpec } from './layout/field-spec';
import type { WireLayout } from './layout/layout-data';
import { hexOf, namedBy } from './bytes/value-text';

/** A message in one line. It takes any value. */
export function describeMessage({ head, tag, forms }: WireLayout, message: unknown): string {
  if (!isObject(message)) return String(message);
  const form = forms.find(({ name }) => name === message.type);
  const tagged =
    tag === undefined || typeof form?.tag === 'number' ? [] : [{ name: tag.name, spec: tag.spec }];
  const fields = describeFields([...head, ...tagged, ...(form?.fields ?? [])], message);
  const name = String(message.type);
  // A field with the name of its message does not repeat it: `state over`.
  return [
    name,
    ...fields.map((text) => (text.startsWith(`${name} `) ? text.slice(name.length + 1) : text)),
  ].join(' ');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function describeFields(fields: readonly NamedSpec[], values: Readonly<Record<string, unknown>>): string[] {
  return fields.flatMap(({ name, spec }) => {
    const value = values[name];
    return value === undefined ? [] : [`${name} ${describeValue(namedBy(spec, values), value)}`];
  });
}

function describeValue(spec: FieldSpec, value: unknown): string {
  switch (spec.kind) {
    case 'optional':
      return describeValue(spec.of, value);
    case 'list':
      return Array.isArray(value) ? describeItems(spec.of, value) : describeAny(value);
    case 'struct':
      return isObject(value) ? `(${describeFields(spec.fields, value).join(' ')})` : describeAny(value);
    case 'choice': {
      if (!isObject(value)) return describeAny(value);
      const fields = spec.cases.find(({ name }) => name === value.type)?.fields ?? [];
      return `(${[String(value.type), ...describeFields(fields, value)].join(' ')})`;
    }
    case 'length':
      return describeAny(value);
    default:
      return kindOf(spec).describe?.(spec, value) ?? describeAny(value);
  }
}

/** A value of which nothing but its type is known. */
function describeAny(value: unknown): string {
  if (value instanceof Uint8Array) return value.length === 0 ? 'empty' : hexOf(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (!isObject(value) || Array.isArray(value)) return String(value);
  return `(${Object.entries(value)
    .map(([name, one]) => `${name} ${String(one)}`)
    .join(' ')})`;
}

const SHOWN_ITEMS = 8;

function describeItems(of: FieldSpec, items: readonly unknown[]): string {
  const shown = items.slice(0, SHOWN_ITEMS).map((item) => describeValue(of, item));
  const more = items.length > SHOWN_ITEMS ? [`and ${items.length - SHOWN_ITEMS} more`] : [];
  return `[${[...shown, ...more].join(', ')}]`;
}
