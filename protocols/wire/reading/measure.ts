/**
 * The length of the frame at a place in a stream, from lengths, tags and counts alone. Once it is decided, further
 * bytes do not change it.
 */
import { numberReader } from '../bytes/numbers';
import { MORE, NONE } from '../decoders/content';
import type { Measure } from '../kinds/kind';
import { freeForm, selectForm, selectionReach } from '../layout/form-selection';
import type { FormLayout, Size, WireLayout } from '../layout/layout-data';
import { announcedLength, type AnnouncedLength } from './announced-length';
import { headConstants, leadingParts, partsCheck } from './leading-bytes';
import { measureSequence } from './measure-fields';

/** See `Wire.measure`. */
export function measurerOf(layout: WireLayout): Measure {
  const { headBytes, longest, shortest, head } = layout;
  const checkHead = partsCheck(headConstants(head), 0);
  const announced = announcedLength(head, 0);
  const find = announced?.isStrict === false ? undefined : formFinder(layout, announced);
  // At least one byte is there.
  if (find !== undefined && announced === undefined && checkHead === undefined && headBytes <= 1) return find;
  return (buffer, from, to) => {
    if (checkHead?.(buffer, from, to) === NONE) return NONE;
    if (announced !== undefined) {
      if (from + announced.end > to) return MORE;
      const length = bounded(announced.read(buffer, from), shortest, longest);
      if (find === undefined || length === NONE) return length;
    }
    return to - from < headBytes || find === undefined ? MORE : find(buffer, from, to);
  };
}

function bounded(length: number, least: number, most: number): number {
  return length < least || length > most ? NONE : length;
}

/**
 * The length by the form, which the tag or the constants select. `announced`: the head's length; a frame without a form
 * has it too.
 */
function formFinder(layout: WireLayout, announced: AnnouncedLength | undefined): Measure {
  const { tag, forms, headBytes } = layout;
  const measures = new Map(forms.map((form) => [form, formMeasure(layout, form, announced)]));
  const formless: Measure =
    announced === undefined ? () => NONE : (buffer, from) => announced.read(buffer, from);
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
    if (length !== undefined && (length !== NONE || announced === undefined)) return length;
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
  const byFields: Measure = (buffer, from, to) => {
    if (isFixed) return size.min;
    const end = sequence(buffer, from + headBytes, to);
    if (end <= 0) return end === MORE && to - from <= longest ? MORE : NONE;
    return bounded(end + sumBytes - from, size.min, longest);
  };
  const measure = announced === undefined ? byFields : announcedMeasure(announced, size, longest, byFields);
  const check = inHead === undefined ? partsCheck(leadingParts(fields), headBytes) : undefined;
  if (check === undefined) return measure;
  return (buffer, from, to) => {
    const fit = check(buffer, from, to);
    return fit > 0 ? measure(buffer, from, to) : fit;
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
    if (!isCompared || length === NONE) return length;
    // What follows the announced end is no part of the frame.
    const own = byFields(buffer, from, Math.min(to, from + length));
    if (own === MORE && to - from < length) return MORE;
    return own > 0 && own !== length ? NONE : length;
  };
}
