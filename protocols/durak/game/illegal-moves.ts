/**
 * Well-formed packets that are illegal moves in a state, with the clause that each breaks. A suite sends them to a
 * board, which must refuse them. They also test the judge.
 */
import type { Clause } from './judge';
import { legalMoves, type Move } from './moves';
import { FREE, OUT_OF_PLAY, type CardRecord, type Deck } from '../wire/packet';
import { beats, handOf, opponentOf, stockOf, tableOf, type State, type Table } from './game';

export interface IllegalMove {
  readonly clause: Clause;
  /** The error in a few words: `a defence lower in suit`. The same error has the same label. */
  readonly label: string;
  readonly cards: Deck;
}

/** The input of the makers: an unfinished state of the player on turn. */
interface MoveContext {
  readonly state: State;
  readonly cards: Deck;
  readonly mine: readonly number[];
  readonly theirs: readonly number[];
  readonly stock: readonly number[];
  readonly table: Table;
  readonly plays: readonly Move[];
  /** The bito or take, where there is one. */
  readonly clearing: Move | undefined;
}

type MoveGenerator = (scene: MoveContext) => Iterable<IllegalMove>;

/** Every illegal move of the player on turn that the makers know, once each; none after the end. */
export function illegalMoves(state: State): IllegalMove[] {
  const { cards, turn } = state;
  const moves = legalMoves(state);
  const scene: MoveContext = {
    state,
    cards,
    mine: handOf(cards, turn),
    theirs: handOf(cards, opponentOf(turn)),
    stock: stockOf(cards),
    table: tableOf(cards, turn),
    plays: moves.filter(({ record }) => record !== undefined),
    clearing: moves.find(({ record }) => record === undefined),
  };
  if (moves.length === 0) return [];
  return [plays, defences, throwIns, bitos, takes, draws, strays, combined].flatMap((make) => [
    ...make(scene),
  ]);
}

const plays: MoveGenerator = function* ({ state, cards, mine, theirs, table, plays: legal, stock }) {
  const { phase } = table;
  if (phase === 'wait') return;
  const clause = ({ attack: 'DRK-PL-01', defence: 'DRK-PL-02', 'throw-in': 'DRK-PL-03' } as const)[phase];
  const [move] = legal;
  if (move?.record !== undefined) {
    const field = move.cards[move.record]?.field ?? 0;
    const wrong = field === -6 ? -1 : field - 1;
    const other = mine.find((one) => one !== move.record);
    yield {
      clause,
      label: `${phase}: wrong table place`,
      cards: withRecord(move.cards, move.record, { field: wrong }),
    };
    yield {
      clause,
      label: `${phase}: laid down as the opponent's`,
      cards: withRecord(move.cards, move.record, { property: opponentOf(state.turn) }),
    };
    if (other !== undefined)
      yield {
        clause,
        label: `${phase}: two cards at once`,
        cards: withRecord(move.cards, other, { field: wrong }),
      };
    if (stock[0] !== undefined)
      yield {
        clause: 'DRK-PL-06',
        label: `${phase}: a card drawn with it`,
        cards: withRecord(move.cards, stock[0], {
          property: state.turn,
          field: freePlace(move.cards, state.turn),
        }),
      };
  }
  if (theirs[0] !== undefined)
    yield {
      clause,
      label: `${phase}: a card of the opponent's hand`,
      cards: withRecord(cards, theirs[0], { field: -1 }),
    };
};

const defences: MoveGenerator = function* ({ state, cards, mine, table }) {
  const newest = cards[table.other[table.other.length - 1] ?? -1];
  if (table.phase !== 'defence' || newest === undefined) return;
  const field = -table.other.length;
  for (const record of mine) {
    const card = cards[record];
    if (card === undefined || beats(card, newest, state.trump)) continue;
    if (card.suit === newest.suit)
      yield {
        clause: 'DRK-PL-02',
        label: 'defence: lower in suit',
        cards: withRecord(cards, record, { field }),
      };
    else
      yield {
        clause: 'DRK-PL-08',
        label: 'defence: neither suit nor trump',
        cards: withRecord(cards, record, { field }),
      };
  }
};

