/** What a field does when a message is encoded. */
import { EncodeError } from '../../frame';

export interface FieldWriter<T = unknown> {
  /** Its bytes, where they are always as many. */
  readonly fixed?: number;
  /** The bytes that a value takes. Throws EncodeError where it is none. */
  size(value: T): number;
  /** Writes a value at `at`; gives where it ends. Throws EncodeError where it is none. */
  write(frame: Uint8Array, at: number, value: T): number;
}

export function refuseValue(path: string, seen: string, expected: string): never {
  throw new EncodeError(`${path}: ${seen}, should be ${expected}`);
}
