/** From the description of a wire to its layout. All checks are here, and run once. */
import { isField, namedSpecs } from '../field';
import type { Fields } from './field-types';
import type { FieldSpec, NamedSpec } from './field-spec';
import { checkForms } from './form-checks';
import {
  LayoutError,
  otherwise,
  type FormLayout,
  type FormOptions,
  type SumLayout,
  type TagLayout,
  type TagPredicate,
  type WireLayout,
  type WireOptions,
} from './layout-data';
import { addSizes, fixedSize, sizeOfSequence } from './sizes';

/** The layout of a description. Throws {@link LayoutError}. */
export function layoutOf(options: WireOptions): WireLayout {
  const head = namedSpecs(options.head ?? {});
  const headOnly = sizeOfSequence(head, 'head');
  for (const { name, spec } of head)
    if (fixedSize(spec) === undefined)
      throw new LayoutError(`head.${name}`, 'a field of the head has a fixed size');
  const tag = tagOf(options, headOnly.min);
  const headBytes = headOnly.min + (tag?.spec.bytes ?? 0);
  const sum = sumOf(options);
  const sumBytes = sum?.spec.bytes ?? 0;
  const around = headBytes + sumBytes;
  const forms = Object.entries(options.forms).map(([name, form]): FormLayout => {
    const path = `forms.${name}`;
    const [formTag, fields] = splitForm(form, tag, path);
    const specs = namedSpecs(fields);
    const size = addSizes({ min: around, max: around, isOpen: false }, sizeOfSequence(specs, path));
    return { name, fields: specs, size, ...(formTag === undefined ? {} : { tag: formTag }) };
  });
  if (forms.length === 0) throw new LayoutError('forms', 'there is none');
  const longest = longestOf(options, forms);
  const partial = { head, forms, sumBytes, headBytes, longest, ...(tag && { tag }), ...(sum && { sum }) };
  const selfDelimiting = checkForms(partial);
  return { ...partial, shortest: Math.min(...forms.map(({ size }) => size.min)), selfDelimiting };
}

function tagOf({ tag }: WireOptions, offset: number): TagLayout | undefined {
  if (tag === undefined) return undefined;
  const [entry, ...more] = Object.entries(tag);
  if (entry === undefined || more.length > 0) throw new LayoutError('tag', 'it is one field with its name');
  const [name, field] = entry;
  if (!isField(field)) throw new LayoutError(`tag.${name}`, 'is no number: give one, as u8()');
  const { spec } = field;
  return { name, spec, offset };
}

function sumOf({ sum }: WireOptions): SumLayout | undefined {
  if (sum === undefined) return undefined;
  if (typeof sum === 'function') throw new LayoutError('sum', 'is no sum: give one, as xor8()');
  if (!('by' in sum)) return { spec: sum, from: 0 };
  if (!Number.isInteger(sum.from) || sum.from < 0)
    throw new LayoutError('sum.from', `${sum.from} is no offset`);
  return { spec: sum.by, from: sum.from };
}

function splitForm(
  form: FormOptions,
  tag: TagLayout | undefined,
  path: string,
): readonly [tag: number | TagPredicate | undefined, fields: Fields] {
  if (!isTagged(form)) {
    if (tag !== undefined) throw new LayoutError(path, 'it is [tag, fields], as the wire has a tag');
    return [undefined, form];
  }
  const [value] = form;
  if (tag === undefined) {
    if (value !== otherwise) throw new LayoutError(path, 'it has a tag, and the wire has none');
    return form;
  }
  const { min, max } = tag.spec;
  if (typeof value === 'number' && !(Number.isInteger(value) && value >= min && value <= max))
    throw new LayoutError(path, `the tag ${value} is no whole number from ${min} to ${max}`);
  return form;
}

function isTagged(form: FormOptions): form is readonly [number | TagPredicate, Fields] {
  return Array.isArray(form);
}

function longestOf({ longest }: WireOptions, forms: readonly FormLayout[]): number {
  for (const { name, size, fields } of forms) {
    if (longest === undefined && size.max === Infinity)
      throw new LayoutError(
        `forms.${name}${unbounded(fields)}`,
        'it has no end: give it `most`, or the wire `longest`',
      );
    if (longest !== undefined && size.min > longest)
      throw new LayoutError(`forms.${name}`, `it has ${size.min} bytes at least, and longest is ${longest}`);
  }
  const most = Math.max(...forms.map(({ size }) => size.max));
  if (longest !== undefined && !Number.isInteger(longest))
    throw new LayoutError('longest', `${longest} is no size`);
  return longest ?? most;
}

/** The path of the first field without a bound. */
function unbounded(fields: readonly NamedSpec[]): string {
  const found = fields.find(({ name, spec }) => sizeOfSequence([{ name, spec }], '').max === Infinity);
  return found === undefined ? '' : `.${found.name}${below(found.spec)}`;
}

function below(spec: FieldSpec): string {
  return spec.kind === 'struct' ? unbounded(spec.fields) : '';
}