const throwIns: MoveGenerator = function* ({ cards, mine, table, plays: legal, theirs }) {
  if (table.phase !== 'throw-in') return;
  const field = -(table.own.length + 1);
  const lying = [...table.own, ...table.other];
  for (const record of mine) {
    if (legal.some((move) => move.record === record) || field < -6) continue;
    const known = lying.some((one) => cards[one]?.card === cards[record]?.card);
    const label = known ? 'throw-in: a take would not fit' : 'throw-in: rank not on the table';
    if (known && theirs.length + lying.length < 10) continue;
    yield { clause: 'DRK-PL-03', label, cards: withRecord(cards, record, { field }) };
  }
};

const bitos: MoveGenerator = function* ({ cards, table }) {
  const lying = [...table.own, ...table.other];
  const out = { property: OUT_OF_PLAY, field: 0 };
  if (table.phase === 'defence')
    yield { clause: 'DRK-PL-04', label: 'bito: unbeaten', cards: withRecords(cards, lying, () => out) };
  if (table.phase === 'throw-in') {
    yield {
      clause: 'DRK-PL-04',
      label: 'bito: one card left',
      cards: withRecords(cards, lying.slice(1), () => out),
    };
    yield {
      clause: 'DRK-PL-04',
      label: 'bito: one card only',
      cards: withRecords(cards, lying.slice(0, 1), () => out),
    };
  }
};

const takes: MoveGenerator = function* ({ state, cards, table, clearing, mine }) {
  const lying = [...table.own, ...table.other];
  const { turn } = state;
  if (table.phase === 'throw-in') {
    const first = freePlace(cards, turn);
    const taken = withRecords(cards, lying.slice(0, 1), () => ({ property: turn, field: first }));
    yield { clause: 'DRK-PL-05', label: "take: one's own attack", cards: taken };
  }
  if (table.phase !== 'defence' || clearing === undefined) return;
  const [kept = 0] = lying;
  const stay = cards[kept];
  if (stay !== undefined && lying.length > 1) {
    const { property, field } = stay;
    const most = withRecord(clearing.cards, kept, { property, field });
    yield { clause: 'DRK-PL-05', label: 'take: one card left', cards: most };
  }
  const away = opponentOf(turn);
  const given = withRecord(clearing.cards, kept, { property: away, field: freePlace(clearing.cards, away) });
  yield { clause: 'DRK-PL-05', label: "take: into the opponent's hand", cards: given };
  const held = cards[mine[0] ?? -1];
  if (held !== undefined)
    yield {
      clause: 'DRK-PL-05',
      label: 'take: onto a hand card',
      cards: withRecord(clearing.cards, kept, { field: held.field }),
    };
};

const draws: MoveGenerator = function* ({ state, cards, stock, clearing }) {
  if (clearing === undefined) return;
  const clause = 'DRK-PL-06';
  const { kind, cards: after } = clearing;
  const drawn = stock.filter((record) => after[record]?.property !== cards[record]?.property);
  const left = stock.filter((record) => !drawn.includes(record));
  const back = (record: number) => ({ property: cards[record]?.property ?? FREE, field: 0 });
  const last = drawn[drawn.length - 1];
  if (last !== undefined) {
    const drawer = after[last];
    yield { clause, label: `${kind}: nobody draws`, cards: withRecords(after, drawn, back) };
    yield { clause, label: `${kind}: one draw too few`, cards: withRecord(after, last, back(last)) };
    const skipped = left[left.length - 1];
    if (skipped !== undefined && drawer !== undefined) {
      const { property, field } = drawer;
      const swapped = withRecord(withRecord(after, last, back(last)), skipped, { property, field });
      yield { clause, label: `${kind}: drawn out of order`, cards: swapped };
    }
    const other = after[last]?.property === 1 ? 2 : 1;
    const wrong = withRecord(after, last, { property: other, field: freePlace(after, other) });
    yield { clause, label: `${kind}: drawn by the wrong player`, cards: wrong };
  }
  const [more] = left;
  if (more === undefined) return;
  const taken = withRecord(after, more, { property: state.turn, field: freePlace(after, state.turn) });
  yield { clause, label: `${kind}: one draw too many`, cards: taken };
};

