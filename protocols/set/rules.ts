/**
 * The table as a pure model: the effect of a frame, and the lines that it requires and allows.
 */
import { cardByte, cardName, cardOf, type Card, type CardEncoding } from './card';
import type { ScannerFrame } from './scanner-link';
import type { Report } from './set';
import { setsCompletedBy, type Triple } from './solver';

export interface TableRules {
  readonly encoding: CardEncoding;
  /** The most cards on the table, 1..81. */
  readonly tableLimit: number;
  /** Whether the first byte of a longer frame counts as a card (SET-FR-05). */
  readonly multiByte: 'reject' | 'first';
}

export const DEFAULT_RULES: TableRules = { encoding: '1..3', tableLimit: 81, multiByte: 'reject' };

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

/** A frame of one byte (SET-CD-01..04). */
export function placeByte(table: Table, byte: number, rules: TableRules = DEFAULT_RULES): Placed {
  return place(table, byte, true, rules);
}

/** Any frame of the scanner link. A rejected frame has no effect, and must not be passed. */
export function placeFrame(table: Table, frame: ScannerFrame, rules: TableRules = DEFAULT_RULES): Placed {
  if (frame.type === 'byte') return place(table, frame.byte, true, rules);
  const first = frame.type === 'bytes' ? frame.payload[0] : undefined;
  if (first === undefined || rules.multiByte === 'reject') return idle(table, 'none', false, rules);
  return place(table, first, false, rules);
}

/** The lines of a firmware that makes all reports, in the published order. `received`: bytes of the frame. */
export function reportsOf(
  expected: Expectation,
  received: number,
  encoding: CardEncoding,
): readonly Report[] {
  const { outcome, byte, newSets, setsBefore, sets } = expected;
  const card = byte === undefined ? undefined : cardOf(byte, encoding);
  const lines: Report[] = [];
  if (card !== undefined && outcome !== 'none') {
    const type = ({ new: 'new-card', duplicate: 'duplicate', full: 'table-full' } as const)[outcome];
    lines.push({ type, card: `${cardByte(card, encoding).toString(16).padStart(2, '0')} ${cardName(card)}` });
  }
  newSets.forEach((triple, i) => lines.push({ type: 'set', number: setsBefore + 1 + i, triple }));
  if (outcome === 'new') lines.push({ type: 'set-count', count: sets });
  if (outcome === 'new' && sets === 0) lines.push({ type: 'no-sets' });
  return [...lines, { type: 'end-of-frame', received }];
}
