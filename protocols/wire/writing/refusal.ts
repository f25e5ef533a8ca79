/** Refuses what cannot be encoded. */
import { EncodeError } from '../../frame';
import type { Source } from '../layout/source';

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

/** Adds the text that refuses `value`, the text of one, where a condition holds. */
export function addRefusal(text: Source, wrong: string, path: string, value: string, expected: string): void {
  const words = [JSON.stringify(path), `String(${value})`, JSON.stringify(expected)].join(', ');
  text.line(`if (${wrong}) ${text.hold(refuseValue)}(${words});`);
}
