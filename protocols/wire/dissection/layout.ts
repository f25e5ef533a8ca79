/**
 * A layout as data for a dissector: without functions and bigints, with the values that the dissector would have to
 * compute.
 */
import type { ChoiceCase, FieldSpec, NamedSpec } from '../layout/field-spec';
import { leadsOf } from '../layout/form-checks';
import type { FormLayout, TagLayout, WireLayout } from '../layout/layout-data';
import { keyOffsets } from '../layout/repeats';
import { fixedSize, knownSize } from '../layout/sizes';
import type { SumSpec } from '../sums';
import { hexDigits, numberText } from '../bytes/value-text';
import { kindOf } from '../kinds/kinds';

export function dissectedWire(layout: WireLayout): object {
  const { head, tag, forms, sum, sumBytes, headBytes, shortest, longest } = layout;
  const tags = forms.flatMap((form) =>
    tag !== undefined && typeof form.tag === 'number' ? [numberText(tag.spec, form.tag)] : [],
  );
  return {
    head: head.map(dissectedField),
    forms: forms.map((form) => dissectedForm(form, tag)),
    formNames: forms.map(({ name }) => name).join(', '),
    ...(tag === undefined ? {} : { tag: { ...tag, expected: tags.join(', ') } }),
    ...(sum === undefined ? {} : { sum: { spec: dissectedSum(sum.spec), from: sum.from } }),
    sumBytes,
    headBytes,
    shortest,
    longest,
  };
}

function dissectedForm({ name, tag, fields, size }: FormLayout, tagged: TagLayout | undefined): object {
  const isFixed = size.min === size.max && !size.isOpen;
  return {
    name,
    fields: fields.map(dissectedField),
    min: size.min,
    max: size.max,
    ...(isFixed ? { size: size.min } : {}),
    ...(size.isOpen ? { open: true } : {}),
    ...(typeof tag === 'number' ? { tag } : {}),
    ...(typeof tag === 'object'
      ? tagged === undefined
        ? { otherwise: true }
        : { tags: rangesOf(tagged, tag.tag) }
      : {}),
    leads: leadsOf(fields).map((lead) =>
      lead.map((allowed) => (allowed === undefined || allowed.length === 256 ? false : allowed)),
    ),
  };
}

/** A predicate on a longer tag is not listed: the dissector accepts every tag that no form has. */
const MOST_TAG_BYTES = 2;

/** The tags that a predicate accepts, as ranges with both ends. */
function rangesOf({ spec: { bytes, min, max } }: TagLayout, takes: (tag: number) => boolean): number[][] {
  if (bytes > MOST_TAG_BYTES) return [[min, max]];
  const ranges: number[][] = [];
  for (let tag = min; tag <= max; tag++) {
    const range = ranges.at(-1);
    if (!takes(tag)) continue;
    if (range?.[1] === tag - 1) range[1] = tag;
    else ranges.push([tag, tag]);
  }
  return ranges;
}

function dissectedField({ name, spec }: NamedSpec): object {
  return { name, spec: dissectedSpec(spec) };
}

/** The spec, with its `size` where it is fixed, and the text of what is `expected`. */
function dissectedSpec(spec: FieldSpec): object {
  const size = fixedSize(spec);
  return { ...detailed(spec), ...(size === undefined ? {} : { size }) };
}

function detailed(spec: FieldSpec): object {
  switch (spec.kind) {
    case 'list': {
      const { min, max } = knownSize(spec.of);
      const itemSize = fixedSize(spec.of);
      const items = { itemMin: min, itemMax: max, ...(itemSize === undefined ? {} : { itemSize }) };
      const { unique, ...others } = spec;
      const keys = unique === undefined ? {} : { keys: keyOffsets(spec) };
      return { ...others, of: dissectedSpec(spec.of), ...items, ...keys };
    }
    case 'struct':
      return { ...spec, fields: spec.fields.map(dissectedField) };
    case 'optional':
      return { ...spec, of: dissectedSpec(spec.of) };
    case 'choice': {
      const expected = spec.cases.map(({ tag }) => numberText(spec.tag, tag)).join(', ');
      return { ...spec, expected, cases: spec.cases.map(dissectedCase) };
    }
    case 'length':
      return spec;
    default:
      return kindOf(spec).dissected?.(spec) ?? spec;
  }
}

function dissectedCase({ name, tag, fields }: ChoiceCase): object {
  return { name, tag, fields: fields.map(dissectedField) };
}

/** A custom sum is shown without a verdict. The register of a CRC is at the upper end of 64 bits. */
function dissectedSum(spec: SumSpec): object {
  if (spec.kind === 'custom') return { kind: spec.kind, bytes: spec.bytes };
  if (spec.kind === 'hex') return { ...spec, of: dissectedSum(spec.of) };
  if (spec.kind !== 'crc') return spec;
  const { poly, init, xorOut, width } = spec;
  const upper = (value: number | bigint): string => hexDigits(BigInt(value) << BigInt(64 - width));
  return { ...spec, poly: upper(poly), init: upper(init), xorOut: hexDigits(BigInt(xorOut)) };
}
