/** The length that a frame announces, and why it cannot be right. */
import { numberReader } from '../bytes/numbers';
import { numberText, rangeText } from '../bytes/value-text';
import type { NamedSpec, NumberSpec } from '../layout/field-spec';
import { selectForm } from '../layout/form-selection';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { fixedSize } from '../layout/sizes';
import { measureSequence } from './measure-fields';
import type { Flaw } from './walk-data';

export interface AnnouncedLength {
  readonly name: string;
  readonly of: NumberSpec;
  readonly isStrict: boolean;
  /** Offset after the lengthOf. */
  readonly end: number;
  /** The length of a frame minus the value of its lengthOf. */
  readonly more: number;
  /** The announced total length of a frame that begins at `from`. */
  readonly read: (bytes: Uint8Array, from: number) => number;
}

/** The lengthOf among fields that begin at the offset `begin`. */
export function announcedLength(fields: readonly NamedSpec[], begin: number): AnnouncedLength | undefined {
  let at = begin;
  for (const { name, spec } of fields) {
    if (spec.kind === 'length') {
      const { of, plus, from: origin, strict: isStrict } = spec;
      const offset = at;
      const end = at + of.bytes;
      const more = (origin === 'here' ? end : 0) - plus;
      const number = numberReader(of);
      return { name, of, isStrict, end, more, read: (bytes, from) => number(bytes, from + offset) + more };
    }
    at += fixedSize(spec) ?? 0;
  }
  return undefined;
}

/** Why no frame has the announced length; undefined: one can, or none is announced. */
export function announcedFlaw(layout: WireLayout, raw: Uint8Array): Flaw | undefined {
  const inHead = announcedLength(layout.head, 0);
  const form = inHead?.isStrict === false ? undefined : formOf(layout, raw);
  const announced = inHead ?? (form && announcedLength(form.fields, layout.headBytes));
  if (announced === undefined || announced.end > raw.length) return undefined;
  const { name, of, end, more, read } = announced;
  const [least, most] =
    form === undefined ? [layout.shortest, layout.longest] : lengthsOf(layout, form, announced, raw);
  const total = read(raw, 0);
  if (total >= least && total <= most) return undefined;
  const expected = rangeText(of, least - more, most - more);
  return { code: 'length', offset: end - of.bytes, path: name, expected, seen: numberText(of, total - more) };
}

function formOf(layout: WireLayout, raw: Uint8Array): FormLayout | undefined {
  const { tag, headBytes } = layout;
  if (raw.length < headBytes) return undefined;
  const form = selectForm(layout, raw, tag && numberReader(tag.spec)(raw, tag.offset));
  return typeof form === 'object' ? form : undefined;
}

/** Least and most bytes of a frame of this form with these first bytes. */
function lengthsOf(
  { headBytes, sumBytes, longest }: WireLayout,
  { fields, size: { min, max, isOpen } }: FormLayout,
  { isStrict }: AnnouncedLength,
  raw: Uint8Array,
): readonly [least: number, most: number] {
  if (!isStrict) return [min, longest];
  const end = isOpen ? 0 : measureSequence(fields)(raw, headBytes, raw.length);
  return end > 0 ? [end + sumBytes, end + sumBytes] : [min, Math.min(max, longest)];
}
