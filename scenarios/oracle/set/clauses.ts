/** The clause that a wrong line breaks, for cards on a known table and no other input. */
import type { Expectation, Outcome } from '../../../protocols/set/rules';
import type { Discrepancy, DiscrepancyCode } from '../../../protocols/set/discrepancies';

/** Tables up to this size are SET-SO-01's and SET-TM-01's. */
export const SMALL_TABLE = 21;

const CARD_CLAUSE: Readonly<Record<Outcome, string>> = {
  new: 'SET-CD-01',
  duplicate: 'SET-CD-02',
  full: 'SET-CD-03',
  none: 'SET-CD-04',
};

const KINDS: Readonly<Record<DiscrepancyCode, 'card' | 'set' | 'count' | 'end'>> = {
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

export type FaultKind = (typeof KINDS)[DiscrepancyCode];

/** Every kind of fault. */
export const ALL: readonly FaultKind[] = ['card', 'set', 'count', 'end'];

export function kindOf({ code }: Discrepancy): FaultKind {
  return KINDS[code];
}

/** The clause of a fault in the lines of one plain frame. `cards`: on the table, with the frame's card. */
export function clauseOf(fault: Discrepancy, expected: Expectation | undefined, cards: number): string {
  switch (KINDS[fault.code]) {
    case 'card':
      return fault.code === 'extra-full' ? 'SET-CD-03' : CARD_CLAUSE[expected?.outcome ?? 'new'];
    case 'set':
      return cards > SMALL_TABLE ? 'SET-SO-03' : 'SET-SO-01';
    case 'count':
      return 'SET-SO-02';
    case 'end':
      return 'SET-FR-01';
  }
}

/**
 * The faults to report: a wrong card explains its sets and counts, a wrong set explains its counts. EndOfFrame is
 * judged separately. A table that is full too early explains everything else.
 */
export function primaryFaults(faults: readonly Discrepancy[]): readonly Discrepancy[] {
  const of = (kind: FaultKind): Discrepancy[] => faults.filter((fault) => kindOf(fault) === kind);
  const early = faults.filter(({ code }) => code === 'extra-full');
  const first = [early, of('card'), of('set'), of('count')].find((some) => some.length > 0) ?? [];
  return [...first, ...of('end')];
}
