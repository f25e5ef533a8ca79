/** Defects of drawing, of cards that must not change, and of the trump suit: DRK-PL-06 to PL-08. */
import { newestOf, type Move } from '../game/moves';
import { DECK_SIZE, OUT_OF_PLAY, TRUMP, type CardRecord, type Deck } from '../wire/packet';
import { FULL_HAND, handOf, opponentOf, stockOf, tableOf, type Player, type State } from '../game/game';
import { changeRecord, moveToHands, onMove, restore, type Change, type DurakDefects } from './hooks';

/** How many cards each player draws, in order. */
type Draws = readonly (readonly [Player, number])[];

/** The board's bito or take with other draws. */
function onDraw(
  kind: 'bito' | 'take',
  order: (state: State, missing: (player: Player) => number) => Draws,
  stock: (cards: Deck) => readonly number[] = stockOf,
): Change {
  return onMove(kind, (move, state) => {
    const undone = beforeDraw(move, state);
    const left = [...stock(state.cards)];
    const missing = (player: Player): number => Math.max(0, FULL_HAND - handOf(state.cards, player).length);
    const draws = new Map<number, Player>();
    for (const [player, count] of order(state, missing))
      for (const record of left.splice(0, count)) draws.set(record, player);
    return moveToHands(undone, draws);
  });
}

/** The move with the cards drawn back in the stock. */
function beforeDraw({ cards }: Move, state: State): Deck {
  return restore(cards, stockOf(state.cards), state.cards);
}

function soundDraws(kind: 'bito' | 'take', state: State, missing: (player: Player) => number): Draws {
  const other = opponentOf(state.turn);
  const theirs = [other, missing(other)] as const;
  return kind === 'bito' ? [[state.turn, missing(state.turn)], theirs] : [theirs];
}

const DRAWS: DurakDefects = {
  'draw-defender-first': {
    breaks: 'DRK-PL-06',
    text: 'After a bito the defender draws first.',
    change: onDraw('bito', (state, missing) => [...soundDraws('bito', state, missing)].reverse()),
  },
  'draw-alternately': {
    breaks: 'DRK-PL-06',
    text: 'After a bito the players draw one card each in turn.',
    change: onDraw('bito', ({ turn }, missing) => {
      const other = opponentOf(turn);
      return Array.from({ length: FULL_HAND }, (_, i): Draws => [
        [turn, i < missing(turn) ? 1 : 0],
        [other, i < missing(other) ? 1 : 0],
      ]).flat();
    }),
  },
  'draw-mover-only': {
    breaks: 'DRK-PL-06',
    text: 'After a bito only the mover draws.',
    change: onDraw('bito', ({ turn }, missing) => [[turn, missing(turn)]]),
  },
  'draw-none-after-take': {
    breaks: 'DRK-PL-06',
    text: 'After a take nobody draws.',
    change: onDraw('take', () => []),
  },
  'taker-draws': {
    breaks: 'DRK-PL-06',
    text: 'After a take the taker draws a card too.',
    change: onDraw('take', (state, missing) => [...soundDraws('take', state, missing), [state.turn, 1]]),
  },
  'draw-trump-first': {
    breaks: 'DRK-PL-06',
    text: 'The stock is drawn in record order without regard to the trump card.',
    change: onDraw(
      'bito',
      (state, missing) => soundDraws('bito', state, missing),
      (cards) => [...stockOf(cards)].sort((a, b) => a - b),
    ),
  },
  'draw-from-end': {
    breaks: 'DRK-PL-06',
    text: 'Free cards are drawn from the last record on.',
    change: onDraw(
      'take',
      (state, missing) => soundDraws('take', state, missing),
      (cards) => [...stockOf(cards)].sort((a, b) => rank(cards, b) - rank(cards, a) || b - a),
    ),
  },
  'trump-never-drawn': {
    breaks: 'DRK-PL-06',
    text: 'The trump card is not drawn when the free cards have run out.',
    change: onDraw(
      'bito',
      (state, missing) => soundDraws('bito', state, missing),
      (cards) => stockOf(cards).filter((record) => cards[record]?.property !== TRUMP),
    ),
  },
};

