/** What is known of a Set board: its table, what was sent to it lately, and the classes of that (triggers), each with its clause. */
import type { Triple } from './reports';
import { LF, type ScannerFrame } from './wire';

/** Cards in the order of arrival, as bytes, and the number of reported sets. */
export interface Table {
  readonly bytes: readonly number[];
  readonly sets: number;
}

/** Up to so many cards SET-SO-01 and SET-TM-01 hold. */
export const SMALL_TABLE = 21;

export const EMPTY: Table = { bytes: [], sets: 0 };

/** full is judged before duplicate; both apply only to cards. none: nothing that could be a card. */
export type Placement = 'new' | 'duplicate' | 'full' | 'none';

/** The effect of a byte. */
export interface Turn {
  readonly placement: Placement;
  readonly byte: number;
  readonly before: Table;
  readonly table: Table;
  /** The sets to report. */
  readonly found: readonly Triple[];
}

export interface SetState {
  /** undefined: not known. */
  readonly table: Table | undefined;
  /** The last count that was told. */
  readonly told: number;
  /** Numbers of sets that were told since the table has sets. */
  readonly numbers: readonly number[];
  /** EndOfFrame lines that may come for frames of no or many payload bytes. */
  readonly ends: number;
  /** It may not hear yet. */
  readonly isStarting: boolean;
  /** A line of a row of frames was wrong, by this clause: a lost frame explains it, if one is missing in the end. */
  readonly suspect: string | undefined;
  readonly notes: Notes;
}

/** What only says whom a fault is charged to. */
export interface Notes {
  /** Frames since the beginning. */
  readonly frames: number;
  /** The first frame of the present row: frames without a pause between them. */
  readonly row: number;
  readonly lastEnd: number;
  readonly isAfterIdle: boolean;
  /** What was no plain card, the latest first, up to the next card that was taken. */
  readonly odd: readonly { readonly frame: number; readonly trigger: string }[];
  readonly lastTrigger: string;
  readonly duplicates: number;
  /** The last frame whose card was taken, and the last that ended. */
  readonly taken: number;
  readonly ended: number;
  /** The table before the last reset, if it was known; undefined: there was none. */
  readonly before: Table | 'unknown' | undefined;
  /** No card was taken since a reset. */
  readonly isFirst: boolean;
  /** Of an unknown table: bytes that were taken since, and how many lie on it, as the last set tells. */
  readonly recent: readonly number[];
  readonly size: number | undefined;
  /** What the last frame did. */
  readonly turns: readonly Turn[];
  readonly received: number;
}

const NOTES: Notes = {
  frames: 0,
  row: 0,
  lastEnd: -Infinity,
  isAfterIdle: false,
  odd: [],
  lastTrigger: 'card',
  duplicates: 0,
  taken: 0,
  ended: 0,
  before: undefined,
  isFirst: false,
  recent: [],
  size: undefined,
  turns: [],
  received: 0,
};

export const INITIAL: SetState = {
  table: EMPTY,
  told: 0,
  numbers: [],
  ends: 0,
  isStarting: false,
  suspect: undefined,
  notes: NOTES,
};

/** The last card may be the first on a table that was cleared when nobody saw it. */
export function unknownState({ notes, ends }: SetState): SetState {
  const { frames, taken, turns } = notes;
  const recent = taken === frames ? turns.filter(({ placement }) => placement === 'new') : [];
  return {
    ...INITIAL,
    table: undefined,
    ends,
    notes: { ...NOTES, frames, turns, recent: recent.map(({ byte }) => byte) },
  };
}

export function afterReset({ table, notes }: SetState): SetState {
  return {
    ...INITIAL,
    isStarting: true,
    notes: {
      ...NOTES,
      frames: notes.frames,
      row: notes.frames,
      before: beforeReset(table, notes),
      isFirst: true,
    },
  };
}

/** Of several resets in a row the first has ended what was before. */
function beforeReset(table: Table | undefined, { before }: Notes): Notes['before'] {
  if (table === undefined || before === 'unknown') return 'unknown';
  return table.bytes.length === 0 ? (before ?? table) : table;
}

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
