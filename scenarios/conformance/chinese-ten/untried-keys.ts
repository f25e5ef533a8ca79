/** The bytes that are still to be tried at each prompt: likely mistakes first, the others in random order. */
import type { Random } from '../../../devices/random';
import { triedKeys } from '../../../protocols/chinese-ten/keys';

export const TRIED_PROMPTS = ['players', 'computers', 'name', 'use-x', 'use-y', 'discard', 'take'] as const;
export type TriedPrompt = (typeof TRIED_PROMPTS)[number];

/** Bytes that a program is most likely to accept by mistake: neighbours of valid keys, controls, the high bit. */
const LIKELY_ACCEPTED: readonly number[] = [
  0x2f, 0x3a, 0x00, 0x1b, 0xff, 0x04, 0x0d, 0x0a, 0x2d, 0x20, 0x7f, 0x08, 0x09, 0x80, 0xb0, 0xb2, 0xb3, 0xb4,
  0xc2, 0xe2, 0x41, 0x5a, 0x61, 0x7a, 0x40, 0x5b, 0x60, 0x7b, 0x25, 0x3b, 0x01, 0x02, 0x07, 0x0c, 0x0e, 0x12,
  0x15, 0x16, 0x17, 0x19, 0x1d, 0x1e, 0x1f, 0x34, 0x35, 0x39,
];

export class UntriedKeys {
  private readonly untried: ReadonlyMap<TriedPrompt, Set<number>>;

  constructor(random: Random) {
    const ordered = (keys: readonly number[]): Set<number> =>
      new Set([...LIKELY_ACCEPTED.filter((key) => keys.includes(key)), ...random.shuffle(keys)]);
    this.untried = new Map(
      TRIED_PROMPTS.map((prompt) => [prompt, ordered(triedKeys(prompt === 'name' ? 'line' : 'key'))]),
    );
  }

  remaining(prompt: TriedPrompt): readonly number[] {
    return [...(this.untried.get(prompt) ?? [])];
  }

  markTried(prompt: TriedPrompt, key: number): void {
    this.untried.get(prompt)?.delete(key);
  }

  /** Tries no more at this prompt. */
  giveUp(prompt: TriedPrompt): void {
    this.untried.get(prompt)?.clear();
  }
}
