/**
 * Numbers whose bytes vary in number.
 *
 *     prefixed     F2 05       F205       the first byte says that a second follows
 *     low-first    AC 02       300        the top bit says that more follow; low bits first
 *     high-first   82 2C       300        the same, high bits first
 */
import type { VaryingSpec } from '../layout/field-spec';

/** Bytes of the number at `at`; 0: those before `to` do not tell it; -1: it has no end within its bytes. */
export function varyingLength(
  { coding, prefixes, most }: VaryingSpec,
  bytes: Uint8Array,
  at: number,
  to: number,
): number {
  if (at >= to) return 0;
  if (coding === 'prefixed') return prefixes.includes(bytes[at]!) ? 2 : 1;
  const stop = Math.min(to, at + most);
  for (let i = at; i < stop; i++) if (bytes[i]! < 0x80) return i + 1 - at;
  return stop < at + most ? 0 : -1;
}

/** The number in `length` bytes, whatever its range. */
export function readVarying(
  { coding, zigzag }: VaryingSpec,
  bytes: Uint8Array,
  at: number,
  length: number,
): number {
  if (coding === 'prefixed') return length === 1 ? bytes[at]! : bytes[at]! * 0x100 + bytes[at + 1]!;
  let value = 0;
  for (let i = 0; i < length; i++)
    value = value * 0x80 + (bytes[coding === 'high-first' ? at + i : at + length - 1 - i]! & 0x7f);
  if (!zigzag) return value;
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** The fewest bytes of a number; undefined: it is none of the field's. */
export function varyingBytes(spec: VaryingSpec, value: unknown): Uint8Array | undefined {
  const { min, max, coding, prefixes } = spec;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) return undefined;
  if (coding !== 'prefixed') return groupsOf(spec, value);
  if (value <= 0xff) return prefixes.includes(value) ? undefined : Uint8Array.of(value);
  return prefixes.includes(value >> 8) ? Uint8Array.of(value >> 8, value) : undefined;
}

/** The groups of seven bits of a number, whatever its range; undefined: they are more than the field has. */
export function groupsOf(
  { coding, zigzag, most }: VaryingSpec,
  value: number,
  least = 1,
): Uint8Array | undefined {
  if (value < 0 && !zigzag) return undefined;
  const groups: number[] = [];
  let left = !zigzag ? value : value < 0 ? -2 * value - 1 : 2 * value;
  for (; left > 0 || groups.length < least; left = Math.floor(left / 0x80)) groups.push(left % 0x80);
  if (groups.length > most) return undefined;
  if (coding === 'high-first') groups.reverse();
  return Uint8Array.from(groups, (group, i) => (i < groups.length - 1 ? group | 0x80 : group));
}
