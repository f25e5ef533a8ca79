/** Values as a person types them. */
import { EncodeError } from '../../frame';

export function unreadable(name: string, text: string, expected: string): EncodeError {
  return new EncodeError(`${name}: '${text}', should be ${expected}`);
}

export function typedNumber(name: string, text: string): number {
  if (!/^(?:-?\d+(?:\.\d+)?|0x[0-9a-f]+)$/i.test(text))
    throw unreadable(name, text, 'a number, as 10 or 0x0A');
  return Number(text);
}

/** A number, or where it is left out the one nearest to 0. */
export function typedWithin(
  { min, max }: { readonly min: number; readonly max: number },
  name: string,
  text: string | undefined,
): number {
  return typedNumber(name, text ?? String(Math.max(min, Math.min(0, max))));
}
