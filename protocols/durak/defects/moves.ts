/** Defects of the board's own moves, draws and ends: DRK-PL-01 to PL-09. */
import { surplusSend } from '../../../api/index';
import { drawsAfter, newestOf, OUT, type Clearing } from '../game/moves';
import { FREE, OUT_OF_PLAY, TRUMP, type BoardPacket, type CardRecord, type Deck } from '../wire/packet';
import {
  handOf,
  LOSING_HAND,
  stockOf,
  tableOf,
  winnerOf,
  withHanded,
  withRecord,
  withRecords,
  type Player,
  type State,
  type Table,
} from '../game/game';
import type { DurakState } from '../state';
import { onMove, onRuling, tableIn, type Change, type Changes } from './hooks';

const CLUBS = 2;
const ACE = 8;

export const MOVE_DEFECTS: Changes = {
  'attacks-with-trump-at-2': onMove('attack', ({ cards, record = -1 }, { trump }) =>
    cards[record]?.suit === trump ? withRecord(cards, record, { field: -2 }) : undefined,
  ),
  'defends-lower-in-clubs': onMove('take', (_, { cards, turn }) => {
    const table = tableOf(cards, turn);
    const { suit, card: rank = -1 } = newestOf(cards, table) ?? {};
    const lower = handOf(cards, turn).find((one) => cards[one]?.suit === CLUBS);
    if (suit !== CLUBS || lower === undefined || (cards[lower]?.card ?? 0) > rank) return undefined;
    return withRecord(cards, lower, { field: -table.other.length });
  }),
  'defends-ace-by-ace': onMove('take', (_, { cards, turn }) => {
    const table = tableOf(cards, turn);
    const other = handOf(cards, turn).find((one) => cards[one]?.card === ACE);
    if (newestOf(cards, table)?.card !== ACE || other === undefined) return undefined;
    return withRecord(cards, other, { field: -table.other.length });
  }),
  'defends-behind': onMove('defence', ({ cards, record = -1 }, state) =>
    tableIn(state).own.length === 1 ? withRecord(cards, record, { field: -3 }) : undefined,
  ),
  'throws-any-rank': throwsInstead((isKnown) => !isKnown),
  'throws-past-ten': throwsInstead((isKnown, { own }) => isKnown && own.length <= 4),
  'bito-leaves-newest': leaves('bito', ({ own, other }) =>
    own.length < 2 ? [] : [own.at(-1) ?? -1, other.at(-1) ?? -1],
  ),
  'bito-own-only': leaves('bito', ({ other }) => other),
  'bito-unbeaten': onMove('take', (_, { cards, turn }) => {
    const { lying } = tableOf(cards, turn);
    return lying.length < 5 ? undefined : withRecords(cards, lying, OUT);
  }),
  'take-leaves-own': leaves('take', ({ own }) => own),
  'take-of-seven-leaves-one': leaves('take', ({ lying }) => lying.slice(6)),
  'take-shares-place': onMove('take', ({ cards }, state) => {
    const [first = -1] = tableIn(state).other;
    const held = state.cards[handOf(state.cards, state.turn)[0] ?? -1];
    return held && withRecord(cards, first, { field: held.field });
  }),
  'draw-defender-first': onDraw('bito', (draws, { turn }, stock) => {
    const theirs = [...draws.values()].filter((player) => player !== turn);
    return stock.slice(0, draws.size).map((record, i) => [record, theirs[i] ?? turn]);
  }),
  'draw-mover-only': onDraw('bito', (draws, { turn }) => [...draws].filter(([, player]) => player === turn)),
  'draw-none-after-take': onDraw('take', () => []),
  'taker-draws': onDraw('take', (draws, { turn }, stock) => {
    const next = stock[draws.size];
    return next === undefined ? [...draws] : [...draws, [next, turn]];
  }),
  'draw-trump-first': onDraw(
    'bito',
    inOrder((stock) => stock.toSorted((a, b) => a - b)),
  ),
  'draw-from-end': onDraw(
    'take',
    inOrder((stock) => [...stock.slice(0, -1).reverse(), ...stock.slice(-1)]),
  ),
  'trump-never-drawn': onDraw(
    'bito',
    inOrder((stock, cards) => stock.filter((record) => cards[record]?.property !== TRUMP)),
  ),
  'loses-card-of-big-hand': onMove('attack', ({ cards }, { turn }) => {
    const [lost = -1, ...others] = handOf(cards, turn);
    return others.length < 6 ? undefined : withRecord(cards, lost, OUT);
  }),
  'color-flips': onMove('throw-in', ({ cards, record = -1 }) =>
    withRecord(cards, record, { color: 1 - (cards[record]?.color ?? 0) }),
  ),
  'dead-card-returns': onMove('defence', ({ cards }) => {
    const dead = [...cards.keys()].filter((record) => cards[record]?.property === OUT_OF_PLAY);
    return dead.length > 15 ? withRecord(cards, dead.at(-1) ?? -1, { property: FREE, field: 0 }) : undefined;
  }),
  'ten-plays-on': playOnUntil((cards) => hasNone(cards, ({ field }) => field > 0)),
  'table-plays-on': playOnUntil((cards) => {
    const hands = ([1, 2] as const).map((player) => handOf(cards, player).length);
    return Math.max(...hands) >= LOSING_HAND || hasNone(cards, () => true);
  }),
  'deals-again': (sound, context) => {
    let isOver = false;
    return onRuling((ruling, event, { game }, { steps }) => {
      const next = ruling.state?.game ?? game;
      if (isOver || event.kind === 'reset' || next === undefined || winnerOf(next.cards) === undefined)
        return ruling;
      isOver = true;
      const dealt = surplusSend<BoardPacket, DurakState>({ type: 'deck', cards: steps.deal() }, 1000);
      return { ...ruling, sends: [...(ruling.sends ?? []), dealt] };
    })(sound, context);
  },
};

