/**
 * Situations that few games show, and how to reach them. Our deals decide both hands, so that most situations are
 * forced:
 *
 *     four of a rank, trumps    we attack four times, and the board beats with trumps
 *     kings, aces               the board attacks with kings, and we beat them by aces
 *
 * The board still chooses its cards, so a situation may take several games.
 */
import type { Deck } from '../wire/packet';
import { dealOf, shuffled, type Choose } from '../game/deal';
import type { Move } from '../game/moves';
import { DECK_SIZE, FREE, TRUMP, type CardRecord } from '../wire/packet';
import { handOf, opponentOf, stockOf, tableOf, winnerOf, type State } from '../game/game';
import { preferKinds, type Game, type Preference } from './game';

const RANKS = 9;
const SUITS = 4;
const [SIX, KING, ACE] = [0, 7, 8];

const emptyStock = preferKinds('defence', 'bito');

interface RareSituation {
  /** Our deal; none: any deal, ours or the board's. */
  readonly deal?: (choose: Choose) => Deck;
  readonly prefer: Preference;
  /** Whether this legal move shows it. */
  readonly isShownBy: (before: State, move: Move, game: Game) => boolean;
}

export const RARE_SITUATIONS: readonly RareSituation[] = [
  {
    deal: (choose) => fourOfRank(SIX, choose),
    prefer: playRank(SIX, 'trump last'),
    isShownBy: (before, move, game) => isOurs(move, game) && move.kind === 'bito' && lying(before) >= 6,
  },
  {
    deal: (choose) => fourOfRank(ACE, choose),
    prefer: playRank(ACE, 'trump last'),
    isShownBy: (before, move, game) => !isOurs(move, game) && move.kind === 'take' && lying(before) >= 7,
  },
  {
    // It takes five cards, and attacks later with a large hand.
    deal: (choose) => fourOfRank(ACE, choose),
    prefer: playRank(ACE, 'trump third'),
    isShownBy: (before, { kind, player }, { board }) =>
      kind === 'attack' && player === board && handOf(before.cards, player).length > 7,
  },
  {
    deal: kingsAgainstAces,
    prefer: keepAces,
    isShownBy: (before, move, game) => isOurs(move, game) && isAceOverKing(before, move),
  },
  {
    deal: kingsAgainstAces,
    prefer: (game, moves) => (lying(game.state) >= 5 ? takeOf(moves) : keepAces(game, moves)),
    isShownBy: (before, move, game) => isOurs(move, game) && move.kind === 'take' && lying(before) >= 5,
  },
  {
    prefer: emptyStock,
    isShownBy: ({ cards }, move, game) =>
      !isOurs(move, game) && move.kind === 'bito' && hasTrumpCard(cards) && !hasTrumpCard(move.cards),
  },
  {
    // A played last card wins: a board may count it as still held.
    prefer: emptyStock,
    isShownBy: (_, move, game) =>
      isOurs(move, game) && move.record !== undefined && winnerOf(move.cards) === move.player,
  },
];

function takeOf(moves: readonly Move[]): readonly Move[] {
  return moves.filter(({ kind }) => kind === 'take');
}

/** Attacks with cards other than aces, and plays aces in defence. */
function keepAces(game: Game, moves: readonly Move[]): readonly Move[] {
  const { cards } = game.state;
  const isAce = ({ record = -1 }: Move): boolean => cards[record]?.card === ACE;
  const defences = moves.filter(({ kind }) => kind === 'defence');
  if (defences.length === 0)
    return moves.filter((move) => move.kind === 'bito' || (move.kind === 'attack' && !isAce(move)));
  return defences.some(isAce) ? defences.filter(isAce) : defences;
}

function isOurs({ player }: Move, { board }: Game): boolean {
  return player === opponentOf(board);
}

function lying({ cards, turn }: State): number {
  const { own, other } = tableOf(cards, turn);
  return own.length + other.length;
}

function hasTrumpCard(cards: Deck): boolean {
  return stockOf(cards).some((record) => cards[record]?.property === TRUMP);
}

function isAceOverKing({ cards, turn }: State, { kind, record = -1 }: Move): boolean {
  const king = cards[tableOf(cards, turn).other.at(-1) ?? -1];
  return (
    kind === 'defence' &&
    king?.card === KING &&
    cards[record]?.card === ACE &&
    cards[record].suit === king.suit
  );
}

/** Attacks with all cards of a rank while we hold some; then plays what empties the stock. */
function playRank(rank: number, order: 'trump last' | 'trump third'): Preference {
  return (game, moves) => {
    const { cards, trump } = game.state;
    const own = moves.filter(({ record = -1 }) => cards[record]?.card === rank);
    if (own.length === 0 || moves.some(({ kind }) => kind === 'defence' || kind === 'take'))
      return emptyStock(game, moves);
    const [trumps, others] = [true, false].map((is) =>
      own.filter(({ record = -1 }) => (cards[record]?.suit === trump) === is),
    );
    const first = order === 'trump third' && lying(game.state) >= 4 ? trumps : others;
    return first !== undefined && first.length > 0 ? first : own;
  };
}

/** We hold all cards of the rank; the board holds six of the other trumps. */
function fourOfRank(rank: number, choose: Choose): Deck {
  const trump = choose(SUITS);
  const trumps = shuffled(
    range(RANKS)
      .filter((one) => one !== rank)
      .map((one) => one * SUITS + trump),
    choose,
  );
  return dealHands(
    range(SUITS).map((suit) => rank * SUITS + suit),
    trumps.slice(0, 6),
    trumps[6] ?? 0,
    choose,
  );
}

/** The board holds all kings and two low trumps; we hold all aces and two sixes to begin with. */
function kingsAgainstAces(choose: Choose): Deck {
  const trump = choose(SUITS);
  const card = (rank: number, suit = trump): number => rank * SUITS + suit;
  const sixes = range(SUITS)
    .filter((suit) => suit !== trump)
    .map((suit) => card(SIX, suit));
  const ours = [...range(SUITS).map((suit) => card(ACE, suit)), ...sixes.slice(0, 2)];
  return dealHands(
    ours,
    [...range(SUITS).map((suit) => card(KING, suit)), card(1), card(2)],
    card(3),
    choose,
  );
}

/** The deal with these cards, by number. The rest of our six is drawn by lot. The records are in any order. */
function dealHands(
  ours: readonly number[],
  board: readonly number[],
  trumpCard: number,
  choose: Choose,
): Deck {
  const given = new Set([...ours, ...board, trumpCard]);
  const left = shuffled(
    range(DECK_SIZE).filter((number) => !given.has(number)),
    choose,
  );
  const roles = new Map<number, Pick<CardRecord, 'property' | 'field'>>([
    ...[...ours, ...left.splice(0, 6 - ours.length)].map(
      (number, i) => [number, { property: 1, field: i + 1 }] as const,
    ),
    ...board.map((number, i) => [number, { property: 2, field: i + 1 }] as const),
    [trumpCard, { property: TRUMP, field: 0 }] as const,
  ]);
  const order = shuffled(range(DECK_SIZE), choose);
  return dealOf(
    order,
    order.map((number) => roles.get(number) ?? { property: FREE, field: 0 }),
  );
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
