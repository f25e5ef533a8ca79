/** What passes between scanner and board, as classes, and the clause of each. */
import type { Outcome } from '../../../protocols/set/rules';
import { LF, type ScannerFrame } from '../../../protocols/set/scanner-link';
import type { Discrepancy, DiscrepancyCode } from '../../../protocols/set/discrepancies';
import { kindOf } from './clauses';

/** CR or LF right behind a CR: it says nothing more. */
export const SECOND = 'second terminator';

/** The oddest first: of several it is the one to suspect. */
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

/** Whose lines these are. */
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

/** `outcome`: what a card becomes on the table as it is. `behindCr`: the frame before ended right before it. */
export function labelOf(frame: ScannerFrame, outcome: Outcome | undefined, behindCr: boolean): string {
  if (frame.type === 'bytes') return 'several bytes';
  if (frame.type !== 'byte') return behindCr ? SECOND : 'empty frame';
  if (behindCr && frame.byte === LF && outcome === 'none') return SECOND;
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
 * Which of them a fault is of: what is missing is of the frame that it is owed to, what is too much of the oddest one. A wrong
 * search or count says nothing of the frame that it followed.
 */
export function suspect(fault: Discrepancy, triggers: readonly string[]): string {
  const kind = kindOf(fault);
  if (kind === 'set' || kind === 'count') return 'card';
  const missed = MISSED[fault.code];
  if (missed !== undefined && triggers.includes(missed)) return missed;
  return TRIGGERS.find((one) => triggers.includes(one)) ?? 'a frame';
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
