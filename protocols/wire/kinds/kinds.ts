/** All kinds of fields without subfields. */
import { BIG_NUMBER } from './big-number';
import { BITS, FLAGS } from './bits';
import { CONSTANT } from './constant';
import { DIGITS } from './digits';
import { ENUM } from './enum';
import type { ScalarSpec, ScalarSpecs } from '../layout/field-spec';
import type { FieldKind } from './kind';
import { NUMBER } from './number';
import { BYTES, TEXT } from './text';
import { VARYING } from './varying';
import { WORDS } from './words';

export const KINDS: { readonly [K in keyof ScalarSpecs]: FieldKind<ScalarSpecs[K]> } = {
  number: NUMBER,
  bignumber: BIG_NUMBER,
  varying: VARYING,
  enum: ENUM,
  flags: FLAGS,
  bits: BITS,
  constant: CONSTANT,
  words: WORDS,
  text: TEXT,
  bytes: BYTES,
  digits: DIGITS,
};

export function kindOf(spec: ScalarSpec): FieldKind<ScalarSpec> {
  return KINDS[spec.kind];
}
