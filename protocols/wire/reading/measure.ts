/**
 * The length of the frame at a place in a stream, from lengths, tags and counts alone. Once it is decided, further
 * bytes do not change it.
 */
import { numberReader } from '../bytes/numbers';
import type { NamedSpec } from '../layout/field-spec';
import { freeForm, selectForm, selectionReach } from '../layout/form-selection';
import type { FormLayout, Size, WireLayout } from '../layout/layout-data';
import { fixedSize } from '../layout/sizes';
import { announcedLength, type AnnouncedLength } from './announced-length';
import { headConstants, leadingParts, partsCheck } from './leading-bytes';
import { measureSequence, MORE, UNFIT, type Measure } from './measure-fields';

/** See `Wire.measure`. */
export function measurerOf(layout: WireLayout): Measure {
  const { headBytes, longest, shortest, head } = layout;
  const checkHead = partsCheck(headConstants(head), 0);
  const announced = announcedLength(head, 0);
  const find = announced?.isStrict === false ? undefined : formFinder(layout, announced);
  const likely = announced?.isStrict === true ? lengthsByTag(layout) : undefined;
  // At least one byte is there.
  if (find !== undefined && announced === undefined && checkHead === undefined && headBytes <= 1) return find;
  return (buffer, from, to) => {
    if (checkHead?.(buffer, from, to) === UNFIT) return UNFIT;
    if (announced !== undefined) {
      if (from + announced.end > to) return MORE;
      const length = bounded(announced.read(buffer, from), shortest, longest);
      if (find === undefined || length === UNFIT) return length;
      if (likely !== undefined && from + headBytes <= to) {
        const tag = buffer[from + likely.offset]!;
        if (length >= likely.least[tag]! && length <= likely.most[tag]!) return length;
      }
    }
    return to - from < headBytes || find === undefined ? MORE : find(buffer, from, to);
  };
}

interface LengthsByTag {
  readonly offset: number;
  readonly least: Uint32Array;
  readonly most: Uint32Array;
}

/** The lengths for each value of a tag of one byte, where they depend on the tag alone. */
function lengthsByTag({ tag, forms, longest }: WireLayout): LengthsByTag | undefined {
  if (tag === undefined || tag.spec.bytes > 1) return undefined;
  const [least, most] = [new Uint32Array(256).fill(1), new Uint32Array(256)];
  for (const { tag: value, size } of forms) {
    if (typeof value !== 'number' || (!size.isOpen && size.min < size.max)) continue;
    least[value & 0xff] = size.min;
    most[value & 0xff] = Math.min(size.max, longest);
  }
  return { offset: tag.offset, least, most };
}

function bounded(length: number, least: number, most: number): number {
  return length < least || length > most ? UNFIT : length;
}

/**
 * The length by the form, which the tag or the constants select. `announced`: the head's length; a frame without a form
 * has it too.
 */
function formFinder(layout: WireLayout, announced: AnnouncedLength | undefined): Measure {
  const { tag, forms, headBytes } = layout;
  const measures = new Map(forms.map((form) => [form, formMeasure(layout, form, announced)]));
  const formless: Measure =
    announced === undefined ? () => UNFIT : (buffer, from) => announced.read(buffer, from);
  const reach = forms.length > 1 ? selectionReach(layout) : 0;
  const byConstants: Measure = (buffer, from, to) => {
    const form = selectForm(layout, buffer.subarray(from, to), undefined);
    if (form === 'short') return MORE;
    const measure = form === 'none' ? undefined : measures.get(form);
    return (measure ?? formless)(buffer, from, to);
  };
  if (tag === undefined && freeForm(layout, undefined) !== undefined)
    return announced === undefined ? () => MORE : formless;
  if (tag === undefined)
    return (buffer, from, to) => {
      // The first bytes that decide it do: another form may fit more of them.
      for (let end = from + headBytes; end < Math.min(to, from + reach); end++) {
        const length = byConstants(buffer, from, end);
        if (length !== MORE) return length;
      }
      return byConstants(buffer, from, to);
    };
  const byTag = new Map(forms.map((form) => [form.tag, measures.get(form)]));
  const readTag = numberReader(tag.spec);
  const byByte =
    tag.spec.bytes === 1
      ? Array.from({ length: 256 }, (_, byte) => byTag.get(readTag(Uint8Array.of(byte), 0)))
      : [];
  return (buffer, from, to) => {
    const known = byByte[buffer[from + tag.offset]!];
    const length = known?.(buffer, from, to);
    if (length !== undefined && (length !== UNFIT || announced === undefined)) return length;
    const value = readTag(buffer, from + tag.offset);
    const free = freeForm(layout, value);
    const measure = (length === undefined ? byTag.get(value) : undefined) ?? (free && measures.get(free));
    return measure === undefined ? (length ?? formless(buffer, from, to)) : measure(buffer, from, to);
  };
}

