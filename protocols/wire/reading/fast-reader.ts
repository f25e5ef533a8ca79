/**
 * Good frames to messages, by closures that are made once for each field. It finds that nothing is wrong, or gives up: then the walk
 * says what is.
 */
import { numberReader } from '../bytes/numbers';
import { sumBytesOf } from '../bytes/sum-bytes';
import type { FieldSpec, ListSpec, NamedSpec, NumberSpec } from '../layout/field-spec';
import { freeForm, selectForm } from '../layout/form-selection';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { fixedSize } from '../layout/sizes';
import { computeOf } from '../sums';
import { readScalar } from './walk-scalars';

type Values = Record<string, unknown>;

/** How far a frame was read, and whether it is good so far. Reading past its end is found at the end. */
interface Cursor {
  readonly bytes: Uint8Array;
  /** Where the sum begins. */
  readonly end: number;
  at: number;
  ok: boolean;
}

type Read = (cursor: Cursor) => unknown;
type ReadInto = (cursor: Cursor, target: Values) => void;

/** Reads a good frame; undefined for one that may be wrong. */
export function fastReader(layout: WireLayout): (raw: Uint8Array) => Values | undefined {
  const { shortest, longest, sumBytes, tag } = layout;
  const head = compileSequence(layout.head, 0);
  const forms = new Map(layout.forms.map((form) => [form, compileSequence(form.fields, 0)]));
  const byTag = new Map(
    layout.forms.flatMap((form) => (typeof form.tag === 'number' ? [[form.tag, form]] : [])),
  );
  const readTag = tag && numberReader(tag.spec);
  const hasRightSum = sumCheck(layout);
  return (raw) => {
    if (raw.length < shortest || raw.length > longest) return undefined;
    const cursor: Cursor = { bytes: raw, end: raw.length - sumBytes, at: 0, ok: true };
    const value = tag && readTag?.(raw, tag.offset);
    if (tag !== undefined && value !== undefined && !(value >= tag.spec.min && value <= tag.spec.max))
      return undefined;
    const form = formOf(layout, byTag, raw, value);
    const body = form && forms.get(form);
    if (form === undefined || body === undefined) return undefined;
    const message: Values = { type: form.name };
    head(cursor, message);
    if (tag !== undefined) {
      if (typeof form.tag === 'object') message[tag.name] = value;
      cursor.at += tag.spec.bytes;
    }
    body(cursor, message);
    return cursor.ok && cursor.at === cursor.end && hasRightSum(raw) ? message : undefined;
  };
}

function formOf(
  layout: WireLayout,
  byTag: ReadonlyMap<number, FormLayout>,
  raw: Uint8Array,
  tag: number | undefined,
): FormLayout | undefined {
  if (tag !== undefined) return byTag.get(tag) ?? freeForm(layout, tag);
  const form = selectForm(layout, raw, undefined);
  return typeof form === 'object' ? form : undefined;
}

function sumCheck({ sum, sumBytes }: WireLayout): (raw: Uint8Array) => boolean {
  if (sum === undefined) return () => true;
  const { spec, from } = sum;
  const compute = computeOf(spec);
  return (raw) => {
    const end = raw.length - sumBytes;
    if (sumBytes === 1) return compute(raw, from, Math.max(from, end)) === raw[end];
    const right = sumBytesOf(spec, raw, from, end);
    for (let i = 0; i < sumBytes; i++) if (right[i] !== raw[end + i]) return false;
    return true;
  };
}

/** Fields one after another. `tail`: bytes of fields after them, the sum not included. */
function compileSequence(fields: readonly NamedSpec[], tail: number): ReadInto {
  let after = fields.reduce((sum, { spec }) => sum + (fixedSize(spec) ?? 0), tail);
  const readers = fields.map(({ name, spec }) => {
    after -= fixedSize(spec) ?? 0;
    return { name, read: compile(spec, after) };
  });
  return (cursor, target) => {
    for (let i = 0; i < readers.length && cursor.ok; i++) {
      const { name, read } = readers[i]!;
      const value = read(cursor);
      if (value !== undefined) target[name] = value;
    }
  };
}

function compile(spec: FieldSpec, tail: number): Read {
  switch (spec.kind) {
    case 'number':
      return compileNumber(spec, spec.min, spec.max);
    case 'enum': {
      const read = numberReader(spec.of);
      const names = new Map(Object.entries(spec.values).map(([name, value]) => [value, name]));
      return (cursor) => {
        const name = names.get(read(cursor.bytes, cursor.at));
        cursor.at += spec.of.bytes;
        if (name === undefined) cursor.ok = false;
        return name;
      };
    }
    case 'list':
      return compileList(spec, tail);
    case 'struct': {
      const read = compileSequence(spec.fields, tail);
      return (cursor) => {
        const target = {};
        read(cursor, target);
        return target;
      };
    }
    case 'optional': {
      const read = compile(spec.of, tail);
      return (cursor) => (cursor.at < cursor.end - tail ? read(cursor) : undefined);
    }
    case 'choice': {
      const tag = compileNumber(spec.tag, spec.tag.min, spec.tag.max);
      const cases = new Map<unknown, { name: string; read: ReadInto }>(
        spec.cases.map(({ name, tag, fields }) => [tag, { name, read: compileSequence(fields, tail) }]),
      );
      return (cursor) => {
        const found = cases.get(tag(cursor));
        if (found === undefined) cursor.ok = false;
        const target = { type: found?.name };
        found?.read(cursor, target);
        return target;
      };
    }
    case 'length': {
      const { of, from, plus } = spec;
      const read = numberReader(of);
      return (cursor) => {
        const value = read(cursor.bytes, cursor.at);
        cursor.at += of.bytes;
        if (value !== cursor.bytes.length + plus - (from === 'here' ? cursor.at : 0)) cursor.ok = false;
      };
    }
    default:
      return (cursor) => {
        const found = readScalar(spec, cursor.bytes, cursor.at, Math.max(cursor.at, cursor.end - tail));
        if (found === 'short' || found.flaw !== undefined || !found.isReadable) {
          cursor.ok = false;
          return undefined;
        }
        cursor.at += found.length + (found.prefix?.length ?? 0);
        return found.value;
      };
  }
}

function compileNumber(spec: NumberSpec, least: number, most: number): (cursor: Cursor) => number {
  const read = numberReader(spec);
  const { bytes } = spec;
  return (cursor) => {
    const value = read(cursor.bytes, cursor.at);
    cursor.at += bytes;
    if (!(value >= least && value <= most)) cursor.ok = false;
    return value;
  };
}

function compileList({ of, count, bytes, least, most }: ListSpec, tail: number): Read {
  const item = compile(of, 0);
  const readCount =
    typeof count === 'object'
      ? compileNumber(count, Math.max(least, count.min), Math.min(most, count.max))
      : undefined;
  const readBytes = bytes && compileNumber(bytes, bytes.min, bytes.max);
  return (cursor) => {
    const items: unknown[] = [];
    const counted =
      readCount === undefined ? (typeof count === 'number' ? count : undefined) : readCount(cursor);
    const size = readBytes?.(cursor);
    const begin = cursor.at;
    const stop = size === undefined ? cursor.end - tail : begin + size;
    if (stop > cursor.end) cursor.ok = false;
    while (cursor.ok && (counted === undefined ? cursor.at < stop : items.length < counted)) {
      items.push(item(cursor));
      if (cursor.at > cursor.end) cursor.ok = false;
    }
    if (size !== undefined && cursor.at !== stop) cursor.ok = false;
    if (items.length < least || items.length > most) cursor.ok = false;
    return items;
  };
}
