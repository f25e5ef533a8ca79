/** Numbers of one or two bytes without a sign, as data: what is most frequent is read without a call for each. */
import type { FieldSpec } from '../layout/field-spec';

export interface PlainNumber {
  readonly bytes: 1 | 2;
  /** Offset of the high byte of two. */
  readonly high: 0 | 1;
  readonly min: number;
  readonly max: number;
}

export function plainNumber(spec: FieldSpec): PlainNumber | undefined {
  if (spec.kind !== 'number' || spec.signed || spec.bytes > 2) return undefined;
  const { min, max, order } = spec;
  return { bytes: spec.bytes === 1 ? 1 : 2, high: order === 'big' ? 0 : 1, min, max };
}

/** The number at `at`, whatever its range. */
export function readPlain({ bytes, high }: PlainNumber, frame: Uint8Array, at: number): number {
  return bytes === 1 ? frame[at]! : (frame[at + high]! << 8) | frame[at + 1 - high]!;
}
