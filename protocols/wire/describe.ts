/** Messages in one line for people: `read unit 1 address 0 count 2`. */
import { enumValues } from './layout/enum-values';
import type { EnumSpec, FieldSpec, NamedSpec } from './layout/field-spec';
import type { WireLayout } from './layout/layout-data';
import { hexOf, namedBy, numberText } from './bytes/value-text';

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
  if (value instanceof Uint8Array) return value.length === 0 ? 'empty' : hexOf(value);
  if (spec.kind === 'enum') return describeWord(spec, value);
  if (typeof value === 'string') return spec.kind === 'words' ? value : JSON.stringify(value);
  if (spec.kind === 'optional') return describeValue(spec.of, value);
  if ((spec.kind === 'number' || spec.kind === 'varying') && typeof value === 'number') {
    const meaning = spec.names?.[value];
    return meaning === undefined ? numberText(spec, value) : `${numberText(spec, value)} (${meaning})`;
  }
  if (Array.isArray(value)) return describeItems(spec, value);
  if (!isObject(value)) return String(value);
  return describeObject(spec, value);
}

/** A word as it is; a number or a boolean with its name. */
function describeWord(spec: EnumSpec, value: unknown): string {
  const meaning = enumValues(spec).find((one) => one.value === value)?.meaning;
  const text = String(value);
  return spec.holds === 'word' || meaning === undefined || meaning === text ? text : `${text} (${meaning})`;
}

const SHOWN_ITEMS = 8;

function describeItems(spec: FieldSpec, items: readonly unknown[]): string {
  if (spec.kind !== 'list') return String(items);
  const shown = items.slice(0, SHOWN_ITEMS).map((item) => describeValue(spec.of, item));
  const more = items.length > SHOWN_ITEMS ? [`and ${items.length - SHOWN_ITEMS} more`] : [];
  return `[${[...shown, ...more].join(', ')}]`;
}

function describeObject(spec: FieldSpec, value: Readonly<Record<string, unknown>>): string {
  if (spec.kind === 'struct') return `(${describeFields(spec.fields, value).join(' ')})`;
  if (spec.kind === 'choice') {
    const fields = spec.cases.find(({ name }) => name === value.type)?.fields ?? [];
    return `(${[String(value.type), ...describeFields(fields, value)].join(' ')})`;
  }
  if (spec.kind === 'flags')
    return (
      Object.keys(value)
        .filter((name) => value[name] === true)
        .join('+') || 'none'
    );
  return `(${Object.entries(value)
    .map(([name, one]) => `${name} ${String(one)}`)
    .join(' ')})`;
}
