/** Checks that forms can be told apart, and lengths computed. */
import { anyBytes, type Lead } from '../kinds/kind';
import { kindOf } from '../kinds/kinds';
import { leadsOfWords } from '../kinds/words';
import type { FieldSpec, NamedSpec } from './field-spec';
import { LayoutError, type FormLayout, type WireLayout } from './layout-data';
import { fixedSize } from './sizes';

/** Checks forms against each other. True where a frame's first bytes always tell its length. Throws {@link LayoutError}. */
export function checkForms(layout: Omit<WireLayout, 'selfDelimiting' | 'shortest'>): boolean {
  const { head, forms, tag } = layout;
  checkNames(head, 'head', ['type', ...(tag === undefined ? [] : [tag.name])]);
  const taken = ['type', ...(tag === undefined ? [] : [tag.name]), ...head.map(({ name }) => name)];
  const inHead = countLengths(head, 'head');
  refuseTwiceWritten(head, 'head', []);
  for (const { name, fields } of forms) {
    checkNames(fields, `forms.${name}`, taken);
    refuseTwiceWritten(fields, `forms.${name}`, head);
    checkNamesBy(
      fields,
      `forms.${name}`,
      head.map((field) => field.name),
    );
    if (inHead + countLengths(fields, `forms.${name}`) > 1)
      throw new LayoutError(`forms.${name}`, 'it has more than one lengthOf');
  }
  for (const { name, fields } of forms) refuseLateStrict(fields, `forms.${name}`);
  const byLengthAlone = tag === undefined ? checkConstants(forms, inHead > 0) : checkTags(forms);
  return !byLengthAlone && forms.every((form) => !form.size.isOpen || hasLength([...head, ...form.fields]));
}

function checkNames(fields: readonly NamedSpec[], path: string, taken: readonly string[]): void {
  for (const { name, spec } of fields)
    if (taken.includes(name) && spec.kind !== 'constant' && spec.kind !== 'length')
      throw new LayoutError(`${path}.${name}`, `the message has a '${name}' already`);
}

/** A number that is a field of its own, and the count of a later field, would be there twice. */
function refuseTwiceWritten(fields: readonly NamedSpec[], path: string, before: readonly NamedSpec[]): void {
  fields.forEach(({ name, spec }, i) => {
    const known = [...before, ...fields.slice(0, i)];
    const twice = known.find((one) => prefixesOf(spec).some((prefix) => prefix === one.spec));
    if (twice !== undefined)
      throw new LayoutError(
        `${path}.${name}`,
        `it writes the number '${twice.name}' itself, which would be there twice: take '${twice.name}' away, or give each a number of its own`,
      );
    if (spec.kind === 'struct') refuseTwiceWritten(spec.fields, `${path}.${name}`, []);
    if (spec.kind === 'choice')
      for (const one of spec.cases) refuseTwiceWritten(one.fields, `${path}.${name}.${one.name}`, []);
  });
}

/** The numbers that a field writes before its content. */
function prefixesOf(spec: FieldSpec): readonly unknown[] {
  if (spec.kind === 'list') return [spec.count, spec.bytes];
  if (spec.kind === 'choice') return [spec.tag];
  if (spec.kind === 'length') return [spec.of];
  return (spec.kind === 'text' || spec.kind === 'bytes') && spec.extent.by === 'counted'
    ? [spec.extent.count]
    : [];
}

/** The field that decides the meaning of a number comes before it. */
function checkNamesBy(fields: readonly NamedSpec[], path: string, before: readonly string[]): void {
  fields.forEach(({ name, spec }, i) => {
    if (spec.kind !== 'number' || spec.namesBy === undefined) return;
    const known = [...before, ...fields.slice(0, i).map((field) => field.name)];
    if (!known.includes(spec.namesBy.field))
      throw new LayoutError(`${path}.${name}`, `no field '${spec.namesBy.field}' stands before it`);
  });
}

/** The number of lengthOf fields. Their places are fixed, so that the length is known before the rest. */
function countLengths(fields: readonly NamedSpec[], path: string): number {
  let isFixed = true;
  let count = 0;
  for (const { name, spec } of fields) {
    const own = `${path}.${name}`;
    if (spec.kind === 'length') {
      count++;
      if (!isFixed) throw new LayoutError(own, 'a lengthOf stands before fields whose size is not fixed');
    } else refuseLengths(spec, own);
    isFixed &&= fixedSize(spec) !== undefined;
  }
  return count;
}

