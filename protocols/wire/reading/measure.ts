/**
 * How long the frame is that begins somewhere in a stream: from lengths, tags and counts, and from nothing else.
 */
import { fitsFirstConstants, selectForm } from '../layout/form-selection';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import type { NamedSpec } from '../layout/field-spec';
import { measureSequence, MORE, UNFIT } from './measure-fields';
import { numberReader } from '../bytes/numbers';
import { fixedSize } from '../layout/sizes';

/** See `Wire.measure`. */
export function measurerOf(layout: WireLayout): (buffer: Uint8Array, from: number, to: number) => number {
  const { headBytes, sumBytes, longest, shortest, tag } = layout;
  const announced = announcedLength(layout.head, 0);
  const forms = new Map(layout.forms.map((form) => [form, announcedLength(form.fields, headBytes)]));
  const bounded = (length: number, least: number): number =>
    length < least || length > longest ? UNFIT : length;
  return (buffer, from, to) => {
    const bytes = buffer.subarray(from, to);
    if (!headFits(layout, bytes)) return UNFIT;
    if (announced !== undefined)
      return bytes.length < announced.end ? MORE : bounded(announced.read(bytes), shortest);
    if (bytes.length < headBytes) return bytes.length > longest ? UNFIT : MORE;
    const form = selectForm(layout, bytes, tag && numberReader(tag.spec)(bytes, tag.offset));
    if (form === 'short') return MORE;
    if (form === 'none' || !fitsFirstConstants(layout, form, bytes)) return UNFIT;
    if (bytes.length < constantsEnd(layout, form)) return MORE;
    const own = forms.get(form);
    if (own !== undefined) return bytes.length < own.end ? MORE : bounded(own.read(bytes), form.size.min);
    return measureForm(form, bytes, headBytes, sumBytes, longest);
  };
}

function measureForm(
  form: FormLayout,
  bytes: Uint8Array,
  headBytes: number,
  sumBytes: number,
  longest: number,
): number {
  if (form.size.min === form.size.max && !form.size.isOpen) return form.size.min;
  const end = measureSequence(form.fields, bytes, headBytes);
  if (end === UNFIT) return UNFIT;
  if (end === MORE) return bytes.length > longest ? UNFIT : MORE;
  return end + sumBytes > longest ? UNFIT : end + sumBytes;
}

interface AnnouncedLength {
  /** Offset after the lengthOf. */
  readonly end: number;
  /** The whole length that it says. */
  read(bytes: Uint8Array): number;
}

function announcedLength(fields: readonly NamedSpec[], begin: number): AnnouncedLength | undefined {
  let at = begin;
  for (const { spec } of fields) {
    if (spec.kind === 'length') {
      const { of, plus, from } = spec;
      const offset = at;
      const end = at + of.bytes;
      const more = (from === 'here' ? end : 0) - plus;
      const read = numberReader(of);
      return { end, read: (bytes) => read(bytes, offset) + more };
    }
    at += fixedSize(spec) ?? 0;
  }
  return undefined;
}

/** Where the constants right at the beginning of the form's fields end. */
function constantsEnd({ headBytes }: WireLayout, { fields }: FormLayout): number {
  let at = headBytes;
  for (const { spec } of fields) {
    if (spec.kind !== 'constant') break;
    at += spec.bytes.length;
  }
  return at;
}

/** False where a constant of the head is wrong; one after a length is read with its frame. */
function headFits({ head }: WireLayout, bytes: Uint8Array): boolean {
  let at = 0;
  for (const { spec } of head) {
    if (spec.kind === 'length') break;
    if (spec.kind === 'constant')
      for (let i = 0; i < spec.bytes.length && at + i < bytes.length; i++)
        if (bytes[at + i] !== spec.bytes[i]) return false;
    at += fixedSize(spec) ?? 0;
  }
  return true;
}
