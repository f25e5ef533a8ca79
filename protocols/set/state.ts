/** What is known of a Set board, and of what was sent to it lately. */
import type { ConsoleLine } from '../../api/index';
import { EMPTY, type Table, type Turn } from './table';
import type { Report } from './reports';

/** A line of the console, with its meaning. */
export interface SetLine extends ConsoleLine {
  readonly type: 'line';
  readonly report: Report | undefined;
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
