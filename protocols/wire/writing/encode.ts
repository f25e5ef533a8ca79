/**
 * Messages to bytes. The fields become closures once, when the wire is made: each knows its range, its path and its bytes.
 */
import { numberWriter } from '../bytes/numbers';
import { sumWriter } from '../bytes/sum-bytes';
import { rangeText } from '../bytes/value-text';
import type { NamedSpec, NumberSpec } from '../layout/field-spec';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { fixedSize } from '../layout/sizes';
import { walk } from '../reading/walk';
import { sequenceWriter } from './encode-fields';
import { scalarWriter } from './encode-scalars';
import { refuseValue, valuesOf, type Values } from './field-writer';

/** The encoder of a layout. It throws EncodeError with the path of the field. */
export function encoderOf(layout: WireLayout): (message: object) => Uint8Array {
  const encoders = new Map(layout.forms.map((form) => [form.name, formEncoder(layout, form)]));
  return (message) => {
    const values = valuesOf(message, 'message');
    const { type } = values;
    const encode = typeof type === 'string' ? encoders.get(type) : undefined;
    return encode === undefined
      ? refuseValue('type', String(type), `one of ${[...encoders.keys()].join(', ')}`)
      : encode(values);
  };
}

function formEncoder(layout: WireLayout, form: FormLayout): (message: Values) => Uint8Array {
  const { tag, longest, sumBytes } = layout;
  const path = form.name;
  const head = sequenceWriter(layout.head, path);
  const body = sequenceWriter(form.fields, path);
  const writeSum = layout.sum && sumWriter(layout.sum.spec, layout.sum.from);
  const writeTag = tag && tagWriter(tag.name, tag.spec, form, path);
  const lengths = lengthWriters([...layout.head, ...form.fields], layout);
  const check = typeof form.tag === 'object' ? freeFormCheck(layout, form) : undefined;
  return (message) => {
    const size = layout.headBytes + body.size(message) + sumBytes;
    if (size > longest) refuseValue(path, `${size} bytes`, `${longest} at most`);
    const frame = new Uint8Array(size);
    let at = head.write(frame, 0, message);
    if (writeTag !== undefined) at = writeTag(frame, at, message);
    at = body.write(frame, at, message);
    for (const write of lengths) write(frame);
    writeSum?.(frame, at);
    check?.(frame);
    return frame;
  };
}

type Put = (frame: Uint8Array, at: number, message: Values) => number;

function tagWriter(name: string, spec: NumberSpec, form: FormLayout, path: string): Put {
  const put = numberWriter(spec);
  const { tag } = form;
  if (typeof tag === 'number')
    return (frame, at) => {
      put(frame, at, tag);
      return at + spec.bytes;
    };
  const writer = scalarWriter(spec, `${path}.${name}`);
  return (frame, at, message) => {
    const value = message[name];
    const end = writer.write(frame, at, value);
    if (typeof value === 'number' && tag?.tag(value) === false)
      refuseValue(`${path}.${name}`, String(value), `a tag of '${path}'`);
    return end;
  };
}

/** What a form with a tag predicate encodes is read as this form, not as that of its tag. */
function freeFormCheck(layout: WireLayout, form: FormLayout): (frame: Uint8Array) => void {
  return (frame) => {
    const found = walk(layout, frame);
    const { form: other } = found;
    if (other === undefined || other === form) return;
    if (typeof other.tag === 'number' && found.flaws.length > 0) return;
    refuseValue(form.name, `bytes of '${other.name}'`, `bytes that are no other form's`);
  };
}

/** Computed lengths stand at fixed places. */
function lengthWriters(
  fields: readonly NamedSpec[],
  { head, headBytes }: WireLayout,
): ((frame: Uint8Array) => void)[] {
  let at = 0;
  return fields.flatMap(({ name, spec }, i) => {
    if (i === head.length) at = headBytes;
    const offset = at;
    at += fixedSize(spec) ?? 0;
    if (spec.kind !== 'length') return [];
    const { of, plus, from } = spec;
    const put = numberWriter(of);
    const less = plus - (from === 'here' ? offset + of.bytes : 0);
    return [
      (frame: Uint8Array) => {
        const value = frame.length + less;
        if (value < of.min || value > of.max) refuseValue(name, String(value), rangeText(of, of.min, of.max));
        put(frame, offset, value);
      },
    ];
  });
}
