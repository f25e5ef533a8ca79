/**
 * Tables, frames and console framings of Set, for properties and fuzzing.
 */
import fc, { type Arbitrary } from 'fast-check';
import { cardByte, CARDS, cardOf, type Card, type CardEncoding } from './card';
import { CR, LF, type ScannerFrame } from './scanner-link';
import { type Report } from './set';
import { thirdCard } from './solver';

/** All 81 cards in any order. */
export function deck(): Arbitrary<Card[]> {
  return fc.shuffledSubarray(
    Array.from({ length: CARDS }, (_, card) => card),
    { minLength: CARDS, maxLength: CARDS },
  );
}

/** A table of different cards, by default 3..21. */
export function table(minLength = 3, maxLength = 21): Arbitrary<Card[]> {
  return fc.shuffledSubarray(
    Array.from({ length: CARDS }, (_, card) => card),
    { minLength, maxLength },
  );
}

/** Twenty cards without a set, the largest possible number: attributes 0 or 1, and four cards with a common sum. */
const CAP: readonly Card[] = largestCap();

/** Twenty cards without a set, found by a search with backtracking. */
function largestCap(): readonly Card[] {
  // Pairs around a centre: x and its mirror complete a set only with the centre, which is left out.
  const pairs: (readonly [Card, Card])[] = [];
  for (let card = 1; card < CARDS; card++) {
    const mirror = thirdCard(card, 0);
    if (card < mirror) pairs.push([card, mirror]);
  }
  const chosen: Card[] = [];
  const blocked = new Uint8Array(CARDS);
  const search = (from: number): boolean => {
    if (chosen.length === 20) return true;
    for (let at = from; at < pairs.length && pairs.length - at >= (20 - chosen.length) / 2; at++) {
      const [a, b] = pairs[at]!;
      if (blocked[a] || blocked[b]) continue;
      const closes = chosen.flatMap((card) => [thirdCard(card, a), thirdCard(card, b)]);
      for (const card of closes) blocked[card]!++;
      chosen.push(a, b);
      if (search(at + 1)) return true;
      chosen.length -= 2;
      for (const card of closes) blocked[card]!--;
    }
    return false;
  };
  if (!search(0)) throw new Error('the deck holds a cap of 20 cards');
  return chosen;
}

/** The card moved by an affine map on its attributes: sets stay sets. */
function moved(
  card: Card,
  order: readonly number[],
  flips: readonly number[],
  shift: readonly number[],
): Card {
  const own = [card % 3, Math.floor(card / 3) % 3, Math.floor(card / 9) % 3, Math.floor(card / 27)];
  return order.reduce((sum, from, n) => sum + ((own[from]! * flips[n]! + shift[n]!) % 3) * 3 ** n, 0);
}

