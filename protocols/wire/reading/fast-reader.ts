/**
 * Decodes good content by functions that are compiled once for each form. It either finds nothing wrong or gives up:
 * then the walk finds the flaw.
 */
import { numberReader } from '../bytes/numbers';
import { sumBytesOf } from '../bytes/sum-bytes';
import type { NamedSpec } from '../layout/field-spec';
import { freeForm, selectForm } from '../layout/form-selection';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { computeOf } from '../sums';
import { sequenceReader, type Skipped } from './fast-fields';
import { Cursor, type Read } from './cursor';

type Values = Record<string, unknown>;

export interface FastReader {
  /** The message of a frame whose content is good, whatever its sum; undefined: it may be wrong. */
  readonly read: (raw: Uint8Array) => Values | undefined;
  readonly hasRightSum: (raw: Uint8Array) => boolean;
}

export function fastReader(layout: WireLayout): FastReader {
  const { shortest, longest, sumBytes } = layout;
  const readers = new Map(layout.forms.map((form) => [form, formReader(layout, form)]));
  const select = formSelector(layout, readers);
  const cursor = new Cursor();
  const read = (raw: Uint8Array): Values | undefined => {
    const { length } = raw;
    if (length < shortest || length > longest) return undefined;
    const readForm = select(raw);
    if (readForm === undefined) return undefined;
    cursor.begin(raw, length - sumBytes);
    const message = readForm(cursor);
    return cursor.ok && cursor.at === cursor.end ? message : undefined;
  };
  return { read, hasRightSum: sumCheck(layout) };
}

/** The reader of a whole frame of a form. */
function formReader({ head, tag }: WireLayout, form: FormLayout): Read<Values> {
  const before: (NamedSpec | Skipped)[] = [...head];
  if (tag !== undefined) {
    const { spec, name } = tag;
    if (typeof form.tag === 'object') before.push({ name, spec });
    else before.push({ skip: spec.bytes });
  }
  return sequenceReader([...before, ...form.fields], 0, form.name);
}

type Selector = (raw: Uint8Array) => Read<Values> | undefined;

function formSelector(layout: WireLayout, readers: ReadonlyMap<FormLayout, Read<Values>>): Selector {
  const { tag, forms } = layout;
  if (tag === undefined)
    return (raw) => {
      const form = selectForm(layout, raw, undefined);
      return typeof form === 'object' ? readers.get(form) : undefined;
    };
  const byTag = new Map(forms.map((form) => [form.tag, readers.get(form)]));
  const { min, max, bytes } = tag.spec;
  const readTag = numberReader(tag.spec);
  const find = (value: number): Read<Values> | undefined => {
    if (value < min || value > max) return undefined;
    const free = freeForm(layout, value);
    return byTag.get(value) ?? (free && readers.get(free));
  };
  if (bytes > 1) return (raw) => find(readTag(raw, tag.offset));
  const known = Array.from({ length: 256 }, (_, byte) => byTag.get(readTag(Uint8Array.of(byte), 0)));
  return (raw) => known[raw[tag.offset]!] ?? find(readTag(raw, tag.offset));
}

function sumCheck({ sum, sumBytes }: WireLayout): (raw: Uint8Array) => boolean {
  if (sum === undefined) return () => true;
  const { spec, from } = sum;
  const compute = computeOf(spec);
  const { bytes, order } = spec;
  if (bytes === 1 || bytes === 2 || bytes === 3 || bytes === 4) {
    const read = numberReader({ bytes, order, signed: false });
    return (raw) => {
      const end = raw.length - sumBytes;
      return compute(raw, from, end > from ? end : from) === read(raw, end);
    };
  }
  return (raw) => {
    const end = raw.length - sumBytes;
    const right = sumBytesOf(spec, raw, from, end);
    return right.every((byte, i) => byte === raw[end + i]);
  };
}
