/** The table of the page's defaults, and the lines that the published firmware prints. */
import { cardByte, cardName, cardOf, type CardEncoding } from '../card';
import { placeFrame, type Expectation, type Placed, type Table, type TableRules } from '../rules';
import type { Report } from '../set';

export const DEFAULT_RULES: TableRules = { encoding: '1..3', tableLimit: 81, multiByte: 'reject' };

/** A frame of one byte (SET-CD-01..04). */
export function placeByte(table: Table, byte: number, rules: TableRules = DEFAULT_RULES): Placed {
  return placeFrame(table, { type: 'byte', byte }, rules);
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