/** A bito or a take after which some table cards are where they were. */
function leaves(kind: Clearing, left: (table: Table) => readonly number[]): Change {
  return onMove(kind, ({ cards }, state) =>
    withRecords(cards, left(tableIn(state)), (record) => state.cards[record]),
  );
}

/** Instead of a bito that is its only move the board throws in a card, of a rank on the table or not. */
function throwsInstead(fits: (isKnown: boolean, table: Table) => boolean): Change {
  return onMove('bito', (_, { cards, turn }, moves) => {
    const table = tableOf(cards, turn);
    const ranks = table.lying.map((record) => cards[record]?.card);
    const thrown = handOf(cards, turn).find((one) => fits(ranks.includes(cards[one]?.card), table));
    if (moves.length > 1 || thrown === undefined) return undefined;
    return withRecord(cards, thrown, { field: -table.own.length - 1 });
  });
}

type Draws = readonly (readonly [record: number, player: Player])[];
type DrawChange = (draws: ReadonlyMap<number, Player>, state: State, stock: readonly number[]) => Draws;

/** The board's bito or take with other draws than the right ones. */
function onDraw(kind: Clearing, change: DrawChange): Change {
  return onMove(kind, ({ cards }, state) => {
    const stock = stockOf(state.cards);
    const undone = withRecords(cards, stock, (record) => state.cards[record]);
    return withHanded(undone, change(drawsAfter(kind, state.cards, state.turn), state, stock));
  });
}

/** The same players draw from the stock in another order. */
function inOrder(order: (stock: readonly number[], cards: Deck) => readonly number[]): DrawChange {
  return (draws, { cards }, stock) => {
    const records = order(stock, cards);
    return [...draws.values()].slice(0, records.length).map((player, i) => [records[i] ?? -1, player]);
  };
}

/** The board plays on after the end: it takes the cards on the table, or attacks. */
function playOnUntil(isOver: (cards: Deck) => boolean): Change {
  return (sound) => ({
    isOver,
    deckOfMove: (state) => {
      const { cards, turn } = state;
      if (winnerOf(cards) === undefined) return sound.deckOfMove(state);
      const hand = handOf(cards, turn);
      // A hand has ten places, and a packet cannot express more.
      const taken = tableOf(cards, 1).lying.slice(0, Math.max(0, LOSING_HAND - hand.length));
      const handed = taken.map((record) => [record, turn] as const);
      if (handed.length > 0) return withHanded(cards, handed);
      return hand[0] === undefined ? undefined : withRecord(cards, hand[0], { field: -1 });
    },
  });
}

/** The stock is empty, and so is a player's hand, if only some cards count. */
function hasNone(cards: Deck, counts: (card: CardRecord) => boolean): boolean {
  const isEmpty = (player: number): boolean =>
    !cards.some((card) => card.property === player && counts(card));
  return stockOf(cards).length === 0 && [1, 2].some(isEmpty);
}
