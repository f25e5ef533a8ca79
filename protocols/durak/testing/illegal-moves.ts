/**
 * Well-formed packets that are illegal moves in a state, with the clause that each breaks. A suite sends them to a
 * board, which must refuse them. They also test the judge.
 */
import type { Clause } from '../game/judge';
import { CLAUSE_OF, legalMoves, newestOf, OUT, type Move } from '../game/moves';
import { FREE, OUT_OF_PLAY, type CardRecord, type Deck } from '../wire/packet';
import {
  beats,
  handOf,
  inHand,
  LOSING_HAND,
  opponentOf,
  stockOf,
  TABLE_SIDE,
  tableOf,
  withRecord,
  withRecords,
  type Player,
  type State,
  type Table,
} from '../game/game';

export interface IllegalMove {
  readonly clause: Clause;
  /** The error in a few words: `a defence lower in suit`. The same error has the same label. */
  readonly label: string;
  readonly cards: Deck;
}

/** The input of the makers: an unfinished state of the player on turn. */
interface MoveContext extends State {
  readonly other: Player;
  readonly mine: readonly number[];
  readonly theirs: readonly number[];
  readonly stock: readonly number[];
  readonly table: Table;
  readonly plays: readonly Move[];
  /** The bito or take, where there is one. */
  readonly clearing: Move | undefined;
}

type MoveMaker = (scene: MoveContext) => Iterable<IllegalMove>;

/** Every illegal move of the player on turn that the makers know, once each; none after the end. */
export function illegalMoves(state: State): IllegalMove[] {
  const { cards, turn } = state;
  const moves = legalMoves(state);
  if (moves.length === 0) return [];
  const other = opponentOf(turn);
  const scene: MoveContext = {
    ...state,
    other,
    mine: handOf(cards, turn),
    theirs: handOf(cards, other),
    stock: stockOf(cards),
    table: tableOf(cards, turn),
    plays: moves.filter(({ record }) => record !== undefined),
    clearing: moves.find(({ record }) => record === undefined),
  };
  return MAKERS.flatMap((make) => [...make(scene)]);
}

function wrong(clause: Clause, label: string, cards: Deck): IllegalMove {
  return { clause, label, cards };
}

const plays: MoveMaker = function* ({ cards, turn, other, mine, theirs, stock, table, plays: [move] }) {
  const { phase } = table;
  if (phase === 'wait') return;
  const clause = CLAUSE_OF[phase];
  const [free] = stock;
  if (move?.record !== undefined) {
    const { record, cards: after } = move;
    const place = after[record]?.field ?? 0;
    const field = place === -TABLE_SIDE ? -1 : place - 1;
    const second = mine.find((one) => one !== record);
    yield wrong(clause, `${phase}: wrong table place`, withRecord(after, record, { field }));
    const given = withRecord(after, record, { property: other });
    yield wrong(clause, `${phase}: laid down as the opponent's`, given);
    if (second !== undefined)
      yield wrong(clause, `${phase}: two cards at once`, withRecord(after, second, { field }));
    if (free !== undefined) {
      const drawn = withRecord(after, free, inHand(after, turn));
      yield wrong('DRK-PL-06', `${phase}: a card drawn with it`, drawn);
    }
  }
  const [stolen] = theirs;
  if (stolen !== undefined)
    yield wrong(clause, `${phase}: a card of the opponent's hand`, withRecord(cards, stolen, { field: -1 }));
};

const defences: MoveMaker = function* ({ cards, trump, mine, table }) {
  const newest = newestOf(cards, table);
  if (table.phase !== 'defence' || newest === undefined) return;
  for (const record of mine) {
    const card = cards[record];
    if (card === undefined || beats(card, newest, trump)) continue;
    const after = withRecord(cards, record, { field: -table.other.length });
    yield card.suit === newest.suit
      ? wrong('DRK-PL-02', 'defence: lower in suit', after)
      : wrong('DRK-PL-08', 'defence: neither suit nor trump', after);
  }
};

const throwIns: MoveMaker = function* ({ cards, mine, table, plays: legal, theirs }) {
  const { phase, own, lying } = table;
  if (phase !== 'throw-in' || own.length >= TABLE_SIDE) return;
  for (const record of mine) {
    if (legal.some((move) => move.record === record)) continue;
    const isKnown = lying.some((one) => cards[one]?.card === cards[record]?.card);
    if (isKnown && theirs.length + lying.length < LOSING_HAND) continue;
    const label = isKnown ? 'throw-in: a take would not fit' : 'throw-in: rank not on the table';
    yield wrong('DRK-PL-03', label, withRecord(cards, record, { field: -(own.length + 1) }));
  }
};

