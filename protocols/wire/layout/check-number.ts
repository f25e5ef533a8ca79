/** A number that a description gives for a field. */
import type { NumberSpec } from './field-spec';

/** Throws RangeError where the field cannot hold it. */
export function checkNumber({ min, max }: NumberSpec, value: number, name: string): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${name}: ${value} is to be a whole number from ${min} to ${max}`);
}