function refuseLengths(spec: FieldSpec, path: string): void {
  if (spec.kind === 'length')
    throw new LayoutError(path, 'a lengthOf stands in the head or directly in a form');
  if (spec.kind === 'list' || spec.kind === 'optional') refuseLengths(spec.of, path);
  if (spec.kind === 'struct')
    for (const field of spec.fields) refuseLengths(field.spec, `${path}.${field.name}`);
  if (spec.kind === 'choice')
    for (const { name, fields } of spec.cases)
      for (const field of fields) refuseLengths(field.spec, `${path}.${name}.${field.name}`);
}

/**
 * A strict word comes at the beginning of a form, after constants at most: elsewhere the first bytes cannot refuse the
 * frame.
 */
function refuseLateStrict(fields: readonly NamedSpec[], path: string): void {
  let isLeading = true;
  for (const { name, spec } of fields) {
    const isStrict = spec.kind === 'enum' && spec.strict;
    if (isStrict && !isLeading)
      throw new LayoutError(`${path}.${name}`, 'a strict field stands at the beginning of a form');
    isLeading &&= isStrict || spec.kind === 'constant';
  }
}

function hasLength(fields: readonly NamedSpec[]): boolean {
  return fields.some(({ spec }) => spec.kind === 'length');
}

function checkTags(forms: readonly FormLayout[]): boolean {
  const seen = new Map<number, string>();
  for (const { name, tag } of forms) {
    if (typeof tag !== 'number') continue;
    const other = seen.get(tag);
    if (other !== undefined) throw new LayoutError(`forms.${name}`, `it has the tag ${tag}, as ${other} has`);
    seen.set(tag, name);
  }
  return false;
}

/** Its predicate accepts the tags, or the frames, that no other form has. */
export function isFree({ tag }: FormLayout): boolean {
  return typeof tag === 'object';
}

/** Any two forms differ in a byte at a fixed place, or in their length. True: in their length. */
function checkConstants(forms: readonly FormLayout[], isHeadSized: boolean): boolean {
  const [known, [free, ...others]] = [forms.filter((form) => !isFree(form)), forms.filter(isFree)];
  if (others[0] !== undefined && free !== undefined)
    throw new LayoutError(
      `forms.${others[0].name}`,
      `it takes what no other form fits, as ${free.name} does`,
    );
  // Only a whole frame shows that it fits no other form.
  let byLengthAlone = free !== undefined && !isHeadSized;
  known.forEach((a, i) => {
    for (const b of known.slice(0, i)) {
      if (differInBytes(a, b)) continue;
      if (a.size.max >= b.size.min && b.size.max >= a.size.min)
        throw new LayoutError(
          `forms.${a.name}`,
          `its bytes cannot be told from ${b.name}'s: give it a constant`,
        );
      byLengthAlone = true;
    }
  });
  return byLengthAlone;
}

function differInBytes(a: FormLayout, b: FormLayout): boolean {
  const others = leadsOf(b.fields);
  return leadsOf(a.fields).every((lead) => others.every((other) => differInLead(lead, other)));
}

function differInLead(lead: Lead, other: Lead): boolean {
  return lead.some((allowed, at) => {
    const second = other[at];
    return allowed !== undefined && second !== undefined && !allowed.some((byte) => second.includes(byte));
  });
}

const MOST_LEADS = 64;

/** How fields can begin, up to the first without a known size. Each spelling of a word is a beginning of its own. */
export function leadsOf(fields: readonly NamedSpec[]): readonly Lead[] {
  let leads: readonly Lead[] = [[]];
  for (const { spec } of fields) {
    const own = leadsOfField(spec);
    if (leads.length * own.length > MOST_LEADS) break;
    leads = leads.flatMap((lead) => own.map((more) => [...lead, ...more]));
    if (spec.kind !== 'words' && fixedSize(spec) === undefined) break;
  }
  return leads;
}

function leadsOfField(spec: FieldSpec): readonly Lead[] {
  switch (spec.kind) {
    case 'struct':
      return leadsOf(spec.fields);
    case 'words':
      return leadsOfWords(spec);
    case 'list':
    case 'optional':
    case 'choice':
    case 'length':
      return [anyBytes(fixedSize(spec) ?? 0)];
    default:
      return [kindOf(spec).leads?.(spec) ?? anyBytes(fixedSize(spec) ?? 0)];
  }
}
