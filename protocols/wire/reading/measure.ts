/**
 * How long the frame is that begins somewhere in a stream: from lengths, tags and counts, and from nothing else. The answer for a frame
 * never changes with the bytes after those that decide it.
 */
import { numberReader } from '../bytes/numbers';
import type { NamedSpec } from '../layout/field-spec';
import { freeForm, selectForm } from '../layout/form-selection';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { fixedSize } from '../layout/sizes';
import { measureSequence, MORE, UNFIT, type Measure } from './measure-fields';

/** See `Wire.measure`. */
export function measurerOf(layout: WireLayout): Measure {
  const { headBytes, longest, shortest, head } = layout;
  const checkHead = constantsCheck(headConstants(head), 0);
  const announced = announcedLength(head, 0);
  if (announced !== undefined)
    return (buffer, from, to) => {
      if (checkHead?.(buffer, from, to) === UNFIT) return UNFIT;
      return from + announced.end > to ? MORE : bounded(announced.read(buffer, from), shortest, longest);
    };
  const find = formFinder(layout);
  return (buffer, from, to) => {
    if (checkHead?.(buffer, from, to) === UNFIT) return UNFIT;
    if (to - from < headBytes) return MORE;
    return find(buffer, from, to);
  };
}

function bounded(length: number, least: number, most: number): number {
  return length < least || length > most ? UNFIT : length;
}

/** The length by the form, which the tag tells or its constants. */
function formFinder(layout: WireLayout): Measure {
  const { tag, forms } = layout;
  const measures = new Map(forms.map((form) => [form, formMeasure(layout, form)]));
  if (tag === undefined)
    return (buffer, from, to) => {
      const form = selectForm(layout, buffer.subarray(from, to), undefined);
      if (typeof form !== 'object') return form === 'short' ? MORE : UNFIT;
      return measures.get(form)?.(buffer, from, to) ?? UNFIT;
    };
  const byTag = new Map(forms.map((form) => [form.tag, measures.get(form)]));
  const readTag = numberReader(tag.spec);
  const byByte =
    tag.spec.bytes === 1
      ? Array.from({ length: 256 }, (_, byte) => byTag.get(readTag(Uint8Array.of(byte), 0)))
      : [];
  return (buffer, from, to) => {
    const known = byByte[buffer[from + tag.offset]!];
    if (known !== undefined) return known(buffer, from, to);
    const value = readTag(buffer, from + tag.offset);
    const free = freeForm(layout, value);
    const measure = byTag.get(value) ?? (free && measures.get(free));
    return measure === undefined ? UNFIT : measure(buffer, from, to);
  };
}

/** The length of a frame of this form, from the frame's first byte. */
function formMeasure({ headBytes, sumBytes, longest }: WireLayout, { fields, size }: FormLayout): Measure {
  const check = constantsCheck(leadingConstants(fields), headBytes);
  const own = announcedLength(fields, headBytes);
  const isFixed = size.min === size.max && !size.isOpen;
  const sequence = measureSequence(fields);
  const measure: Measure = (buffer, from, to) => {
    if (own !== undefined)
      return from + own.end > to ? MORE : bounded(own.read(buffer, from), size.min, longest);
    if (isFixed) return size.min;
    const end = sequence(buffer, from + headBytes, to);
    if (end <= 0) return end === MORE && to - from <= longest ? MORE : UNFIT;
    return bounded(end + sumBytes - from, size.min, longest);
  };
  if (check === undefined) return measure;
  return (buffer, from, to) => {
    const fit = check(buffer, from, to);
    return fit > 0 ? measure(buffer, from, to) : fit;
  };
}

/** Constant bytes at fixed places: offsets from the first. */
type Constants = readonly { readonly offset: number; readonly byte: number }[];

/** Those of the head; one after a length is read with its frame. */
function headConstants(head: readonly NamedSpec[]): Constants {
  const found: { offset: number; byte: number }[] = [];
  let at = 0;
  for (const { spec } of head) {
    if (spec.kind === 'length') break;
    if (spec.kind === 'constant') spec.bytes.forEach((byte, i) => found.push({ offset: at + i, byte }));
    at += fixedSize(spec) ?? 0;
  }
  return found;
}

/** Those right at the beginning of a form's fields. */
function leadingConstants(fields: readonly NamedSpec[]): Constants {
  const end = fields.findIndex(({ spec }) => spec.kind !== 'constant');
  return headConstants(end < 0 ? fields : fields.slice(0, end));
}

/** {@link UNFIT} where one is wrong, {@link MORE} where some have not come, else above 0. Undefined: there are none. */
function constantsCheck(constants: Constants, begin: number): Measure | undefined {
  const [first, ...others] = constants;
  if (first === undefined) return undefined;
  const offset = begin + first.offset;
  if (others.length === 0)
    return (buffer, from, to) =>
      from + offset >= to ? MORE : buffer[from + offset] === first.byte ? 1 : UNFIT;
  return (buffer, from, to) => {
    for (const constant of constants) {
      const at = from + begin + constant.offset;
      if (at >= to) return MORE;
      if (buffer[at] !== constant.byte) return UNFIT;
    }
    return 1;
  };
}

interface AnnouncedLength {
  /** Offset after the lengthOf. */
  readonly end: number;
  /** The whole length that it says, of a frame that begins at `from`. */
  read(bytes: Uint8Array, from: number): number;
}

function announcedLength(fields: readonly NamedSpec[], begin: number): AnnouncedLength | undefined {
  let at = begin;
  for (const { spec } of fields) {
    if (spec.kind === 'length') {
      const { of, plus, from: origin } = spec;
      const offset = at;
      const end = at + of.bytes;
      const more = (origin === 'here' ? end : 0) - plus;
      const read = numberReader(of);
      return { end, read: (bytes, from) => read(bytes, from + offset) + more };
    }
    at += fixedSize(spec) ?? 0;
  }
  return undefined;
}
