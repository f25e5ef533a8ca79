/** Parameters in the form that codecs use. */
import type { Parameters } from '../../protocols/requirement';
import { millis, type Micros } from '../../protocols/time';

/** The value of a numeric parameter; undefined if there is none. */
export function numberOf(parameters: Parameters | undefined, name: string): number | undefined {
  const value = parameters?.[name];
  return typeof value === 'number' ? value : undefined;
}

/** `{ [key]: time }`, or nothing without a time: codecs have a default. */
export function timeOption<K extends string>(key: K, ms: number | undefined): Partial<Record<K, Micros>> {
  const found: Partial<Record<K, Micros>> = {};
  if (ms !== undefined) found[key] = millis(ms);
  return found;
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
