/** Classes of frames from the scanner (triggers), the clause of each, and the clauses that right lines keep. */
import type { Outcome } from '../rules';
import { LF, type ScannerFrame } from '../scanner-link';
import { SMALL_TABLE } from './clauses';
import type { ExpectedReports } from './expected-reports';
import type { PendingFrames } from './pending-frames';

/** CR or LF directly after a CR. It ends no further frame. */
export const SECOND = 'second terminator';

/** A frame that the line's silence ended, and the CR directly after it. */
export const IDLE = 'idle frame';
export const OVERLONG = 'overlong frame';
/** A card whose CR came late, but in time. */
export const SLOW = 'card with a pause before its CR';

/** The oddest first: of several, the oddest is suspected. */
export const TRIGGERS = [
  SECOND,
  OVERLONG,
  IDLE,
  'several bytes',
  'empty frame',
  'byte that is no card',
  SLOW,
  'card on a full table',
  'card again',
  'card',
];

export const STATES = ['empty table', 'small table', 'large table'];
export const RESPONSES = TRIGGERS.map(linesOf);

export function linesOf(trigger: string): string {
  return `the lines of ${/^[aeiou]/.test(trigger) ? 'an' : 'a'} ${trigger}`;
}

export interface FrameContext {
  /** What a card becomes on the present table. */
  readonly outcome: Outcome | undefined;
  /** The frame directly follows a CR. */
  readonly isClose: boolean;
  /** There is a pause inside the frame. */
  readonly isSlow: boolean;
  /** The frame before it was dropped by silence. */
  readonly isAfterIdle: boolean;
}

export function labelOf(
  frame: ScannerFrame,
  { outcome, isClose, isSlow, isAfterIdle }: FrameContext,
): string {
  if (frame.type === 'bytes') return 'several bytes';
  if (frame.type !== 'byte') return isClose ? SECOND : isAfterIdle ? IDLE : 'empty frame';
  if (isClose && frame.byte === LF && outcome === 'none') return SECOND;
  switch (outcome) {
    case 'new':
      return isSlow ? SLOW : 'card';
    case 'duplicate':
      return 'card again';
    case 'full':
      return 'card on a full table';
    default:
      return 'byte that is no card';
  }
}

/** The clauses that are kept if all lines of these frames were right. */
export function keptClauses(
  { frames, triggers, hasCloseFrames: areClose }: PendingFrames,
  expected: ExpectedReports,
): readonly string[] {
  const ends = frames.some(({ type }) => type === 'byte') ? ['SET-FR-01'] : [];
  const row = areClose && triggers.every((one) => one === 'card') ? ['SET-FR-06'] : [];
  if (!expected.isKnown) return [...ends, ...row];
  const due = expected.of(frames);
  const fresh = due.filter(({ outcome }) => outcome === 'new').length;
  const cards = expected.table.cards.length + fresh;
  const solved = fresh > 0 ? [cards <= SMALL_TABLE ? 'SET-SO-01' : 'SET-SO-03', 'SET-SO-02'] : [];
  return [...ends, ...row, ...solved, ...new Set(triggers.map(clauseFor))];
}

export function clauseFor(trigger: string): string {
  switch (trigger) {
    case SECOND:
      return 'SET-FR-07';
    case 'empty frame':
      return 'SET-FR-02';
    case 'several bytes':
      return 'SET-FR-05';
    case IDLE:
    case SLOW:
      return 'SET-FR-03';
    case OVERLONG:
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
