/**
 * Packets, near-misses, positions and whole games of Durak, for properties and fuzzing.
 */
import fc, { type Arbitrary } from 'fast-check';
import { DEAL_ROLES, dealOf, started, afterMove, handOf, opponentOf, type State } from '../game/game';
import { illegalMoves, type IllegalMove } from './illegal-moves';
import { MALFORMATIONS, type Malformation } from '../wire/malformations';
import { legalMoves, type Move } from '../game/moves';
import { colorOf, DECK_SIZE, FREE, OUT_OF_PLAY, RECORD_FIELDS, TRUMP } from '../wire/packet';
import type { Deck, Packet } from '../wire/packet';

/** How a simulated player chooses. `any` chooses blindly; the other styles reach states that blind play rarely reaches. */
export const STYLES = ['any', 'thrower', 'taker', 'drainer', 'defender'] as const;
export type Style = (typeof STYLES)[number];

/** The weight of each kind of move in a style. */
const LIKES: Readonly<Record<Style, Readonly<Record<Move['kind'], number>>>> = {
  any: { attack: 0, defence: 0, 'throw-in': 0, bito: 0, take: 0 },
  // Long tables: throws in all it can and beats all it can, with cards that let more be thrown in.
  thrower: { attack: 0, defence: 1, 'throw-in': 1, bito: 0, take: 0 },
  // Full hands: nothing is beaten.
  taker: { attack: 0, defence: 0, 'throw-in': 1, bito: 0, take: 1 },
  // A stock that is soon empty, a drawn trump card, an empty hand at the end.
  drainer: { attack: 0, defence: 1, 'throw-in': 0, bito: 1, take: 0 },
  // Beats what it can, throws in or clears by chance: takes long tables.
  defender: { attack: 0, defence: 1, 'throw-in': 0, bito: 0, take: 0 },
};

/** A played game: `moves[i]` was made in `states[i]`; there is one state more than moves. */
export interface Game {
  readonly style: Style;
  readonly states: readonly State[];
  readonly moves: readonly Move[];
}

/** A malformed packet with the code of its one fault. */
export interface NearMiss {
  readonly malformation: Malformation;
  /** The good deck that it was made from. */
  readonly cards: Deck;
  readonly bytes: Uint8Array;
}

/** A deal in any record order. */
export function dealt(): Arbitrary<Deck> {
  return fc.tuple(shuffledCards(), shuffled(DEAL_ROLES)).map(([order, roles]) => dealOf(order, roles));
}

/** Whole games up to their end, in these styles (default: all). */
export function game(...styles: readonly Style[]): Arbitrary<Game> {
  return fc
    .tuple(dealt(), fc.constantFrom(...(styles.length > 0 ? styles : STYLES)), picks())
    .map(([deck, style, choices]) => playOut(started(deck), style, choices));
}

/**
 * Ends of games that blind play hardly ever reaches: a large hand of few ranks attacks a small strong one. Tables grow
 * to their limit (five a side), and nine cards are taken.
 */
export function endgame(): Arbitrary<Game> {
  return fc
    .tuple(endgameStart(), fc.constantFrom<Style>('thrower', 'defender'), picks())
    .map(([state, style, choices]) => playOut(state, style, choices));
}

/** A position within a game or its end, before the game is over. */
export function position(): Arbitrary<State> {
  const games = fc.oneof({ arbitrary: game(), weight: 4 }, { arbitrary: endgame(), weight: 1 });
  return fc.tuple(games, fc.nat()).map(([{ states }, at]) => states[at % (states.length - 1)]!);
}

/** A deck that a board can see in play, from the deal on. */
function deckInPlay(): Arbitrary<Deck> {
  return fc
    .tuple(dealt(), fc.constantFrom(...STYLES), picks(), fc.nat({ max: 80 }))
    .map(([deck, style, choices, most]) => playOut(started(deck), style, choices, most).states.at(-1)!.cards);
}

/** Any well-formed deck. Most belong to no game. */
export function anyDeck(): Arbitrary<Deck> {
  const [, , , { min: low, max: high }, { min, max }] = RECORD_FIELDS;
  const role = fc.tuple(fc.integer({ min: low, max: high }), fc.integer({ min, max }));
  const whole = { minLength: DECK_SIZE, maxLength: DECK_SIZE };
  return fc.tuple(shuffledCards(), fc.array(role, whole), fc.nat()).map(([order, roles, trump]) =>
    order.map((number, i) => {
      const [property, field] = roles[i]!;
      // Property 0 only in one record, or in none.
      const own = i === trump % (DECK_SIZE + 1) ? TRUMP : property === TRUMP ? FREE : property;
      const suit = number % 4;
      return { card: Math.floor(number / 4), suit, color: colorOf(suit), property: own, field };
    }),
  );
}

