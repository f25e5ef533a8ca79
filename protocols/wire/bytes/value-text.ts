/** Values and ranges as people read them. */
import { byteText } from '../../byte-text';
import type { FieldSpec, NumberSpec } from '../layout/field-spec';

/** Bytes in hex: `01 FF`. Of more than 16, it gives the first and the number of the others. */
export function hexOf(bytes: Uint8Array): string {
  const { length } = bytes;
  let shown = length === 0 ? '' : byteText(bytes[0]!);
  for (let at = 1; at < length && at < 16; at++) shown += ` ${byteText(bytes[at]!)}`;
  return length > 16 ? `${shown} and ${length - 16} more` : shown;
}

/** `18`, or `0x12` for base hex; with its unit. */
export function numberText(
  { base, unit }: Pick<NumberSpec, 'base' | 'unit'>,
  value: number | bigint,
): string {
  const text = base === 'hex' && value >= 0 ? `0x${value.toString(16).toUpperCase()}` : String(value);
  return unit === undefined ? text : `${text} ${unit}`;
}

/** `0..144`, or one value. */
export function rangeText(
  spec: Pick<NumberSpec, 'base'>,
  least: number | bigint,
  most: number | bigint,
): string {
  const { base } = spec;
  return least === most
    ? numberText({ base }, least)
    : `${numberText({ base }, least)}..${numberText({ base }, most)}`;
}

/** The spec with the names that its values have by the value of an earlier field. */
export function namedBy(spec: FieldSpec, values: Readonly<Record<string, unknown>>): FieldSpec {
  if (spec.kind !== 'number' || spec.namesBy === undefined) return spec;
  const { field, names } = spec.namesBy;
  const own = names[Number(values[field])];
  return own === undefined ? spec : { ...spec, names: own };
}

/** The lowest 64 bits in hex, as a dissector reads them. */
export function hexDigits(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}
