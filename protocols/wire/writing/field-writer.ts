/** What a field does when a message is encoded. */
import { EncodeError } from '../../frame';

/** Writes a value at `at`; gives where it ends. Throws EncodeError where the value does not fit. */
export type Write<T = unknown> = (frame: Uint8Array, at: number, value: T) => number;

export interface FieldWriter<T = unknown> {
  /** Its number of bytes, where that is constant. */
  readonly fixed?: number;
  /** The number of bytes of a value. Throws EncodeError where it does not fit. */
  readonly size: (value: T) => number;
  readonly write: Write<T>;
}

export type Values = Readonly<Record<string, unknown>>;

/** An object's properties. Throws EncodeError for anything else. */
export function valuesOf(value: unknown, path: string): Values {
  return isValues(value) ? value : refuseValue(path, String(value), 'an object');
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

export function refuseValue(path: string, seen: string, expected: string): never {
  throw new EncodeError(`${path}: ${seen}, should be ${expected}`);
}
