/** What a field does when a message is encoded. */
import { EncodeError } from '../../frame';

/** Writes a value at `at`; gives where it ends. Throws EncodeError where it is none. */
export type Write<T = unknown> = (frame: Uint8Array, at: number, value: T) => number;

export interface FieldWriter<T = unknown> {
  /** Its bytes, where they are always as many. */
  readonly fixed?: number;
  /** The bytes that a value takes. Throws EncodeError where it is none. */
  readonly size: (value: T) => number;
  readonly write: Write<T>;
}

export type Values = Readonly<Record<string, unknown>>;

/** An object's properties. Throws EncodeError for what is none. */
export function valuesOf(value: unknown, path: string): Values {
  return isValues(value) ? value : refuseValue(path, String(value), 'an object');
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

export function refuseValue(path: string, seen: string, expected: string): never {
  throw new EncodeError(`${path}: ${seen}, should be ${expected}`);
}