/** The rank of a card for the order of drawing: free cards are above the trump card. */
function rank(cards: Deck, record: number): number {
  return cards[record]?.property === TRUMP ? 0 : 1;
}

const KEEPING: DurakDefects = {
  'loses-card-of-big-hand': {
    breaks: 'DRK-PL-07',
    text: 'With more than seven cards in hand one of them goes out of play at an attack.',
    change: onMove('attack', ({ cards }, { turn }) => {
      const hand = handOf(cards, turn);
      const [lost = -1] = hand;
      return hand.length > 6 ? changeRecord(cards, lost, { property: OUT_OF_PLAY, field: 0 }) : undefined;
    }),
  },
  'color-flips': {
    breaks: 'DRK-PL-07',
    text: 'A card thrown in changes its color.',
    change: onMove('throw-in', ({ cards, record = -1 }) =>
      changeRecord(cards, record, { color: 1 - (cards[record]?.color ?? 0) }),
    ),
  },
  'bito-sorts-records': {
    breaks: 'DRK-PL-07',
    text: 'After a bito the records are sorted by their cards.',
    change: onMove('bito', ({ cards }) => [...cards].sort(byCard)),
  },
  'drawn-card-shares-place': {
    breaks: 'DRK-PL-07',
    text: 'A card drawn after a take gets the place of a card that is there.',
    change: onMove('take', ({ cards }, state) => {
      const other = opponentOf(state.turn);
      const [held] = handOf(state.cards, other);
      const drawn = stockOf(state.cards).find((record) => cards[record]?.property === other);
      if (held === undefined || drawn === undefined) return undefined;
      return changeRecord(cards, drawn, { field: cards[held]?.field ?? 1 });
    }),
  },
  'dead-card-returns': {
    breaks: 'DRK-PL-07',
    text: 'At a defence with more than 15 cards out of play the last of them is free again.',
    change: onMove('defence', ({ cards }) => {
      const dead = [...cards.keys()].filter((record) => cards[record]?.property === OUT_OF_PLAY);
      return dead.length > 15
        ? changeRecord(cards, dead.at(-1) ?? -1, { property: -1, field: 0 })
        : undefined;
    }),
  },
};

const TRUMPS: DurakDefects = {
  'trump-always-hearts': {
    breaks: 'DRK-PL-08',
    text: 'Hearts are trump in every game.',
    change: () => ({ trumpOf: () => 0 }),
  },
  'trump-of-record-0': {
    breaks: 'DRK-PL-08',
    text: 'The trump suit is that of the first record, wherever the card of property 0 is.',
    change: () => ({ trumpOf: ([first]) => first?.suit ?? 0 }),
  },
  'trump-forgotten': {
    breaks: 'DRK-PL-08',
    text: 'Once the card of property 0 is drawn no suit is trump: the other’s trumps are refused.',
    change: (before) => ({
      isLegal: (state, cards) => before.isLegal(state, cards) && !(drawnOut(state) && ruffs(state, cards)),
    }),
  },
};

export const DRAW_DEFECTS: DurakDefects = { ...DRAWS, ...KEEPING, ...TRUMPS };

function byCard(a: CardRecord, b: CardRecord): number {
  return a.card * DECK_SIZE + a.suit - b.card * DECK_SIZE - b.suit;
}

function drawnOut({ cards }: State): boolean {
  return cards.every(({ property }) => property !== TRUMP);
}

/** A defence by a card of a different suit than the attack. */
function ruffs({ cards, turn }: State, after: Deck): boolean {
  const table = tableOf(cards, turn);
  if (table.phase !== 'defence') return false;
  const played = handOf(cards, turn).find((record) => (after[record]?.field ?? 0) < 0);
  return played !== undefined && cards[played]?.suit !== newestOf(cards, table)?.suit;
}