/** Every kind of packet. */
export function packet(): Arbitrary<Packet> {
  return fc.oneof(
    fc.constantFrom<Packet>({ type: 'hello' }, { type: 'ack' }),
    fc
      .oneof({ arbitrary: deckInPlay(), weight: 1 }, { arbitrary: anyDeck(), weight: 3 })
      .map((cards): Packet => ({ type: 'deck', cards })),
  );
}

/** A malformed packet, made from decks in play or from these decks. */
export function nearMiss(decks: Arbitrary<Deck> = deckInPlay()): Arbitrary<NearMiss> {
  return fc.tuple(decks, fc.constantFrom(...MALFORMATIONS), picks()).map(([cards, malformation, choices]) => {
    let turn = 0;
    const choose = (below: number) => (choices[turn % choices.length]! + turn++) % below;
    return { malformation, cards, bytes: malformation.make(cards, choose) };
  });
}

/** A position and a well-formed packet that is no legal move there. */
export function illegalPlay(): Arbitrary<{ readonly state: State; readonly illegal: IllegalMove }> {
  return fc.tuple(position(), fc.nat()).map(([state, pick]) => {
    const wrongs = illegalMoves(state);
    return { state, illegal: wrongs[pick % wrongs.length]! };
  });
}

/** Plays from a state to the end, or `most` moves; the `choices` are used again and again. */
export function playOut(start: State, style: Style, choices: readonly number[], most = 1000): Game {
  const states = [start];
  const moves: Move[] = [];
  for (let state = states[0]!; ;) {
    const move = chosen(legalMoves(state), style, choices[moves.length % choices.length]!);
    if (move === undefined || moves.length === most) return { style, states, moves };
    state = afterMove(state, move.cards);
    moves.push(move);
    states.push(state);
  }
}

/** Nine cards of three ranks against four or five of those ranks or of the trump suit; a little stock. */
function endgameStart(): Arbitrary<State> {
  const ranks = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 3, maxLength: 3 });
  const rest = fc.record({
    trump: fc.nat({ max: 3 }),
    few: fc.integer({ min: 4, max: 5 }),
    stock: fc.nat({ max: 5 }),
  });
  return fc.tuple(ranks, shuffledCards(), rest).map(([chosenRanks, order, { trump, few, stock }]) => {
    const inRanks = order.filter((number) => chosenRanks.includes(Math.floor(number / 4)));
    const large = new Set(inRanks.filter((number) => number % 4 !== trump).slice(0, 9));
    const small = new Set(
      order.filter((n) => !large.has(n) && (inRanks.includes(n) || n % 4 === trump)).slice(0, few),
    );
    const free = new Set(order.filter((n) => !large.has(n) && !small.has(n)).slice(0, stock));
    const places = { 1: 0, 2: 0 };
    const roles = order.map((number) => {
      if (large.has(number)) return { property: 1, field: ++places[1] };
      if (small.has(number)) return { property: 2, field: ++places[2] };
      return { property: free.has(number) ? FREE : OUT_OF_PLAY, field: 0 };
    });
    return { cards: dealOf(order, roles), trump, turn: 1 };
  });
}

/** The numbers 0..35 (rank * 4 + suit) in any order. */
function shuffledCards(): Arbitrary<number[]> {
  return shuffled(Array.from({ length: DECK_SIZE }, (_, i) => i));
}

function shuffled<T>(items: readonly T[]): Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
}

function chosen(moves: readonly Move[], style: Style, choice: number): Move | undefined {
  const likes = (move: Move) => 100 * LIKES[style][move.kind] + (style === 'thrower' ? throwsLeft(move) : 0);
  const scores = moves.map(likes);
  const most = Math.max(...scores);
  const liked = moves.filter((_, i) => scores[i] === most);
  return liked[choice % liked.length];
}

/** How many cards the attacker could throw in after a move. */
function throwsLeft({ cards, kind, player }: Move): number {
  const attacker = kind === 'attack' || kind === 'throw-in' ? player : opponentOf(player);
  const ranks = new Set(
    cards.filter(({ property, field }) => property > 0 && field < 0).map(({ card }) => card),
  );
  return handOf(cards, attacker).filter((record) => ranks.has(cards[record]!.card)).length;
}

function picks(): Arbitrary<number[]> {
  return fc.array(fc.nat({ max: 0xffff }), { minLength: 1, maxLength: 120, size: 'max' });
}