const bitos: MoveMaker = function* ({ cards, table: { phase, lying } }) {
  const out = (label: string, records: readonly number[]): IllegalMove =>
    wrong('DRK-PL-04', `bito: ${label}`, withRecords(cards, records, OUT));
  if (phase === 'defence') yield out('unbeaten', lying);
  if (phase !== 'throw-in') return;
  yield out('one card left', lying.slice(1));
  yield out('one card only', lying.slice(0, 1));
};

const takes: MoveMaker = function* ({ cards, turn, other, table: { phase, lying }, clearing, mine }) {
  const take = (label: string, after: Deck, change: Partial<CardRecord>): IllegalMove =>
    wrong('DRK-PL-05', `take: ${label}`, withRecord(after, lying[0] ?? 0, change));
  if (phase === 'throw-in') yield take("one's own attack", cards, inHand(cards, turn));
  if (phase !== 'defence' || clearing === undefined) return;
  const { cards: after } = clearing;
  const stay = cards[lying[0] ?? 0];
  const held = cards[mine[0] ?? -1];
  if (stay !== undefined && lying.length > 1) yield take('one card left', after, stay);
  yield take("into the opponent's hand", after, inHand(after, other));
  if (held !== undefined) yield take('onto a hand card', after, { field: held.field });
};

const draws: MoveMaker = function* ({ cards, turn, stock, clearing }) {
  if (clearing === undefined) return;
  const { kind, cards: after } = clearing;
  const draw = (label: string, deck: Deck): IllegalMove => wrong('DRK-PL-06', `${kind}: ${label}`, deck);
  const back = (record: number): Partial<CardRecord> => ({
    property: cards[record]?.property ?? FREE,
    field: 0,
  });
  const drawn = stock.filter((record) => after[record]?.property !== cards[record]?.property);
  const left = stock.filter((record) => !drawn.includes(record));
  const [last, skipped, more] = [drawn.at(-1), left.at(-1), left[0]];
  if (last !== undefined) {
    const { property, field } = after[last] ?? { property: FREE, field: 0 };
    const less = withRecord(after, last, back(last));
    yield draw('nobody draws', withRecords(after, drawn, back));
    yield draw('one draw too few', less);
    if (skipped !== undefined)
      yield draw('drawn out of order', withRecord(less, skipped, { property, field }));
    const away = inHand(after, property === 1 ? 2 : 1);
    yield draw('drawn by the wrong player', withRecord(after, last, away));
  }
  if (more !== undefined) yield draw('one draw too many', withRecord(after, more, inHand(after, turn)));
};

const strays: MoveMaker = function* ({ cards, turn, mine, theirs, stock }) {
  const stray = (label: string, record: number | undefined, change: Partial<CardRecord>): IllegalMove[] =>
    record === undefined ? [] : [wrong('DRK-PL-07', label, withRecord(cards, record, change))];
  const [first, second] = mine;
  const gone = cards.findIndex(({ property }) => property === OUT_OF_PLAY);
  yield wrong('DRK-PL-07', 'no move', cards);
  yield* stray("a card out of the opponent's hand", theirs[0], inHand(cards, turn));
  yield* stray('a hand card out of play', first, OUT);
  yield* stray('a hand card without a place', first, { field: 0 });
  yield* stray('a hand card back to the stock', first, { property: FREE, field: 0 });
  if (first !== undefined && second !== undefined) {
    const swapped = withRecords(cards, [first, second], (record) => {
      const other = cards[record === first ? second : first];
      return other && { card: other.card, suit: other.suit, color: other.color };
    });
    yield wrong('DRK-PL-07', 'two records exchange their cards', swapped);
  }
  yield* stray('a stock card out of play', stock[0], { property: OUT_OF_PLAY });
  yield* stray('a stock card with a place', stock[0], { field: 1 });
  yield* stray('a card back into play', gone < 0 ? undefined : gone, inHand(cards, turn));
};

/** A legal move together with another change. */
const combined: MoveMaker = function* ({ table, cards, plays: legal, clearing, theirs, mine }) {
  const [played = clearing] = legal;
  const [first, second] = theirs;
  if (played !== undefined && first !== undefined) {
    const { cards: after } = played;
    yield wrong('DRK-PL-07', 'a legal move, and a card lost', withRecord(after, first, OUT));
    const neighbour = cards[second ?? -1];
    if (neighbour !== undefined) {
      const shared = withRecord(after, first, { field: neighbour.field });
      yield wrong('DRK-PL-07', 'a legal move, and two cards at one place', shared);
    }
  }
  if (clearing === undefined || mine[0] === undefined) return;
  const clause = table.phase === 'defence' ? 'DRK-PL-02' : 'DRK-PL-03';
  const both = withRecord(clearing.cards, mine[0], { field: -1 });
  yield wrong(clause, `${clearing.kind}, and a card played`, both);
};

const MAKERS: readonly MoveMaker[] = [plays, defences, throwIns, bitos, takes, draws, strays, combined];
