/** The 52 cards, their captures and their points. */

/** The order of cards of one rank in a pile. */
const SUITS = [...'♣♦♥♠'];

/** By rank, from 1 (A) to 13 (K). */
export const RANK_NAMES: readonly string[] = 'A 2 3 4 5 6 7 8 9 10 J Q K'.split(' ');

/** One card of the pack. There is one object for each card, so identity is equality. */
export interface Card {
  /** Place in a sorted pack, 0..51. */
  readonly id: number;
  /** 1 (A) to 13 (K). */
  readonly rank: number;
  /** Its sign. */
  readonly suit: string;
  /** In running text: `♣2`. */
  readonly name: string;
}

/** The pack, sorted by rank, then ♣ ♦ ♥ ♠. */
export const PACK: readonly Card[] = RANK_NAMES.flatMap((rankName, r) =>
  SUITS.map((suit, s) => ({ id: r * 4 + s, rank: r + 1, suit, name: suit + rankName })),
);

export type Players = 2 | 3 | 4;

export function playersOf(count: number): Players | undefined {
  return ([2, 3, 4] as const).find((players) => players === count);
}

export function rankName(rank: number): string {
  return RANK_NAMES[rank - 1] ?? '?';
}

export function isRed({ suit }: Card): boolean {
  return suit === '♦' || suit === '♥';
}

/** A–9 capture a card that makes ten with them; 10 J Q K capture their equal, of any suit (CT-PL-01). */
export function canCapture(card: Card, other: Card): boolean {
  return card.rank <= 9 ? card.rank + other.rank === 10 : card.rank === other.rank;
}

/** The ranks whose cards capture only their own rank: the special deals are made of these. */
export function capturesItself(rank: number): boolean {
  return rank === 5 || rank >= 10;
}

/** Sorted by rank, then ♣ ♦ ♥ ♠. */
export function sorted(cards: readonly Card[]): readonly Card[] {
  return [...cards].sort((a, b) => a.id - b.id);
}

export function without(cards: readonly Card[], others: readonly Card[]): readonly Card[] {
  return cards.filter((card) => !others.includes(card));
}

/** The same cards, in any order. */
export function isSame(cards: readonly Card[], others: readonly Card[]): boolean {
  return cards.length === others.length && without(cards, others).length === 0;
}

export function cardsOf(rank: number): readonly Card[] {
  return PACK.filter((card) => card.rank === rank);
}

export function namesOf(cards: readonly Card[]): string {
  return cards.length === 0 ? 'nothing' : cards.map(({ name }) => name).join(' ');
}

/** Red A 20, red 9 to K 10, red 2 to 8 their number; with 3 or 4 players ♠A 30, with 4 ♣A 40 (CT-SC-01). */
function pointsOf(card: Card, players: Players): number {
  if (card.name === '♠A') return players >= 3 ? 30 : 0;
  if (card.name === '♣A') return players === 4 ? 40 : 0;
  if (!isRed(card)) return 0;
  if (card.rank === 1) return 20;
  return card.rank >= 9 ? 10 : card.rank;
}

export function pointsIn(cards: readonly Card[], players: Players): number {
  return cards.reduce((sum, card) => sum + pointsOf(card, players), 0);
}

export const TIE_SCORE: Readonly<Record<Players, number>> = { 2: 105, 3: 80, 4: 70 };

/** Cards dealt to the players (and left in the stock, and turns played), and cards laid open (CT-DL-01). */
export const DEALT = 24;
export const OPEN = 4;
