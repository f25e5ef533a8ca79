/** Which form a frame has: by its tag, or by its constant bytes. */
import { cachedBySpec } from './spec-cache';
import type { Lead } from '../kinds/kind';
import { isFree, leadsOf } from './form-checks';
import type { FormLayout, WireLayout } from './layout-data';

/** The form of a frame; `short`: its bytes do not tell it yet; `none`: no form fits. */
export function selectForm(
  layout: WireLayout,
  bytes: Uint8Array,
  tag: number | undefined,
): FormLayout | 'short' | 'none' {
  if (layout.tag === undefined) return selectByConstants(layout, bytes);
  return tag === undefined ? 'short' : (fixedForm(layout, tag) ?? freeForm(layout, tag) ?? 'none');
}

function fixedForm({ forms }: WireLayout, tag: number): FormLayout | undefined {
  return forms.find((form) => form.tag === tag);
}

/** The form whose predicate accepts a tag. Without tags on the wire: the `otherwise` form. */
export function freeForm({ forms }: WireLayout, tag: number | undefined): FormLayout | undefined {
  return forms.find((form) => typeof form.tag === 'object' && (tag === undefined || form.tag.tag(tag)));
}

const leadsOfForm = cachedBySpec((form: FormLayout): readonly Lead[] => leadsOf(form.fields));

/** After so many bytes of a frame the constants and least lengths of the forms tell no more. */
export function selectionReach({ forms, headBytes }: WireLayout): number {
  return Math.max(
    ...forms.flatMap((form) => [form.size.min, ...leadsOfForm(form).map((lead) => headBytes + lead.length)]),
  );
}

/** True where no byte so far contradicts the form. */
function fitsConstants({ headBytes }: WireLayout, form: FormLayout, bytes: Uint8Array): boolean {
  return leadsOfForm(form).some((lead) =>
    lead.every((allowed, i) => {
      const byte = bytes[headBytes + i];
      return allowed === undefined || byte === undefined || allowed.includes(byte);
    }),
  );
}

function selectByConstants(layout: WireLayout, bytes: Uint8Array): FormLayout | 'short' | 'none' {
  const [only, ...others] = layout.forms;
  if (only !== undefined && others.length === 0) return only;
  const candidates = layout.forms.filter((form) => !isFree(form) && fitsConstants(layout, form, bytes));
  const [first] = candidates;
  if (first === undefined) return freeForm(layout, undefined) ?? 'none';
  if (candidates.length === 1) return first;
  const { length } = bytes;
  return (
    candidates.find(({ size }) => length >= size.min && length <= size.max) ??
    candidates.find(({ size }) => length >= size.min) ??
    'short'
  );
}