/** The length of a frame of this form, from the frame's first byte. */
function formMeasure(
  { headBytes, sumBytes, longest }: WireLayout,
  { fields, size }: FormLayout,
  inHead: AnnouncedLength | undefined,
): Measure {
  const announced = inHead ?? announcedLength(fields, headBytes);
  const isFixed = size.min === size.max && !size.isOpen;
  const sequence = measureSequence(fields);
  const counted = countedMeasure(fields, headBytes, sumBytes, longest);
  const walked: Measure = (buffer, from, to) => {
    if (isFixed) return size.min;
    const end = sequence(buffer, from + headBytes, to);
    if (end <= 0) return end === MORE && to - from <= longest ? MORE : UNFIT;
    return bounded(end + sumBytes - from, size.min, longest);
  };
  const byFields = counted ?? walked;
  const measure = announced === undefined ? byFields : announcedMeasure(announced, size, longest, byFields);
  const check = inHead === undefined ? partsCheck(leadingParts(fields), headBytes) : undefined;
  if (check === undefined) return measure;
  return (buffer, from, to) => {
    const fit = check(buffer, from, to);
    return fit > 0 ? measure(buffer, from, to) : fit;
  };
}

/**
 * For a form with one list of items of one size, counted by a byte, and fields of a fixed size. Undefined for other
 * forms.
 */
function countedMeasure(
  fields: readonly NamedSpec[],
  headBytes: number,
  sumBytes: number,
  longest: number,
): Measure | undefined {
  const lists = fields.filter(({ spec }) => fixedSize(spec) === undefined);
  const list = lists[0]?.spec;
  if (lists.length !== 1 || list?.kind !== 'list' || list.bytes !== undefined) return undefined;
  const { count } = list;
  const each = fixedSize(list.of);
  if (typeof count !== 'object' || count.bytes !== 1 || count.signed || each === undefined) return undefined;
  const sizes = fields.map(({ spec }) => fixedSize(spec) ?? 0);
  const place = fields.findIndex(({ spec }) => spec === list);
  const offset = headBytes + sizes.slice(0, place).reduce((sum, size) => sum + size, 0);
  const least = Math.max(list.least, count.min);
  const base = headBytes + sumBytes + 1 + sizes.reduce((sum, size) => sum + size, 0);
  const most = Math.min(list.most, count.max, Math.floor((longest - base) / each));
  return (buffer, from, to) => {
    if (from + offset >= to) return MORE;
    const items = buffer[from + offset]!;
    return items < least || items > most ? UNFIT : base + each * items;
  };
}

/** The announced length. A strict one must equal the length of the fields. */
function announcedMeasure(
  { end, read, isStrict }: AnnouncedLength,
  size: Size,
  longest: number,
  byFields: Measure,
): Measure {
  const most = isStrict ? Math.min(size.max, longest) : longest;
  const isCompared = isStrict && !size.isOpen && size.min < size.max;
  return (buffer, from, to) => {
    if (from + end > to) return MORE;
    const length = bounded(read(buffer, from), size.min, most);
    if (!isCompared || length === UNFIT) return length;
    // What follows the announced end is no part of the frame.
    const own = byFields(buffer, from, Math.min(to, from + length));
    if (own === MORE && to - from < length) return MORE;
    return own > 0 && own !== length ? UNFIT : length;
  };
}
