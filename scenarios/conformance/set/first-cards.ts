/** Set: what the first cards after a reset draw, by which it is known whether the table is empty then. */
import { thirdCard } from '../../../protocols/set/solver';
import type { Card } from '../../../protocols/set/card';
import type { Report } from '../../../protocols/set/set';
import { plainCard } from './act';
import type { SetHost } from './host';

export interface FirstCards {
  readonly text: string;
  /** Nothing came to the first of them. */
  readonly asleep: boolean;
  /** The first of them lay there already, or the table was full. */
  readonly stale: boolean;
}

/** Resets, and lays three cards that are a set, of which `deck` begins with two. */
export async function firstCards(host: SetHost, [a = 0, b = 1]: readonly Card[]): Promise<FirstCards> {
  await host.empty();
  const cards = [a, b, thirdCard(a, b)].slice(0, host.rules.tableLimit);
  const drawn: string[] = [];
  let asleep = false;
  let stale = false;
  for (const [i, card] of cards.entries()) {
    const { heard } = await host.react([plainCard(card, host.encoding)]);
    if (i === 0) {
      asleep = heard.length === 0;
      stale = heard.some(({ report: { type } }) => type === 'duplicate' || type === 'table-full');
    } else if (heard.length === 0) asleep = false;
    drawn.push(...heard.flatMap(({ report }) => telling(report)));
  }
  return { text: drawn.sort().join(', '), asleep, stale };
}

function telling(report: Report): string[] {
  if (report.type === 'set-count') return [`SetCnt:${report.count}`];
  if (report.type === 'set') return [`${report.number},SpotNewSet:${report.triple.join(',')}!`];
  return report.type === 'new-card' || report.type === 'duplicate' || report.type === 'table-full'
    ? [report.type]
    : [];
}
