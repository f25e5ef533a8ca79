/** Defects of the board's moves, draws and turns, and of its checks of the other player's moves: DRK-PL-01 to PL-12. */
import { drawsAfter, newestOf, OUT, type Clearing, type Move, type MoveKind } from '../game/moves';
import { FREE, OUT_OF_PLAY, TRUMP, type CardRecord, type Deck } from '../wire/packet';
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
import { judge, type Clause } from '../game/judge';
import type { DurakSend, DurakState } from '../state';
import {
  deckOf,
  ms,
  onMove,
  onRuling,
  onSend,
  refuseMoves,
  unacked,
  withoutSend,
  type Change,
  type Changes,
} from './hooks';

const CLUBS = 2;
const ACE = 8;

/** The board's own moves. */
const MOVES: Changes = {
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
    const dead = recordsOf(cards, OUT_OF_PLAY);
    return dead.length > 15 ? withRecord(cards, dead.at(-1) ?? -1, { property: FREE, field: 0 }) : undefined;
  }),
};

/** Its checks of the other's moves. */
const CHECKS: Changes = {
  'refuses-attack-by-ace': refuse('attack', (card) => card.card === ACE),
  'refuses-ace-over-king': refuse('defence', (card, { cards }, table) => {
    const newest = newestOf(cards, table);
    return card.card === ACE && newest?.card === ACE - 1 && card.suit === newest.suit;
  }),
  'refuses-third-throw-in': refuse('throw-in', (_card, _state, { own }) => own.length === 3),
  'refuses-rank-of-defence': refuse('throw-in', ({ card }, { cards }, { own }) =>
    own.every((one) => cards[one]?.card !== card),
  ),
  'refuses-bito-of-three-pairs': refuseClearing('bito'),
  'refuses-take-of-five': refuseClearing('take'),
  'trump-always-hearts': () => ({ trumpOf: () => 0 }),
  'trump-of-record-0': () => ({ trumpOf: ([first]) => first?.suit ?? 0 }),
  'trump-forgotten': refuse('defence', ({ suit }, { cards }, table) => {
    const isDrawn = recordsOf(cards, TRUMP).length === 0;
    return isDrawn && suit !== newestOf(cards, table)?.suit;
  }),
  'accepts-any-attack': acceptIllegal('DRK-PL-01'),
  'accepts-any-defence': acceptIllegal('DRK-PL-02', 'DRK-PL-08'),
  'accepts-any-throw-in': acceptIllegal('DRK-PL-03'),
  'accepts-any-bito': acceptIllegal('DRK-PL-04'),
  'accepts-any-take': acceptIllegal('DRK-PL-05'),
  'accepts-any-draw': acceptIllegal('DRK-PL-06'),
  'accepts-lost-card': acceptIllegal('DRK-PL-07'),
};

/** The end, answers to illegal moves, and the turn. */
const TURNS: Changes = {
  'ten-plays-on': playOnUntil((cards) => hasNone(cards, ({ field }) => field > 0)),
  'table-plays-on': playOnUntil((cards) => {
    const hands = ([1, 2] as const).map((player) => handOf(cards, player).length);
    return Math.max(...hands) >= LOSING_HAND || hasNone(cards, () => true);
  }),
  'silent-after-end': unacked((_event, { game }) => game !== undefined && winnerOf(game.cards) !== undefined),
  'refusal-unanswered': onSend('answer', () => undefined),
  'refusal-answered-late': onSend('answer', late),
  'answer-not-repeated': onSend('the same packet again', (send, { own }) =>
    own?.step === 'answer' ? undefined : send,
  ),
  'answer-shows-refused': onRuling((ruling, event) => {
    const { state } = ruling;
    const shown = deckOf(event);
    return state?.plan === 'answer' && shown !== undefined
      ? { ...ruling, state: { ...state, shown } }
      : ruling;
  }),
  'refusal-forfeits-turn': (sound, context) => {
    let isRefused = false;
    const noting = onRuling((ruling, _event, { plan }) => {
      if (ruling.state?.plan === 'answer' && plan !== 'answer') isRefused = !isRefused;
      return ruling;
    });
    return {
      isLegal: (state, cards) => sound.isLegal(state, cards) && !isRefused,
      ...noting(sound, context),
    };
  },
  'moves-late': onSend('move', late),
  'moves-late-in-defence': onSend('move', (send, state, context) =>
    tableOf(state.game?.cards ?? [], 1).lying.length > 2 ? late(send, state, context) : send,
  ),
  'stuck-after-their-take': onRuling((ruling, event, { game }) =>
    game !== undefined && kindOf(game, deckOf(event) ?? []) === 'take' ? withoutSend(ruling, 'move') : ruling,
  ),
  'attacks-after-take': moveAgainWhen((before, after) => {
    const [was, is] = [before, after].map((cards) => tableOf(cards, 1).lying.length > 0);
    return was === true && is === false && !hasMoreDead(before, after);
  }),
  'attacks-after-bito': moveAgainWhen(hasMoreDead),
};

export const PLAY_DEFECTS: Changes = { ...MOVES, ...CHECKS, ...TURNS };

function tableIn({ cards, turn }: State): Table {
  return tableOf(cards, turn);
}

function recordsOf(cards: Deck, property: number): readonly number[] {
  return [...cards.keys()].filter((record) => cards[record]?.property === property);
}

function kindOf(state: State, cards: Deck): MoveKind | undefined {
  const judged = judge(state, cards);
  return judged.legal ? judged.move.kind : undefined;
}

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
  return onMove(kind, ({ cards }: Move, state) => {
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

/** A legal move of the other player that plays a card is refused. */
function refuse(
  kind: 'attack' | 'defence' | 'throw-in',
  isWrong: (card: CardRecord, state: State, table: Table) => boolean,
): Change {
  return refuseMoves((state, cards) => {
    const table = tableIn(state);
    const played = handOf(state.cards, state.turn).find((record) => (cards[record]?.field ?? 0) < 0);
    const card = state.cards[played ?? -1];
    return table.phase === kind && card !== undefined && isWrong(card, state, table);
  });
}

/** The other's bito or take of five cards or more is refused. */
function refuseClearing(kind: Clearing): Change {
  return refuseMoves((state, cards) => kindOf(state, cards) === kind && tableIn(state).lying.length > 4);
}

/** Applies illegal moves that break one of these clauses. */
function acceptIllegal(...clauses: readonly Clause[]): Change {
  return (sound) => ({
    isLegal: (state, cards) => {
      if (sound.isLegal(state, cards)) return true;
      const judged = judge(state, cards);
      return !judged.legal && clauses.includes(judged.clause);
    },
  });
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

function hasMoreDead(before: Deck, after: Deck): boolean {
  return recordsOf(after, OUT_OF_PLAY).length > recordsOf(before, OUT_OF_PLAY).length;
}

/** Keeps the turn after some moves of its own. */
function moveAgainWhen(again: (before: Deck, after: Deck) => boolean): Change {
  return onSend('move', (send) => ({
    ...send,
    then: (message, state, rx) => {
      const ruling = send.then?.(message, state, rx) ?? {};
      const [was, is] = [state.game, ruling.state?.game];
      if (was === undefined || is === undefined || !again(was.cards, is.cards)) return ruling;
      return { ...ruling, state: { ...(ruling.state ?? state), game: { ...is, turn: was.turn } } };
    },
  }));
}

/** It takes a third longer than it may. */
function late(
  send: DurakSend,
  _state: DurakState,
  { p }: { readonly p: { readonly moveMs: number } },
): DurakSend {
  return { ...send, usual: ms(1.33 * p.moveMs) };
}
