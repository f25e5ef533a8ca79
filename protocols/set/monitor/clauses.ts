/** What a wrong line is about, and which of several faults are the cause of the others. */
import type { Discrepancy, DiscrepancyCode } from '../discrepancies';

/** Tables up to this size are SET-SO-01's and SET-TM-01's. */
export const SMALL_TABLE = 21;

/** What lines are about: the card of a frame, the sets it completes, their count, the end of the frame. */
export const ASPECTS = ['card', 'set', 'count', 'end'] as const;

export type Aspect = (typeof ASPECTS)[number];

const ASPECT_OF: Readonly<Record<DiscrepancyCode, Aspect>> = {
  'missing-card': 'card',
  'extra-card': 'card',
  'missing-duplicate': 'card',
  'extra-duplicate': 'card',
  'missing-full': 'card',
  'extra-full': 'card',
  'missing-set': 'set',
  'extra-set': 'set',
  'set-number': 'set',
  'missing-count': 'count',
  'wrong-count': 'count',
  'missing-no-sets': 'count',
  'extra-no-sets': 'count',
  'missing-end-of-frame': 'end',
  'extra-end-of-frame': 'end',
};

export function aspectOf({ code }: Discrepancy): Aspect {
  return ASPECT_OF[code];
}

/**
 * The cause of faults: a wrong card explains its sets and counts, a wrong set explains its counts. A table that is full too early
 * explains everything else. EndOfFrame is judged separately.
 */
export function primaryFaults(faults: readonly Discrepancy[]): {
  readonly cause: readonly Discrepancy[];
  readonly ends: readonly Discrepancy[];
} {
  const of = (aspect: Aspect): Discrepancy[] => faults.filter((fault) => aspectOf(fault) === aspect);
  const early = faults.filter(({ code }) => code === 'extra-full');
  const cause = [early, of('card'), of('set'), of('count')].find((some) => some.length > 0) ?? [];
  return { cause, ends: of('end') };
}
