/** Encodes numbers in ASCII, and words. Each writer refuses a value that does not fit. */
import type { DigitsSpec, WordsSpec } from '../layout/field-spec';
import { digitsText, isWritable } from '../bytes/numbers';
import { refuseValue, type FieldWriter } from './field-writer';

export function digitsField(spec: DigitsSpec, path: string): FieldWriter {
  const { min, max, fraction } = spec;
  const textOf = (value: unknown): string => {
    if (typeof value !== 'number' || !(value >= min && value <= max))
      return refuseValue(path, String(value), `${min}..${max}`);
    if (!isWritable(spec, value))
      return refuseValue(
        path,
        String(value),
        fraction === 0 ? 'a whole number' : `a number of ${fraction} decimals`,
      );
    return digitsText(spec, value);
  };
  return latin1Field(textOf);
}

export function wordsField({ words }: WordsSpec, path: string): FieldWriter {
  const texts = new Map<unknown, string>(words.map(({ name, spellings }) => [name, spellings[0] ?? '']));
  const textOf = (value: unknown): string =>
    texts.get(value) ?? refuseValue(path, String(value), `one of ${[...texts.keys()].join(', ')}`);
  return latin1Field(textOf);
}

function latin1Field(textOf: (value: unknown) => string): FieldWriter {
  return {
    size: (value) => textOf(value).length,
    write: (frame, at, value) => {
      const text = textOf(value);
      for (let i = 0; i < text.length; i++) frame[at + i] = text.charCodeAt(i);
      return at + text.length;
    },
  };
}
