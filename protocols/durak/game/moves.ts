/** The legal moves of a state, each with its deck packet. */
import { cardName, OUT_OF_PLAY, type CardRecord, type Deck } from '../wire/packet';
import {
  beats,
  FULL_HAND,
  handOf,
  LOSING_HAND,
  opponentOf,
  stockOf,
  TABLE_SIDE,
  tableOf,
  winnerOf,
  withHanded,
  withRecord,
  withRecords,
} from './game';
import type { Player, State, Table } from './game';

export type Clearing = 'bito' | 'take';
export type MoveKind = 'attack' | 'defence' | 'throw-in' | Clearing;
export type MoveClause = 'DRK-PL-01' | 'DRK-PL-02' | 'DRK-PL-03' | 'DRK-PL-04' | 'DRK-PL-05';

export const CLAUSE_OF: Readonly<Record<MoveKind, MoveClause>> = {
  attack: 'DRK-PL-01',
  defence: 'DRK-PL-02',
  'throw-in': 'DRK-PL-03',
  bito: 'DRK-PL-04',
  take: 'DRK-PL-05',
};

/** Who draws which records, in order. */
export type Draws = ReadonlyMap<number, Player>;

export interface Move {
  readonly kind: MoveKind;
  readonly clause: MoveClause;
  readonly player: Player;
  /** The record of the card played; none for bito and take. */
  readonly record?: number;
  /** The deck after the move, draws included. */
  readonly cards: Deck;
  /** `attacks with 7 of clubs`. */
  readonly text: string;
}

export const OUT = { property: OUT_OF_PLAY, field: 0 } as const;

/**
 * The legal moves of `player`, also when it is the other's turn; none once the game is over (DRK-PL-09). Played cards
 * come first, in record order; bito or take last. Hand places are kept; new cards get the lowest free ones.
 */
export function legalMoves(state: State, player: Player = state.turn): readonly Move[] {
  const { cards } = state;
  const table = tableOf(cards, player);
  const { phase: kind } = table;
  if (kind === 'wait' || winnerOf(cards) !== undefined) return [];
  const moves = handOf(cards, player)
    .filter((record) => playFault(state, player, table, record) === undefined)
    .map((record): Move => {
      const played = withRecord(cards, record, { field: fieldFor(table) });
      const [name, newest] = [record, table.other.at(-1) ?? -1].map(
        (one) => cards[one] && cardName(cards[one]),
      );
      const text = {
        attack: `attacks with ${name}`,
        defence: `beats ${newest} with ${name}`,
        'throw-in': `throws in ${name}`,
      }[kind];
      return { kind, clause: CLAUSE_OF[kind], player, record, cards: played, text };
    });
  if (kind === 'throw-in') moves.push(clearing('bito', cards, player));
  if (kind === 'defence') moves.push(clearing('take', cards, player));
  return moves;
}

/** The table place that a card played now goes to. */
export function fieldFor({ own, other, phase }: Table): number {
  return phase === 'defence' ? -other.length : -(own.length + 1);
}

/** Why the player must not play a card of the hand now, in words; undefined: it may. */
export function playFault(state: State, player: Player, table: Table, record: number): string | undefined {
  const { cards, trump } = state;
  const { own, lying, phase } = table;
  const card = cards[record];
  if (card === undefined) return `there is no record ${record}`;
  if (phase === 'attack') return undefined;
  if (phase === 'defence') {
    const newest = newestOf(cards, table);
    if (newest === undefined || beats(card, newest, trump)) return undefined;
    return `the ${cardName(card)} does not beat the ${cardName(newest)}`;
  }
  if (phase === 'wait') return 'it is the opponent who has to move';
  if (!lying.some((one) => cards[one]?.card === card.card))
    return `no card of the rank of the ${cardName(card)} lies on the table`;
  if (own.length >= TABLE_SIDE) return `${TABLE_SIDE} cards of that side lie on the table already`;
  const held = handOf(cards, opponentOf(player)).length + lying.length;
  if (held < LOSING_HAND) return undefined;
  return `the opponent's hand and the table hold ${held} cards, and a take would not fit`;
}

/** The opponent's card that a defence must beat. */
export function newestOf(cards: Deck, { other }: Table): CardRecord | undefined {
  return cards[other.at(-1) ?? -1];
}

export function drawsAfter(kind: Clearing, cards: Deck, player: Player): Draws {
  const other = opponentOf(player);
  const stock = stockOf(cards);
  const draws = new Map<number, Player>();
  for (const drawer of kind === 'bito' ? [player, other] : [other]) {
    const missing = Math.max(0, FULL_HAND - handOf(cards, drawer).length);
    for (const record of stock.splice(0, missing)) draws.set(record, drawer);
  }
  return draws;
}

/** `player 1 draws 2, player 2 draws 1`; empty when nobody draws. */
export function describeDraws(draws: Draws): string {
  const counts = new Map<Player, number>();
  for (const player of draws.values()) counts.set(player, (counts.get(player) ?? 0) + 1);
  return [...counts].map(([player, count]) => `player ${player} draws ${count}`).join(', ');
}

/** The move that clears the table so, legal or not. */
export function clearing(kind: Clearing, cards: Deck, player: Player): Move {
  const { own, other, lying } = tableOf(cards, player);
  const draws = drawsAfter(kind, cards, player);
  const taken = [...other, ...own].map((record) => [record, player] as const);
  const cleared = kind === 'bito' ? withRecords(cards, lying, OUT) : withHanded(cards, taken);
  const count = lying.length === 1 ? '1 card' : `${lying.length} cards`;
  const what = kind === 'bito' ? `bito: ${count} leave the table` : `takes ${count}`;
  const text = [what, describeDraws(draws)].filter(Boolean).join('; ');
  return { kind, clause: CLAUSE_OF[kind], player, cards: withHanded(cleared, draws), text };
}
