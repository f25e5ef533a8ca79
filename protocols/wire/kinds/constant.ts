/** Bytes that never change. They have no value. */
import { casesOf, isByteOf, otherCases } from '../bytes/text';
import { hexOf } from '../bytes/value-text';
import type { ConstantSpec } from '../layout/field-spec';
import { flawOf, sized, spelled, type FieldKind } from './kind';

/** A longer constant is copied. */
const MOST_WRITTEN = 8;

export const CONSTANT: FieldKind<ConstantSpec> = {
  size: ({ bytes }) => sized(bytes.length),
  /** A cut constant is wrong if one of its bytes is wrong. */
  read: (spec, bytes, at) => {
    const seen = bytes.subarray(at, at + spec.bytes.length);
    const { length } = seen;
    const offset = seen.findIndex((byte, i) => !isByteOf(spec.bytes[i]!, byte, spec.anyCase));
    if (offset < 0 && length < spec.bytes.length) return 'short';
    const shown = spec.text ?? hexOf(seen);
    if (offset < 0) return { length, value: undefined, shown, meaning: spec.meaning };
    const flaw = flawOf('constant', hexOf(spec.bytes), hexOf(seen), offset);
    return { length, value: undefined, shown, flaw };
  },
  addRead: (text, { bytes, anyCase }) => {
    const wrong = Array.from(bytes, (byte, i) =>
      casesOf(byte, anyCase)
        .map((one) => `bytes[at + ${i}] !== ${one}`)
        .join(' && '),
    );
    text.line(`if (${wrong.join(' || ')}) cursor.ok = false;`);
    text.line(`at += ${bytes.length};`);
    return undefined;
  },
  addWrite: (text, { bytes }) => {
    if (bytes.length <= MOST_WRITTEN)
      text.line(Array.from(bytes, (byte) => `frame[at++] = ${byte};`).join(' '));
    else text.line(`frame.set(${text.hold(bytes)}, at); at += ${bytes.length};`);
  },
  sample: () => undefined,
  leads: ({ bytes, anyCase }) => Array.from(bytes, (byte) => casesOf(byte, anyCase)),
  spellings: ({ anyCase }, now) => (anyCase === true ? spelled(now, otherCases) : []),
  isText: ({ text }) => text !== undefined,
  typed: () => undefined,
  typedNames: () => [],
  filters: (_, name) => [{ name, kind: 'bytes' }],
  dissected: (spec) => ({ ...spec, bytes: [...spec.bytes] }),
};
