/**
 * Short games in which much may show: openings where the host deals the cards, so that what the board makes of the first move
 * is the same every time; and games of a few moves that take the board's choices.
 *
 *     hello  deal  strong           781 bytes: the host attacks, as player 1
 *     (silence)  ack  ack  strong   396 bytes: the board dealt and attacks, the host beats its card
 */
import { dealOf, DEAL_ROLES } from '../../../../protocols/durak/deal';
import {
  DECK_SIZE,
  FREE,
  TRUMP,
  type CardRecord,
  type DeckPacket,
  type Packet,
} from '../../../../protocols/durak/packet';
import { FULL_HAND } from '../../../../protocols/durak/rules';
import { dice } from '../../campaign/dice';
import { bytesOf, type FuzzStep } from '../../execution/step';
import type { Gamble } from '../../target';
import { acks, anyDeal, HELLO, recipe, say, SHORTEST_DECK } from './shrinking';

const SUITS = [0, 1, 2, 3] as const;
const RANKS = 9;
const HIGHEST = RANKS - 1;
const ANY_DEALS = 4;
/** Shares no factor with 36: cards stand in no order that a board may count on. */
const APART = 7;

/** Of a game to its end, and of what is no long one. */
const MOST_MOVES = 34;
const FEW_MOVES = 9;

/** How much a hand likes a card. */
type Liking = (card: Pick<CardRecord, 'card' | 'suit'>, isTrump: boolean) => number;

const LOWEST: Liking = ({ card }, isTrump) => -card - (isTrump ? 2 * RANKS : 0);
const STRONGEST: Liking = ({ card }, isTrump) => card + (isTrump ? 2 * RANKS : 0);

/** Theirs of what is left by ours. */
function dealt(trump: number, ours: Liking, theirs: Liking): DeckPacket {
  const order = Array.from({ length: DECK_SIZE }, (_, i) => (i * APART) % DECK_SIZE);
  const cards = dealOf(order, DEAL_ROLES);
  const left = new Set(cards);
  const roles = new Map<CardRecord, Pick<CardRecord, 'property' | 'field'>>();
  const liked = (liking: Liking): CardRecord[] =>
    [...left].sort((a, b) => liking(b, b.suit === trump) - liking(a, a.suit === trump));
  const give = (player: number, liking: Liking): void => {
    for (const [i, card] of liked(liking).slice(0, FULL_HAND).entries()) {
      roles.set(card, { property: player, field: i + 1 });
      left.delete(card);
    }
  };
  give(1, ours);
  give(2, theirs);
  const shown = [...left].find(({ suit }) => suit === trump);
  if (shown !== undefined) roles.set(shown, { property: TRUMP, field: 0 });
  return {
    type: 'deck',
    cards: cards.map((card) => ({ ...card, ...(roles.get(card) ?? { property: FREE, field: 0 }) })),
  };
}

/** The highest card of its hand is of that rank; a trump, or none is. */
const ofRank = (rank: number, byTrump: boolean): Packet =>
  dealt(2, ({ card }, isTrump) => (card > rank || (isTrump && !byTrump) ? -card - RANKS : card), LOWEST);
/** Attacks of each rank, and by trumps. */
const OF_EACH_RANK = [
  ...Array.from({ length: RANKS }, (_, rank) => ofRank(rank, false)),
  ofRank(1, true),
  ofRank(HIGHEST, true),
];
/** The highest of a suit against the lowest of it, and nothing that beats them; the lowest against the highest. */
const OF_EACH_SUIT = SUITS.flatMap((suit) => {
  const trump = (suit + 1) % SUITS.length;
  const lower: Liking = (card, isTrump) =>
    (isTrump ? -3 * RANKS : card.suit === suit ? RANKS : 0) - card.card;
  const higher: Liking = (card, isTrump) =>
    (isTrump ? -3 * RANKS : card.suit === suit ? RANKS : 0) + card.card;
  const three =
    (liking: Liking, far: (card: number) => number): Liking =>
    (card, isTrump) =>
      card.suit === suit && far(card.card) >= RANKS - 3 ? 2 * RANKS : liking(card, isTrump) - RANKS;
  return [
    dealt(
      trump,
      three(LOWEST, (card) => card),
      lower,
    ),
    dealt(
      trump,
      three(LOWEST, (card) => HIGHEST - card),
      higher,
    ),
  ];
});
/** What the board beats brings aces to the table: the host has the others. */
const ACES = dealt(
  3,
  ({ card, suit }) => (card === HIGHEST ? (suit >= 2 ? RANKS : -RANKS) : suit < 2 ? card : -card),
  ({ card }) => (card === HIGHEST ? RANKS : -card),
);
/** Four of a rank on one side, those next to them on the other. */
const PAIRS = [2, 4, 6].map((rank) =>
  dealt(
    1,
    ({ card }) => -Math.abs(card - rank),
    ({ card }) => -Math.abs(card - rank - 1),
  ),
);
/** The board can beat nothing, and takes; the host can. */
const TAKER = dealt(0, STRONGEST, LOWEST);
const BEATER = dealt(0, LOWEST, STRONGEST);
/**
 * The board can beat the host's weakest card by one alone. What comes to the table stands behind what does not: a deck is made
 * shorter from its first record on.
 */
