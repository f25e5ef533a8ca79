/** Classes of frames from the scanner (triggers), the clause of each, and the clauses that right lines keep. */
import type { Outcome } from '../../../protocols/set/rules';
import { LF, type ScannerFrame } from '../../../protocols/set/scanner-link';
import type { Discrepancy, DiscrepancyCode } from '../../../protocols/set/discrepancies';
import { kindOf, SMALL_TABLE } from './clauses';
import type { ExpectedReports } from './expected-reports';

/** CR or LF directly after a CR. It ends no further frame. */
export const SECOND = 'second terminator';

/** The oddest first: of several, the oddest is suspected. */
export const TRIGGERS = [
  SECOND,
  'overlong frame',
  'idle frame',
  'several bytes',
  'empty frame',
  'byte that is no card',
  'card on a full table',
  'card again',
  'card',
];

/** The trigger whose line is missing. */
const MISSED: Readonly<Partial<Record<DiscrepancyCode, string>>> = {
  'missing-card': 'card',
  'missing-duplicate': 'card again',
  'missing-full': 'card on a full table',
};
export const STATES = ['empty table', 'small table', 'large table'];
export const RESPONSES = TRIGGERS.map(linesOf);

export function linesOf(trigger: string): string {
  return `the lines of ${/^[aeiou]/.test(trigger) ? 'an' : 'a'} ${trigger}`;
}

/** `outcome`: what a card becomes on the present table. `afterCr`: the frame directly follows a CR. */
export function labelOf(frame: ScannerFrame, outcome: Outcome | undefined, afterCr: boolean): string {
  if (frame.type === 'bytes') return 'several bytes';
  if (frame.type !== 'byte') return afterCr ? SECOND : 'empty frame';
  if (afterCr && frame.byte === LF && outcome === 'none') return SECOND;
  switch (outcome) {
    case 'new':
      return 'card';
    case 'duplicate':
      return 'card again';
    case 'full':
      return 'card on a full table';
    default:
      return 'byte that is no card';
  }
}

/**
 * The trigger that a fault is charged to. A missing line: the frame that it answers. A surplus line: the oddest
 * trigger. A wrong search or count does not depend on the frame before it.
 */
export function suspect(fault: Discrepancy, triggers: readonly string[]): string {
  const kind = kindOf(fault);
  if (kind === 'set' || kind === 'count') return 'card';
  const missed = MISSED[fault.code];
  if (missed !== undefined && triggers.includes(missed)) return missed;
  return TRIGGERS.find((one) => triggers.includes(one)) ?? 'a frame';
}

/** The clauses that are kept if all lines of these frames were right. */
export function keptClauses(
  frames: readonly ScannerFrame[],
  triggers: readonly string[],
  expected: ExpectedReports,
): readonly string[] {
  const ends = frames.some(({ type }) => type === 'byte') ? ['SET-FR-01'] : [];
  const several = frames.length > 1 && triggers.every((one) => one === 'card');
  const row = several ? ['SET-FR-06'] : [];
  if (!expected.isKnown) return [...ends, ...row];
  const due = expected.of(frames);
  const cards = expected.table.cards.length + due.length;
  const fresh = due.some(({ outcome }) => outcome === 'new');
  const solved = fresh ? [cards <= SMALL_TABLE ? 'SET-SO-01' : 'SET-SO-03', 'SET-SO-02'] : [];
  return [...ends, ...row, ...solved, ...triggers.map(clauseFor)];
}

export function clauseFor(trigger: string): string {
  switch (trigger) {
    case SECOND:
      return 'SET-FR-07';
    case 'empty frame':
      return 'SET-FR-02';
    case 'several bytes':
      return 'SET-FR-05';
    case 'idle frame':
      return 'SET-FR-03';
    case 'overlong frame':
      return 'SET-FR-04';
    case 'byte that is no card':
      return 'SET-CD-04';
    case 'card again':
      return 'SET-CD-02';
    case 'card on a full table':
      return 'SET-CD-03';
    default:
      return 'SET-CD-01';
  }
}
