/** Keys by what they mean, and what is due in words. */
import type { Players } from '../../../../protocols/chinese-ten/cards';
import type { Prompt } from '../../../../protocols/chinese-ten/item';
import type { Refusal } from './key-outcome';

export function endsLine(byte: number, first: boolean): boolean {
  return byte === 0x0d || byte === 0x0a || (byte === 0x04 && first);
}

export function playersOf(key: number): Players {
  return key === 0x33 ? 3 : key === 0x34 ? 4 : 2;
}

export function indexIn(key: number): number {
  return key <= 0x39 ? key - 0x30 : key - 0x41 + 10;
}

export function refusalWords(...refusals: readonly Refusal[]): string {
  if (refusals.length === 0) return 'no refusal';
  const count = refusals.length === 1 ? 'one refusal' : `${refusals.length} refusals`;
  return `${count} (${refusals.slice(0, 3).join(', ')})`;
}

export function promptWords(prompts: readonly Prompt[]): string {
  return `the prompt ${prompts.slice(0, 3).join(' or ')}`;
}