const ONE_ANSWER = tableLast(
  dealt(
    0,
    ({ card, suit }, isTrump) => (suit === 1 ? (card === 0 ? RANKS : -RANKS) : isTrump ? -RANKS : card),
    ({ card, suit }, isTrump) => (suit === 1 ? (card === HIGHEST ? RANKS : -RANKS) : isTrump ? -RANKS : card),
  ),
);
const ANY = Array.from({ length: ANY_DEALS }, (_, n) => anyDeal(dice(n)));

function tableLast({ cards, ...deal }: DeckPacket): DeckPacket {
  return { ...deal, cards: cards.toSorted((a, b) => Number(a.property > 0) - Number(b.property > 0)) };
}

function opened(deal: Packet, ...moves: readonly string[]): readonly FuzzStep[] {
  return [say(HELLO), say(deal), ...moves.map((move) => recipe(move))];
}

/** The board is to answer the host's first moves, and has no choice that matters. */
export const OPENINGS: readonly (readonly FuzzStep[])[] = [
  ...[...OF_EACH_RANK, ...OF_EACH_SUIT, ACES].map((deal) => opened(deal, 'strong')),
  ...[TAKER, BEATER, ACES, ...PAIRS, ...ANY].map((deal) => opened(deal, 'weak')),
  ...[2, 3, 4].map((count) => opened(TAKER, ...Array.from({ length: count }, () => 'strong'))),
];

/** Of each clause that a defence, an attack may break: how many wrongs are tried. */
const WRONGS = 3;
const IN_DEFENCE = ['02', '04', '05', '06', '07', '08'];
const IN_ATTACK = ['01', '05', '06', '07'];
const IN_THROW_IN = ['03'];

/** Moves that are none, at once; `way`: to the host's turn in a game that the board dealt, its attack acknowledged. */
export function wrongMoves(way: readonly FuzzStep[]): readonly (readonly FuzzStep[])[] {
  const against = (clauses: readonly string[]): readonly string[] =>
    clauses.flatMap((clause) => Array.from({ length: WRONGS }, (_, n) => `against DRK-PL-${clause} ${n}`));
  return [
    ...against(IN_DEFENCE).map((wrong) => [...way, recipe(wrong)]),
    ...ANY.slice(0, 1).flatMap((deal) => against(IN_ATTACK).map((wrong) => opened(deal, wrong))),
    ...against(IN_THROW_IN).map((wrong) => opened(ONE_ANSWER, 'weak', wrong)),
  ];
}

/** Each of these moves behind each. */
function courses(moves: readonly string[], count: number): readonly (readonly string[])[] {
  return count === 0
    ? [[]]
    : courses(moves, count - 1).flatMap((course) => moves.map((move) => [...course, move]));
}

/** The fewest bytes first; `way`: to the host's turn in a game that the board dealt, its attack acknowledged or not. */
export function gambles(way: readonly FuzzStep[]): readonly Gamble[] {
  const short = [
    ...courses(['high', 'strong', 'weak', 'pass 0'], 1),
    ...courses(['strong', 'weak', 'pass 0'], 2),
  ];
  const longer = [...courses(['weak', 'pass 0'], 3), ...courses(['weak', 'pass 0'], 4)];
  const behindWay = [
    ...short.map((course) => [...way, acks(), ...course.map((move) => recipe(move))]),
    ...[...short, ...longer].map((course) => [...way, ...course.map((move) => recipe(move))]),
  ];
  // The board takes two times or three, beats the next, and attacks out of more than seven.
  const heavy = opened(ofRank(3, false), 'high', 'high', 'weak', 'weak', 'pass 0');
  const behindDeal = [ACES, BEATER, ...PAIRS, ...ANY.slice(0, 2)].flatMap((deal) =>
    [
      ...courses(['weak', 'strong', 'pass 0'], 1),
      ...courses(['weak', 'pass 0'], 2),
      ['weak', 'weak', 'weak'],
    ].map((course) => opened(deal, 'weak', ...course)),
  );
  return [...behindWay, ...behindDeal, heavy]
    .map((steps) => ({ steps, bytes: leastBytes(steps) }))
    .toSorted((a, b) => a.bytes - b.bytes);
}

/** Towards the end of the stock and of the game. `way` as of gambles. */
export function longGames(way: readonly FuzzStep[]): readonly Gamble[] {
  const moves = (count: number): readonly FuzzStep[] => [
    ...way,
    ...Array.from({ length: count }, () => recipe('quick')),
  ];
  return [{ steps: moves(MOST_MOVES), bytes: leastBytes(moves(FEW_MOVES)) }];
}

function leastBytes(steps: readonly FuzzStep[]): number {
  const made = steps.filter((step) => step.kind === 'send' && step.recipe !== undefined).length;
  return bytesOf(steps) + made * SHORTEST_DECK.length;
}
