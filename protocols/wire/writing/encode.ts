/**
 * Encodes messages. The fields of a form become one function when the wire is made, with their ranges, paths and bytes.
 */
import { numberReader, numberBytes, numberWriter } from '../bytes/numbers';
import { sumWriter } from '../bytes/sum-bytes';
import { rangeText } from '../bytes/value-text';
import type { NamedSpec } from '../layout/field-spec';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { fixedSize } from '../layout/sizes';
import { walk } from '../reading/walk';
import { refuseValue, valuesOf, type Values } from './refusal';
import { fieldsWriter, sizeOfFields } from './write-fields';

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
  const { longest, sumBytes } = layout;
  const path = form.name;
  const fields = [...layout.head, ...tagFields(layout, form), ...form.fields];
  const sizeOf = sizeOfFields(fields, path);
  const write = fieldsWriter(fields, path);
  const writeSum = layout.sum && sumWriter(layout.sum.spec, layout.sum.from);
  const lengths = lengthWriters([...layout.head, ...form.fields], layout);
  const checks = typeof form.tag === 'object' ? [tagCheck(layout, form), freeFormCheck(layout, form)] : [];
  return (message) => {
    const size = (typeof sizeOf === 'number' ? sizeOf : sizeOf(message)) + sumBytes;
    if (size > longest) refuseValue(path, `${size} bytes`, `${longest} at most`);
    const frame = new Uint8Array(size);
    const end = write(frame, 0, message);
    for (let i = 0; i < lengths.length; i++) lengths[i]!(frame);
    writeSum?.(frame, end);
    for (let i = 0; i < checks.length; i++) checks[i]!(frame);
    return frame;
  };
}

/** The tag of a form: constant bytes, or a field of the message where the form has several. */
function tagFields({ tag }: WireLayout, form: FormLayout): readonly NamedSpec[] {
  if (tag === undefined) return [];
  const { name, spec } = tag;
  if (typeof form.tag === 'object') return [{ name, spec }];
  if (form.tag === undefined) return [];
  return [{ name, spec: { kind: 'constant', bytes: numberBytes(spec, form.tag) } }];
}

/** Checks that the tag of a message is one of those of its form. */
function tagCheck({ tag }: WireLayout, form: FormLayout): (frame: Uint8Array) => void {
  const read = tag && numberReader(tag.spec);
  return (frame) => {
    if (tag === undefined || read === undefined || typeof form.tag !== 'object') return;
    const value = read(frame, tag.offset);
    if (!form.tag.tag(value))
      refuseValue(`${form.name}.${tag.name}`, String(value), `a tag of '${form.name}'`);
  };
}

/** Checks that a message of a form with a predicate is not read back as another form. */
function freeFormCheck(layout: WireLayout, form: FormLayout): (frame: Uint8Array) => void {
  return (frame) => {
    const found = walk(layout, frame);
    const { form: other } = found;
    if (other === undefined || other === form) return;
    if (typeof other.tag !== 'object' && found.flaws.length > 0) return;
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
