/** The lines for the first cards after a reset, which show whether the table was empty. */
import { thirdCard } from '../../../protocols/set/solver';
import type { Card } from '../../../protocols/set/card';
import type { Report } from '../../../protocols/set/set';
import { plainReports, type SetSession } from './session';
import { cardStimulus } from './stimulus';

export interface FirstCardsResult {
  readonly text: string;
  /** The first card had no line, but the later ones did. */
  readonly missedFirst: boolean;
  /** The first card was on the table already, or the table was full. */
  readonly stale: boolean;
}

/** Resets the board, and lays three cards that are a set: the first two of the deck and the one that completes it. */
export async function sendFirstCards(
  session: SetSession,
  [a = 0, b = 1]: readonly Card[],
): Promise<FirstCardsResult> {
  await session.clearTable();
  const cards = [a, b, thirdCard(a, b)].slice(0, session.rules.tableLimit);
  const drawn: Report[] = [];
  let missedFirst = false;
  let stale = false;
  for (const [i, card] of cards.entries()) {
    const reports = plainReports((await session.exchange([cardStimulus(card, session.encoding)])).reports);
    if (i === 0) {
      missedFirst = reports.length === 0;
      stale = reports.some(({ type }) => type === 'duplicate' || type === 'table-full');
    } else if (reports.length === 0) missedFirst = false;
    drawn.push(...reports);
  }
  return { text: drawn.flatMap(describeReport).sort().join(', '), missedFirst, stale };
}

function describeReport(report: Report): string[] {
  if (report.type === 'set-count') return [`SetCnt:${report.count}`];
  if (report.type === 'set') return [`${report.number},SpotNewSet:${report.triple.join(',')}!`];
  return report.type === 'new-card' || report.type === 'duplicate' || report.type === 'table-full'
    ? [report.type]
    : [];
}
