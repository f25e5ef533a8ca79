/**
 * The rules as a pure model: a whole game from a deal, one move at a time.
 *
 * A turn is a move from the hand, then the card turned from the stock. For every deal and all moves the last card leaves an
 * empty table (CT-PL-04): `rules.test.ts` tests that.
 */
import { canCapture, capturesItself, DEALT, OPEN, sorted, without, type Card, type Players } from './cards';

/** All four of a rank, or three of them, on the first table. */
export interface SpecialDeal {
  readonly rank: number;
  readonly count: 3 | 4;
  /** The player who gets them before the first turn: the dealer, or the holder of the fourth. undefined: whoever turns it. */
  readonly taker: number | undefined;
}

export interface Position {
  readonly players: Players;
  readonly hands: readonly (readonly Card[])[];
  readonly layout: readonly Card[];
  /** The top card first. */
  readonly stock: readonly Card[];
  readonly captured: readonly (readonly Card[])[];
  /** Turns done, 0..24: they decide whose turn it is. */
  readonly turn: number;
  /** The next card comes from the hand (`hand`) or from the top of the stock (`turned`). */
  readonly phase: 'hand' | 'turned' | 'over';
  readonly special: SpecialDeal | undefined;
}

/** A card of the hand, or the turned one, and what it captures: one card, three in a special deal, or nothing: it is laid down. */
export interface Move {
  readonly card: Card;
  readonly taken: readonly Card[];
}

/** The player whose turn it is, 0 is the dealer. */
export function playerOf({ turn, players }: Position): number {
  return turn % players;
}

/**
 * Deals a pack, its first card first: to the players in turn, then four on the table; the rest is the stock.
 * A special deal is settled at once. Throws RangeError for a pack that is not 52 different cards.
 */
export function deal(pack: readonly Card[], players: Players): Position {
  if (pack.length !== 52 || new Set(pack).size !== 52) throw new RangeError('a pack is 52 different cards');
  const hands = Array.from({ length: players }, (_, player) =>
    sorted(pack.slice(0, DEALT).filter((_card, i) => i % players === player)),
  );
  const open = sorted(pack.slice(DEALT, DEALT + OPEN));
  const special = specialDealOf(open, hands);
  const taken = special?.taker === undefined ? [] : open.filter(({ rank }) => rank === special.rank);
  const captured = hands.map((_, player) => (player === special?.taker ? taken : []));
  const [layout, stock] = [without(open, taken), pack.slice(DEALT + OPEN)];
  return { players, hands, layout, stock, captured, turn: 0, phase: 'hand', special };
}

export function specialDealOf(
  layout: readonly Card[],
  hands: readonly (readonly Card[])[],
): SpecialDeal | undefined {
  for (const { rank } of layout) {
    const count = layout.filter((card) => card.rank === rank).length;
    if (!capturesItself(rank) || (count !== 3 && count !== 4)) continue;
    const holder = hands.findIndex((hand) => hand.some((card) => card.rank === rank));
    return { rank, count, taker: count === 4 ? 0 : holder < 0 ? undefined : holder };
  }
  return undefined;
}

/** The rule of captures. A board with a bug has another one. */
export type CaptureRule = (card: Card, other: Card) => boolean;

/** Every legal move: empty when the game is over. */
export function movesOf(position: Position, fits: CaptureRule = canCapture): readonly Move[] {
  const { phase, layout, stock, hands } = position;
  if (phase === 'over') return [];
  const cards = phase === 'hand' ? (hands[playerOf(position)] ?? []) : stock.slice(0, 1);
  const captures = capturesOf(cards, layout, fits);
  const [first] = captures;
  if (phase === 'turned' && first !== undefined && takesThree(position))
    return [{ card: first.card, taken: captures.flatMap(({ taken }) => taken) }];
  return first !== undefined ? captures : cards.map((card) => ({ card, taken: [] }));
}

/** Whether the turned card captures the three of a special deal on the table. */
export function takesThree({ special, stock }: Position): boolean {
  return special?.count === 3 && special.taker === undefined && stock[0]?.rank === special.rank;
}

/** Each of these cards with each card it captures, in the order of the piles. */
export function capturesOf(
  cards: readonly Card[],
  layout: readonly Card[],
  fits: CaptureRule = canCapture,
): readonly Move[] {
  return cards.flatMap((card) =>
    layout.filter((other) => fits(card, other)).map((taken) => ({ card, taken: [taken] })),
  );
}

/** The position after a move, legal or not. */
export function advance(position: Position, { card, taken }: Move): Position {
  const { hands, stock, layout, captured, special } = position;
  const player = playerOf(position);
  const isOfHand = position.phase === 'hand';
  // The fourth card of a special deal joins the other three when their holder plays it.
  const joins = special?.count === 3 && special.taker !== undefined && special.rank === card.rank;
  const isLaid = taken.length === 0 && !(isOfHand && joins);
  const gained = isLaid ? [] : [card, ...taken];
  const turn = position.turn + (isOfHand ? 0 : 1);
  return {
    ...position,
    hands: isOfHand ? hands.map((hand, i) => (i === player ? without(hand, [card]) : hand)) : hands,
    stock: isOfHand ? stock : stock.slice(1),
    layout: sorted([...without(layout, gained), ...(isLaid ? [card] : [])]),
    captured: captured.map((pile, i) => (i === player ? sorted([...pile, ...gained]) : pile)),
    turn,
    phase: isOfHand ? 'turned' : turn === DEALT ? 'over' : 'hand',
  };
}
