/** Bytes that every frame must begin with: constants, and strict numbers. */
import { numberReader } from '../bytes/numbers';
import { isByteOf } from '../bytes/text';
import { MORE, NONE } from '../decoders/content';
import type { Measure } from '../kinds/kind';
import type { EnumSpec } from '../kinds/enum';
import type { ConstantSpec, NamedSpec } from '../layout/field-spec';
import { fixedSize } from '../layout/sizes';

/**
 * The required value at a fixed place. It is readable once the bytes before `end` are there. Offsets from the first
 * byte.
 */
interface LeadingPart {
  readonly end: number;
  readonly fits: (bytes: Uint8Array, from: number) => boolean;
}

/** The constants of the head. Those after a length are checked with the whole frame. */
export function headConstants(head: readonly NamedSpec[]): readonly LeadingPart[] {
  const found: LeadingPart[] = [];
  let at = 0;
  for (const { spec } of head) {
    if (spec.kind === 'length') break;
    if (spec.kind === 'constant') found.push(...constantParts(spec, at));
    else if (spec.kind === 'enum' && spec.strict) found.push(listedPart(spec, at));
    at += fixedSize(spec) ?? 0;
  }
  return found;
}

/** The constants and strict numbers at the beginning of a form's fields. */
export function leadingParts(fields: readonly NamedSpec[]): readonly LeadingPart[] {
  const end = fields.findIndex(
    ({ spec }) => spec.kind !== 'constant' && !(spec.kind === 'enum' && spec.strict),
  );
  return headConstants(end < 0 ? fields : fields.slice(0, end));
}

function constantParts({ bytes: constant, anyCase }: ConstantSpec, begin: number): LeadingPart[] {
  return Array.from(constant, (byte, i) => {
    const at = begin + i;
    return { end: at + 1, fits: (bytes, from) => isByteOf(byte, bytes[from + at], anyCase) };
  });
}

function listedPart({ of, values }: EnumSpec, at: number): LeadingPart {
  const read = numberReader(of);
  const listed = new Set(Object.values(values));
  return { end: at + of.bytes, fits: (bytes, from) => listed.has(read(bytes, from + at)) };
}

/** {@link NONE} where one is wrong, {@link MORE} where some are missing, else above 0. Undefined: there are none. */
export function partsCheck(parts: readonly LeadingPart[], begin: number): Measure | undefined {
  if (parts.length === 0) return undefined;
  return (bytes, from, to) => {
    for (const { end, fits } of parts) {
      if (from + begin + end > to) return MORE;
      if (!fits(bytes, from + begin)) return NONE;
    }
    return 1;
  };
}
