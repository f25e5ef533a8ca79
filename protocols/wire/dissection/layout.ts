/**
 * A layout as data for a dissector: without functions and bigints, with the values that the dissector would have to
 * compute.
 */
import type { ChoiceCase, FieldSpec, NamedSpec, WordSpec } from '../layout/field-spec';
import { enumValues } from '../layout/enum-values';
import { leadsOf } from '../layout/form-checks';
import type { FormLayout, TagLayout, WireLayout } from '../layout/layout-data';
import { keyOffsets } from '../layout/repeats';
import { fixedSize, sizeOf } from '../layout/sizes';
import type { SumSpec } from '../sums';
import { textRangeOf } from '../bytes/text';
import { wordsText } from '../bytes/words';
import { numberText, rangeText } from '../bytes/value-text';

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
    case 'bignumber': {
      const { min, max } = spec;
      return { ...spec, min: digits(min), max: digits(max), expected: rangeText(spec, min, max) };
    }
    case 'enum': {
      const values = enumValues(spec).map(({ number, meaning }) => [meaning, number]);
      const expected = Object.values(spec.values)
        .map((value) => numberText(spec.of, value))
        .join(', ');
      return { ...spec, values, expected };
    }
    case 'flags': {
      const flags = Object.entries(spec.flags);
      const known = flags.reduce((sum, [, bit]) => sum + 2 ** bit, 0);
      return { ...spec, flags, expected: `bits of ${numberText({ base: 'hex' }, known)} alone` };
    }
    case 'constant':
      return { ...spec, bytes: [...spec.bytes] };
    case 'text':
      return { ...spec, expected: textRangeOf(spec) };
    case 'words':
      return {
        ...spec,
        words: spec.words.map(wordBytes),
        longest: sizeOf(spec, '').max,
        expected: wordsText(spec),
      };
    case 'digits':
      return { ...spec, longest: sizeOf(spec, '').max };
    case 'list': {
      const { min, max } = sizeOf(spec.of, '');
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
    default:
      return spec;
  }
}

function wordBytes({ name, spellings }: WordSpec): object {
  return { name, spellings: spellings.map((text) => Array.from(text, (char) => char.charCodeAt(0))) };
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
  const upper = (value: number | bigint): string => digits(BigInt(value) << BigInt(64 - width));
  return { ...spec, poly: upper(poly), init: upper(init), xorOut: digits(BigInt(xorOut)) };
}

/** The lowest 64 bits in hex. */
function digits(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}