/** A table without a set, of up to 20 cards. */
export function noSetTable(minLength = 3, maxLength = 20): Arbitrary<Card[]> {
  const four = <T>(of: Arbitrary<T>) => fc.array(of, { minLength: 4, maxLength: 4 });
  return fc
    .tuple(
      fc.shuffledSubarray([...CAP], { minLength, maxLength }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
      four(fc.constantFrom(1, 2)),
      four(fc.integer({ min: 0, max: 2 })),
    )
    .map(([cards, order, flips, shift]) => cards.map((card) => moved(card, order, flips, shift)));
}

/** A table with many sets: every card from the third on completes one, if it can. */
export function richTable(minLength = 6, maxLength = 21): Arbitrary<Card[]> {
  return fc.tuple(deck(), fc.integer({ min: minLength, max: maxLength })).map(([cards, length]) => {
    const chosen = cards.slice(0, 2);
    while (chosen.length < length) {
      const thirds = chosen.flatMap((a, i) => chosen.slice(i + 1).map((b) => thirdCard(a, b)));
      const next =
        thirds.find((card) => !chosen.includes(card)) ?? cards.find((card) => !chosen.includes(card));
      chosen.push(next!);
    }
    return chosen;
  });
}

/** Random tables, tables without a set and tables rich in sets. */
export function anyTable(): Arbitrary<Card[]> {
  return fc.oneof(table(), noSetTable(), richTable());
}

/** A byte that is no card and no CR. */
export function nonCardByte(encoding: CardEncoding): Arbitrary<number> {
  return fc
    .integer({ min: 0, max: 255 })
    .filter((byte) => byte !== CR && cardOf(byte, encoding) === undefined);
}

/** Any byte but CR. */
function payloadByte(): Arbitrary<number> {
  return fc.integer({ min: 0, max: 255 }).filter((byte) => byte !== CR);
}

/** A frame of the scanner link that is read the same in any place. */
export function scannerFrame(longest = 150): Arbitrary<ScannerFrame> {
  const bytes = fc
    .array(payloadByte(), { minLength: 2, maxLength: longest - 1, size: 'max' })
    .filter((all) => all[0] !== LF)
    .map((all): ScannerFrame => ({ type: 'bytes', payload: Uint8Array.from(all) }));
  return fc.oneof(
    { arbitrary: payloadByte().map((byte): ScannerFrame => ({ type: 'byte', byte })), weight: 6 },
    { arbitrary: fc.constant<ScannerFrame>({ type: 'empty' }), weight: 1 },
    { arbitrary: bytes, weight: 2 },
  );
}

/** Cards on the scanner link, with any terminator that a scanner can have. */
export interface Framing {
  readonly name: 'CR' | 'CR LF' | 'CR CR';
  readonly terminator: readonly number[];
}

export const FRAMINGS: readonly Framing[] = [
  { name: 'CR', terminator: [CR] },
  { name: 'CR LF', terminator: [CR, LF] },
  { name: 'CR CR', terminator: [CR, CR] },
];

/** The bytes of some cards in one framing. */
export function framed(cards: readonly Card[], { terminator }: Framing, encoding: CardEncoding): Uint8Array {
  return Uint8Array.from(cards.flatMap((card) => [cardByte(card, encoding), ...terminator]));
}

/** A console line with a meaning. */
export function report(): Arbitrary<Report> {
  const card = fc.string({ maxLength: 20, unit: 'grapheme-ascii' }).map((text) => text.trim());
  const number = fc.nat({ max: 2000 });
  const triple = fc.uniqueArray(fc.nat({ max: 80 }), { minLength: 3, maxLength: 3 });
  return fc.oneof<Arbitrary<Report>[]>(
    fc
      .tuple(fc.constantFrom('new-card' as const, 'duplicate' as const, 'table-full' as const), card)
      .map(([type, text]) => ({ type, card: text })),
    fc.tuple(number, triple).map(([n, all]) => {
      const [i, j, k] = all.toSorted((a, b) => a - b);
      return { type: 'set', number: n, triple: [i!, j!, k!] };
    }),
    number.map((count) => ({ type: 'set-count', count })),
    fc.constant({ type: 'no-sets' }),
    number.map((received) => ({ type: 'end-of-frame', received })),
  );
}

/** How a log wraps a text: colour, time stamp, counter and facility, then colour again. */
export function wrapping(): Arbitrary<(text: string) => string> {
  const colour = fc.constantFrom('', '\u001b[0m', '\u001b[1;32m', '\u001b[38;5;208m');
  const part = fc.constantFrom('[00:00:12.345]', '[  17]', '12:30:01.002,', '+0.125s ', '4711,', '0x1F:');
  const facility = fc.constantFrom('[set]', '[UART1] ', '<6>[scan]\t');
  const prefix = fc.option(
    fc.tuple(fc.array(part, { maxLength: 3 }), facility).map(([parts, end]) => parts.join('') + end),
    { nil: '' },
  );
  return fc.tuple(colour, prefix, colour, colour).map(
    ([before, head, between, behind]) =>
      (text: string) =>
        before + head + between + text + behind,
  );
}
