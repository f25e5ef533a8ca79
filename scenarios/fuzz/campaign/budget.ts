/**
 * The budget of a failure's triage: tries from a known state, their steps and bytes. It has no clock, so that the same seed
 * gives the same findings on fast and slow machines.
 */
import type { FuzzStep } from '../../player/step';
import { bytesOf } from '../../player/step';

export interface Spent {
  tries: number;
  steps: number;
  bytes: number;
}

export function nothingSpent(): Spent {
  return { tries: 0, steps: 0, bytes: 0 };
}

/** On virtual boards. When it is spent, the failure keeps its present size. */
export const VIRTUAL_BUDGET: Readonly<Spent> = { tries: 10_000, steps: 200_000, bytes: 20_000_000 };
/** On real ones, where a byte at 115200 baud is 87 µs. */
export const REAL_BUDGET: Readonly<Spent> = { tries: 600, steps: 60_000, bytes: 1_000_000 };

export function spend(spent: Spent, steps: readonly FuzzStep[]): void {
  spent.tries++;
  spent.steps += steps.length;
  spent.bytes += bytesOf(steps);
}

/** Returns a function that says whether this budget was spent since now. */
export function budgetOf(spent: Readonly<Spent>, most: Readonly<Spent>): () => boolean {
  const { tries, steps, bytes } = spent;
  return () =>
    spent.tries - tries > most.tries || spent.steps - steps > most.steps || spent.bytes - bytes > most.bytes;
}
