/** What passes between scanner and board, as classes, and the clause of each. */
import type { Outcome } from '../../../../protocols/set/rules';
import type { ScannerFrame } from '../../../../protocols/set/scanner-link';

export const TRIGGERS = [
  'card',
  'card again',
  'card on a full table',
  'byte that is no card',
  'empty frame',
  'several bytes',
  'idle frame',
  'overlong frame',
];
export const STATES = ['empty table', 'small table', 'large table'];
export const RESPONSES = TRIGGERS.map(linesOf);

export function linesOf(trigger: string): string {
  return `the lines of ${/^[aeiou]/.test(trigger) ? 'an' : 'a'} ${trigger}`;
}

/** `outcome`: what a card becomes on the table as it is. */
export function labelOf({ type }: ScannerFrame, outcome: Outcome | undefined): string {
  if (type !== 'byte') return type === 'empty' ? 'empty frame' : 'several bytes';
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

export function clauseFor(trigger: string): string {
  switch (trigger) {
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
