/** The legal moves of a state, each with its deck packet. */
import { cardName, OUT_OF_PLAY, type CardRecord, type Deck } from '../wire/packet';
import {
  beats,
  describeDraws,
  drawsFor,
  handOf,
  LOSING_HAND,
  opponentOf,
  TABLE_SIDE,
  tableOf,
  winnerOf,
  type Player,
  type State,
  type Table,
} from './game';

export type MoveKind = 'attack' | 'defence' | 'throw-in' | 'bito' | 'take';
/** The clause that describes a kind of move. */
export type MoveClause = 'DRK-PL-01' | 'DRK-PL-02' | 'DRK-PL-03' | 'DRK-PL-04' | 'DRK-PL-05';

export const CLAUSE_OF: Readonly<Record<MoveKind, MoveClause>> = {
  attack: 'DRK-PL-01',
  defence: 'DRK-PL-02',
  'throw-in': 'DRK-PL-03',
  bito: 'DRK-PL-04',
  take: 'DRK-PL-05',
};

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

/**
 * The legal moves of `player`, also when it is the other's turn; none once the game is over (DRK-PL-09). Played cards
 * come first, in record order; bito or take last. Hand places are kept; new cards get the lowest free ones.
 */
export function legalMoves(state: State, player: Player = state.turn): readonly Move[] {
  const { cards } = state;
  if (winnerOf(cards) !== undefined) return [];
  const table = tableOf(cards, player);
  if (table.phase === 'wait') return [];
  const kind = table.phase;
  const field = fieldFor(table);
  const moves = handOf(cards, player)
    .filter((record) => playFault(state, player, table, record) === undefined)
    .map((record): Move => {
      const played = cards.map((card, i) => (i === record ? { ...card, field } : card));
      const text = playText(cards, table, record);
      return { kind, clause: CLAUSE_OF[kind], player, record, cards: played, text };
    });
  if (kind === 'throw-in') moves.push(bito(cards, player, table));
  if (kind === 'defence') moves.push(take(cards, player, table));
  return moves;
}

/** The table place that a card played now goes to. */
export function fieldFor({ own, other, phase }: Table): number {
  return phase === 'defence' ? -other.length : -(own.length + 1);
}

/** Why the player must not play a card of the hand now, in words; undefined: it may. */
export function playFault(state: State, player: Player, table: Table, record: number): string | undefined {
  const { cards, trump } = state;
  const card = cards[record];
  if (card === undefined) return `there is no record ${record}`;
  if (table.phase === 'attack') return undefined;
  if (table.phase === 'defence') {
    const newest = newestOf(cards, table);
    if (newest === undefined || beats(card, newest, trump)) return undefined;
    return `the ${cardName(card)} does not beat the ${cardName(newest)}`;
  }
  if (table.phase === 'wait') return 'it is the opponent who has to move';
  const lying = [...table.own, ...table.other];
  if (!lying.some((one) => cards[one]?.card === card.card))
    return `no card of the rank of the ${cardName(card)} lies on the table`;
  if (table.own.length >= TABLE_SIDE) return `${TABLE_SIDE} cards of that side lie on the table already`;
  const held = handOf(cards, opponentOf(player)).length + lying.length;
  if (held < LOSING_HAND) return undefined;
  return `the opponent's hand and the table hold ${held} cards, and a take would not fit`;
}

/** The opponent's card that a defence must beat. */
export function newestOf(cards: Deck, table: Table): CardRecord | undefined {
  return cards[table.other[table.other.length - 1] ?? -1];
}

/** `attacks with 7 of clubs`, `beats 7 of clubs with 9 of clubs`, `throws in 7 of hearts`. */
export function playText(cards: Deck, table: Table, record: number): string {
  const card = cards[record];
  const name = card === undefined ? `record ${record}` : cardName(card);
  const newest = newestOf(cards, table);
  if (table.phase === 'defence' && newest !== undefined) return `beats ${cardName(newest)} with ${name}`;
  return table.phase === 'attack' ? `attacks with ${name}` : `throws in ${name}`;
}

/** `bito: 4 cards leave the table; player 1 draws 2`. */
export function bitoText(table: Table, draws: ReadonlyMap<number, Player>): string {
  const count = table.own.length + table.other.length;
  return [`bito: ${count} cards leave the table`, describeDraws(draws)].filter(Boolean).join('; ');
}

/** `takes 3 cards; player 1 draws 1`. */
export function takeText(table: Table, draws: ReadonlyMap<number, Player>): string {
  const count = table.own.length + table.other.length;
  return [`takes ${count === 1 ? '1 card' : `${count} cards`}`, describeDraws(draws)]
    .filter(Boolean)
    .join('; ');
}

/** Who draws after a bito or a take of `player`, in order. */
export function drawersAfter(kind: 'bito' | 'take', player: Player): readonly Player[] {
  return kind === 'bito' ? [player, opponentOf(player)] : [opponentOf(player)];
}

function bito(cards: Deck, player: Player, table: Table): Move {
  const lying = new Set([...table.own, ...table.other]);
  const cleared = cards.map((card, i) =>
    lying.has(i) ? { ...card, property: OUT_OF_PLAY, field: 0 } : card,
  );
  const draws = drawsFor(cards, drawersAfter('bito', player));
  const text = bitoText(table, draws);
  return { kind: 'bito', clause: CLAUSE_OF.bito, player, cards: withDealt(cleared, draws), text };
}

function take(cards: Deck, player: Player, table: Table): Move {
  const taken = new Map([...table.other, ...table.own].map((record) => [record, player]));
  const draws = drawsFor(cards, drawersAfter('take', player));
  const text = takeText(table, draws);
  return {
    kind: 'take',
    clause: CLAUSE_OF.take,
    player,
    cards: withDealt(cards, new Map([...taken, ...draws])),
    text,
  };
}

/** Puts each card into its new player's hand, at the lowest free place. */
function withDealt(cards: Deck, to: ReadonlyMap<number, Player>): Deck {
  const out = [...cards];
  const used = new Map<Player, Set<number>>();
  for (const player of [1, 2] as const) {
    used.set(player, new Set(handOf(cards, player).map((record) => cards[record]?.field ?? 0)));
  }
  for (const [record, player] of to) {
    const places = used.get(player) ?? new Set();
    let field = 1;
    while (places.has(field)) field++;
    places.add(field);
    const card = out[record];
    if (card !== undefined) out[record] = { ...card, property: player, field };
  }
  return out;
}
