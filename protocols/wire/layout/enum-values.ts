/** The values of a field with few values. */
import type { EnumSpec } from './field-spec';

export interface EnumValue {
  /** In a message. */
  readonly value: string | number | boolean;
  /** In bytes. */
  readonly number: number;
  /** For people. */
  readonly meaning: string;
}

export function enumValues({ of, values, holds }: EnumSpec): readonly EnumValue[] {
  return Object.entries(values).map(([word, number]) => ({
    value: holds === 'word' ? word : holds === 'number' ? number : word === 'true',
    number,
    meaning: of.names?.[number] ?? word,
  }));
}
