/** For tests: the lines of the published firmware for plain cards, worked out apart from the rules. */
import { cardName, cardOf, digits, type Card, type CardEncoding } from '../card';
import type { Report } from '../reports';

/** What lies on the table, in the order of arrival, and the sets told so far. */
export interface ModelTable {
  readonly cards: readonly Card[];
  readonly sets: number;
}

export const NO_CARDS_YET: ModelTable = { cards: [], sets: 0 };

/** The page's sentence for each attribute, over any three cards. */
export function isSetOf(a: Card, b: Card, c: Card): boolean {
  return digits(a).every((one, n) => {
    const values = new Set([one, digits(b)[n], digits(c)[n]]);
    return values.size === 1 || values.size === 3;
  });
}

/** Every set on the table, by k, then i, then j. */
export function setsOnTable(cards: readonly Card[]): (readonly [number, number, number])[] {
  const found: [number, number, number][] = [];
  for (let k = 2; k < cards.length; k++)
    for (let i = 0; i < k; i++)
      for (let j = i + 1; j < k; j++)
        if (isSetOf(cards[i] ?? 0, cards[j] ?? 0, cards[k] ?? 0)) found.push([i, j, k]);
  return found;
}

/** A frame of this byte: the table after it, and all lines. */
export function placeByte(
  table: ModelTable,
  byte: number,
  { encoding = '1..3', limit = 81 }: { readonly encoding?: CardEncoding; readonly limit?: number } = {},
): { readonly table: ModelTable; readonly reports: readonly Report[] } {
  const card = cardOf(byte, encoding);
  const end: Report = { type: 'end-of-frame', received: 2 };
  if (card === undefined) return { table, reports: [end] };
  const text = `${byte.toString(16).padStart(2, '0')} ${cardName(card)}`;
  if (table.cards.length >= limit) return { table, reports: [{ type: 'table-full', card: text }, end] };
  if (table.cards.includes(card)) return { table, reports: [{ type: 'duplicate', card: text }, end] };
  const cards = [...table.cards, card];
  const found = setsOnTable(cards).filter(([, , k]) => k === cards.length - 1);
  const sets = table.sets + found.length;
  const reports: Report[] = [
    { type: 'new-card', card: text },
    ...found.map((triple, i): Report => ({ type: 'set', number: table.sets + 1 + i, triple })),
    { type: 'set-count', count: sets },
    ...(sets === 0 ? [{ type: 'no-sets' } as const] : []),
    end,
  ];
  return { table: { cards, sets }, reports };
}

/** What two boards that are both right say alike. */
export function meaningOf(reports: readonly Report[]) {
  const of = (...types: readonly Report['type'][]): readonly Report['type'][] =>
    reports.map(({ type }) => type).filter((type) => types.includes(type));
  const sets = reports.flatMap((one) => (one.type === 'set' ? [one.triple.join()] : [])).sort();
  const counts = reports.flatMap((one) => (one.type === 'set-count' ? [one.count] : []));
  return { cards: of('new-card', 'duplicate', 'table-full'), sets, last: counts.at(-1) };
}