const strays: MoveGenerator = function* ({ state, cards, mine, theirs, stock }) {
  const clause = 'DRK-PL-07';
  yield { clause, label: 'no move', cards };
  const [first, second] = mine;
  if (theirs[0] !== undefined) {
    const stolen = withRecord(cards, theirs[0], {
      property: state.turn,
      field: freePlace(cards, state.turn),
    });
    yield { clause, label: "a card out of the opponent's hand", cards: stolen };
  }
  if (first !== undefined) {
    yield {
      clause,
      label: 'a hand card out of play',
      cards: withRecord(cards, first, { property: OUT_OF_PLAY, field: 0 }),
    };
    yield { clause, label: 'a hand card without a place', cards: withRecord(cards, first, { field: 0 }) };
    yield {
      clause,
      label: 'a hand card back to the stock',
      cards: withRecord(cards, first, { property: FREE, field: 0 }),
    };
  }
  if (first !== undefined && second !== undefined)
    yield {
      clause,
      label: 'two records exchange their cards',
      cards: withSwappedCards(cards, first, second),
    };
  const [free] = stock;
  if (free !== undefined) {
    yield {
      clause,
      label: 'a stock card out of play',
      cards: withRecord(cards, free, { property: OUT_OF_PLAY }),
    };
    yield { clause, label: 'a stock card with a place', cards: withRecord(cards, free, { field: 1 }) };
  }
  const gone = cards.findIndex(({ property }) => property === OUT_OF_PLAY);
  if (gone >= 0) {
    const field = freePlace(cards, state.turn);
    yield {
      clause,
      label: 'a card back into play',
      cards: withRecord(cards, gone, { property: state.turn, field }),
    };
  }
};

/** A legal move together with another change. */
const combined: MoveGenerator = function* ({ table, cards, plays: legal, clearing, theirs, mine }) {
  const [played = clearing] = legal;
  if (played !== undefined && theirs[0] !== undefined) {
    const { cards: after } = played;
    const lost = withRecord(after, theirs[0], { property: OUT_OF_PLAY, field: 0 });
    yield { clause: 'DRK-PL-07', label: 'a legal move, and a card lost', cards: lost };
    const neighbour = cards[theirs[1] ?? -1];
    if (neighbour !== undefined) {
      const shared = withRecord(after, theirs[0], { field: neighbour.field });
      yield { clause: 'DRK-PL-07', label: 'a legal move, and two cards at one place', cards: shared };
    }
  }
  if (clearing !== undefined && mine[0] !== undefined) {
    const clause = table.phase === 'defence' ? 'DRK-PL-02' : 'DRK-PL-03';
    const both = withRecord(clearing.cards, mine[0], { field: -1 });
    yield { clause, label: `${clearing.kind}, and a card played`, cards: both };
  }
};

function withRecord(cards: Deck, record: number, change: Partial<CardRecord>): Deck {
  return withRecords(cards, [record], () => change);
}

function withRecords(
  cards: Deck,
  records: readonly number[],
  change: (record: number) => Partial<CardRecord>,
): Deck {
  return cards.map((card, i) => (records.includes(i) ? { ...card, ...change(i) } : card));
}

function withSwappedCards(cards: Deck, a: number, b: number): Deck {
  const [first, second] = [cards[a], cards[b]];
  if (first === undefined || second === undefined) return cards;
  const identity = ({ card, suit, color }: CardRecord) => ({ card, suit, color });
  return withRecord(withRecord(cards, a, identity(second)), b, identity(first));
}

/** The lowest free place of a hand; the last one when the hand is full. */
function freePlace(cards: Deck, player: number): number {
  const used = cards.filter(({ property }) => property === player).map(({ field }) => field);
  let field = 1;
  while (used.includes(field) && field < 10) field++;
  return field;
}
