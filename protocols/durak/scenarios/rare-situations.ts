/**
 * Situations that few games show, and how to reach them. Our deals decide both hands, so that most situations are
 * forced:
 *
 *     four of a rank, trumps    we attack four times, and the board beats with trumps
 *     kings, aces               the board attacks with kings, and we beat them by aces
 *
 * The board still chooses its cards, so a situation may take several games.
 */
import { dealOf, shuffled, type Choose } from '../game/deal';
import { newestOf, type Move } from '../game/moves';
import { DECK_SIZE, FREE, TRUMP, type Deck } from '../wire/packet';
import { FULL_HAND, handOf, tableOf, winnerOf, type State } from '../game/game';
import { preferKinds, type DurakHost, type Preference } from './host';

const RANKS = range(9);
const SUITS = range(4);
const [SIX, KING, ACE] = [0, 7, 8];

const emptyStock = preferKinds('defence', 'bito');

interface RareSituation {
  /** Our deal; none: any deal, ours or the board's. */
  readonly deal?: (choose: Choose) => Deck;
  readonly prefer: Preference;
  /** Whether this legal move shows it. */
  readonly isShownBy: (before: State, move: Move, host: DurakHost) => boolean;
}

export const RARE_SITUATIONS: readonly RareSituation[] = [
  {
    deal: (choose) => fourOfRank(SIX, choose),
    prefer: playRank(SIX, 'trump last'),
    isShownBy: (before, move, host) => isOurs(move, host) && move.kind === 'bito' && lying(before) >= 6,
  },
  {
    deal: (choose) => fourOfRank(ACE, choose),
    prefer: playRank(ACE, 'trump last'),
    isShownBy: (before, move, host) => !isOurs(move, host) && move.kind === 'take' && lying(before) >= 7,
  },
  {
    // It takes five cards, and attacks later with a large hand.
    deal: (choose) => fourOfRank(ACE, choose),
    prefer: playRank(ACE, 'trump third'),
    isShownBy: ({ cards }, move, host) =>
      !isOurs(move, host) && move.kind === 'attack' && handOf(cards, move.player).length > 7,
  },
  {
    deal: kingsAgainstAces,
    prefer: keepAces,
    isShownBy: ({ cards, turn }, move, host) => {
      const king = newestOf(cards, tableOf(cards, turn));
      const { card, suit } = cards[move.record ?? -1] ?? {};
      const beatsKing = card === ACE && king?.card === KING && king.suit === suit;
      return isOurs(move, host) && move.kind === 'defence' && beatsKing;
    },
  },
  {
    deal: kingsAgainstAces,
    prefer: (game, moves) => (lying(game) >= 5 ? preferKinds('take')(game, moves) : keepAces(game, moves)),
    isShownBy: (before, move, host) => isOurs(move, host) && move.kind === 'take' && lying(before) >= 5,
  },
  {
    prefer: emptyStock,
    isShownBy: ({ cards }, move, host) =>
      !isOurs(move, host) && move.kind === 'bito' && hasTrumpCard(cards) && !hasTrumpCard(move.cards),
  },
  {
    // A played last card wins: a board may count it as still held.
    prefer: emptyStock,
    isShownBy: (_, move, host) =>
      isOurs(move, host) && move.record !== undefined && winnerOf(move.cards) === move.player,
  },
];

/** Attacks with cards other than aces, and plays aces in defence. */
function keepAces({ cards }: State, moves: readonly Move[]): readonly Move[] {
  const isAce = ({ record = -1 }: Move): boolean => cards[record]?.card === ACE;
  const defences = moves.filter(({ kind }) => kind === 'defence');
  const aces = defences.filter(isAce);
  if (defences.length > 0) return aces.length > 0 ? aces : defences;
  return moves.filter((move) => move.kind === 'bito' || (move.kind === 'attack' && !isAce(move)));
}

function isOurs({ player }: Move, { state }: DurakHost): boolean {
  return player !== state.role;
}

function lying({ cards, turn }: State): number {
  return tableOf(cards, turn).lying.length;
}

function hasTrumpCard(cards: Deck): boolean {
  return cards.some(({ property }) => property === TRUMP);
}

/** Attacks with all cards of a rank while we hold some; then plays what empties the stock. */
function playRank(rank: number, order: 'trump last' | 'trump third'): Preference {
  return (game, moves) => {
    const { cards, trump } = game;
    const own = moves.filter(({ record = -1 }) => cards[record]?.card === rank);
    if (own.length === 0 || moves.some(({ kind }) => kind === 'defence' || kind === 'take'))
      return emptyStock(game, moves);
    const isTrumpDue = order === 'trump third' && lying(game) >= 4;
    const first = own.filter(({ record = -1 }) => (cards[record]?.suit === trump) === isTrumpDue);
    return first.length > 0 ? first : own;
  };
}

/** A card by its number. */
function card(rank: number, suit: number): number {
  return rank * SUITS.length + suit;
}

/** We hold all cards of the rank; the board holds six of the other trumps. */
function fourOfRank(rank: number, choose: Choose): Deck {
  const trump = choose(SUITS.length);
  const others = RANKS.filter((one) => one !== rank).map((one) => card(one, trump));
  const trumps = shuffled(others, choose);
  const ours = SUITS.map((suit) => card(rank, suit));
  return dealHands(ours, trumps.slice(0, FULL_HAND), trumps[FULL_HAND] ?? 0, choose);
}

/** The board holds all kings and two low trumps; we hold all aces and two sixes to begin with. */
function kingsAgainstAces(choose: Choose): Deck {
  const trump = choose(SUITS.length);
  const sixes = SUITS.filter((suit) => suit !== trump).map((suit) => card(SIX, suit));
  const ours = [...SUITS.map((suit) => card(ACE, suit)), ...sixes.slice(0, 2)];
  const board = [...SUITS.map((suit) => card(KING, suit)), card(1, trump), card(2, trump)];
  return dealHands(ours, board, card(3, trump), choose);
}

/** The deal with these cards, by number. The rest of our six is drawn by lot. The records are in any order. */
function dealHands(
  ours: readonly number[],
  board: readonly number[],
  trumpCard: number,
  choose: Choose,
): Deck {
  const isLeft = (number: number): boolean => ![...ours, ...board, trumpCard].includes(number);
  const left = shuffled(range(DECK_SIZE).filter(isLeft), choose);
  const hands = [[...ours, ...left.slice(0, FULL_HAND - ours.length)], board];
  const order = shuffled(range(DECK_SIZE), choose);
  const roles = order.map((number) => {
    const owner = hands.findIndex((hand) => hand.includes(number));
    if (owner >= 0) return { property: owner + 1, field: (hands[owner]?.indexOf(number) ?? 0) + 1 };
    return { property: number === trumpCard ? TRUMP : FREE, field: 0 };
  });
  return dealOf(order, roles);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
