/** Classes of frames from the scanner (triggers), and the clause of each. */
import { LF, type ScannerFrame } from './scanner-link';
import type { Placement } from './table';

/** CR or LF directly after a CR. It ends no further frame. */
export const SECOND = 'second terminator';
/** A frame that the line's silence ended, and the CR directly after it. */
export const IDLE = 'idle frame';
export const OVERLONG = 'overlong frame';
/** A card whose CR came late, but in time. */
export const SLOW = 'card with a pause before its CR';

const CLAUSES: Readonly<Record<string, string>> = {
  // The oddest first: of several, the oddest is suspected.
  [SECOND]: 'SET-FR-07',
  [OVERLONG]: 'SET-FR-04',
  [IDLE]: 'SET-FR-03',
  'several bytes': 'SET-FR-05',
  'empty frame': 'SET-FR-02',
  'byte that is no card': 'SET-CD-04',
  [SLOW]: 'SET-FR-03',
  'card on a full table': 'SET-CD-03',
  'card again': 'SET-CD-02',
  card: 'SET-CD-01',
};

export const TRIGGERS = Object.keys(CLAUSES);

/** After these the next frame is taken, or they are, say their clauses. */
export const TAKEN_AFTER: readonly string[] = [SECOND, OVERLONG, IDLE, SLOW];

export function clauseFor(trigger: string): string {
  return CLAUSES[trigger] ?? 'SET-CD-01';
}

interface Circumstances {
  readonly placement: Placement;
  /** It directly follows a CR. */
  readonly isClose: boolean;
  /** There is a pause inside it. */
  readonly isSlow: boolean;
  /** The frame before it was dropped by silence. */
  readonly isAfterIdle: boolean;
}

export function triggerOf(
  frame: ScannerFrame,
  { placement, isClose, isSlow, isAfterIdle }: Circumstances,
): string {
  if (frame.type === 'bytes') return 'several bytes';
  if (frame.type !== 'byte')
    return isClose || frame.type === 'line-feed' ? SECOND : isAfterIdle ? IDLE : 'empty frame';
  if (isClose && frame.byte === LF && placement === 'none') return SECOND;
  if (placement === 'new') return isSlow ? SLOW : 'card';
  return { duplicate: 'card again', full: 'card on a full table', none: 'byte that is no card' }[placement];
}
