/**
 * The table as a pure model: the effect of a frame, and the lines that it requires and allows.
 */
import { cardOf, type Card, type CardEncoding } from './card';
import type { ScannerFrame } from './scanner-link';
import { setsCompletedBy, type Triple } from './solver';

export interface TableRules {
  readonly encoding: CardEncoding;
  /** The most cards on the table, 1..81. */
  readonly tableLimit: number;
  /** Whether the first byte of a longer frame counts as a card (SET-FR-05). */
  readonly multiByte: 'reject' | 'first';
}

export interface Table {
  /** In the order of arrival: the index of a card is its number in reports. */
  readonly cards: readonly Card[];
  /** Sets reported so far. */
  readonly sets: number;
}

export const EMPTY_TABLE: Table = { cards: [], sets: 0 };

/**
 * none: nothing that could be a card (an empty or rejected frame, a byte of the fourth value). full is judged before
 * duplicate; both apply only to cards.
 */
export type Outcome = 'new' | 'duplicate' | 'full' | 'none';

/** The lines that one frame requires and allows. */
export interface Expectation {
  readonly outcome: Outcome;
  /** The byte that counted as a card, if any. */
  readonly byte?: number;
  /** The sets that the card completes. They are reported in any order, each once. */
  readonly newSets: readonly Triple[];
  /** The number of sets before and after: the new ones have the numbers between. */
  readonly setsBefore: number;
  readonly sets: number;
  /** One payload byte requires exactly one EndOfFrame with Rx:2 (SET-FR-01); else the line is optional. */
  readonly endOfFrame: boolean;
  /** The table is full, and the frame has nothing that could be a card: the board may report a full table, or not. */
  readonly mayBeFull: boolean;
}

export interface Placed {
  readonly table: Table;
  readonly expected: Expectation;
}

function idle(table: Table, outcome: Outcome, endOfFrame: boolean, rules: TableRules, byte?: number): Placed {
  const { cards, sets } = table;
  const mayBeFull = outcome === 'none' && cards.length >= rules.tableLimit;
  const expected = { outcome, newSets: [], setsBefore: sets, sets, endOfFrame, mayBeFull };
  return { table, expected: byte === undefined ? expected : { ...expected, byte } };
}

function outcomeOf(table: Table, card: Card | undefined, limit: number): Outcome {
  if (card === undefined) return 'none';
  if (table.cards.length >= limit) return 'full';
  return table.cards.includes(card) ? 'duplicate' : 'new';
}

function place(table: Table, byte: number, endOfFrame: boolean, rules: TableRules): Placed {
  const card = cardOf(byte, rules.encoding);
  const outcome = outcomeOf(table, card, rules.tableLimit);
  if (outcome !== 'new' || card === undefined) return idle(table, outcome, endOfFrame, rules, byte);
  const newSets = setsCompletedBy(table.cards, card);
  const sets = table.sets + newSets.length;
  return {
    table: { cards: [...table.cards, card], sets },
    expected: { outcome, byte, newSets, setsBefore: table.sets, sets, endOfFrame, mayBeFull: false },
  };
}

/** Any frame of the scanner link. A rejected frame has no effect, and must not be passed. */
export function placeFrame(table: Table, frame: ScannerFrame, rules: TableRules): Placed {
  if (frame.type === 'byte') return place(table, frame.byte, true, rules);
  const first = frame.type === 'bytes' ? frame.payload[0] : undefined;
  if (first === undefined || rules.multiByte === 'reject') return idle(table, 'none', false, rules);
  return place(table, first, false, rules);
}
