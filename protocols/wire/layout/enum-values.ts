/** The values of a field with few values. */
import type { EnumSpec } from './field-spec';
import { cachedBySpec } from './spec-cache';

export interface EnumValue {
  /** In a message. */
  readonly value: string | number | boolean;
  /** In bytes. */
  readonly number: number;
  /** For people. */
  readonly meaning: string;
}

export const enumValues: (spec: EnumSpec) => readonly EnumValue[] = cachedBySpec(({ of, values, holds }) =>
  Object.entries(values).map(([word, number]) => ({
    value: holds === 'word' ? word : holds === 'number' ? number : word === 'true',
    number,
    meaning: of.names?.[number] ?? word,
  })),
);
