/** Well-formed packets that are illegal moves: what a move makes of the deck, or the deck as it is, with one card more put elsewhere. */
import { FREE, type CardRecord, type Deck } from '../wire/packet';
import { handOf, inHand, tableOf, withRecord, type State } from './game';
import { judge, type Illegal } from './judge';
import { clearing, fieldFor, legalMoves, OUT } from './moves';

type Place = (deck: Deck) => Partial<CardRecord>;

/** Of all that breaks a rule in this state, and that fits, the first from this number on, round and round; undefined: there is none. */
export function illegalMove(
  state: State,
  number: number,
  fits: (wrong: Illegal, cards: Deck) => boolean,
): Deck | undefined {
  const changes = changesOf(state);
  for (const i of changes.keys()) {
    const cards = changes[(number + i) % changes.length]?.() ?? [];
    const judged = judge(state, cards);
    if (!judged.legal && fits(judged, cards)) return cards;
  }
  return undefined;
}

/** Decks that differ little from legal ones; none after the end. */
function changesOf(state: State): readonly (() => Deck)[] {
  const { cards, turn } = state;
  const [move] = legalMoves(state);
  if (move === undefined) return [];
  const table = tableOf(cards, turn);
  const played = { property: turn, field: fieldFor(table) };
  const bases = [cards, move.cards, clearing('bito', cards, turn).cards, clearing('take', cards, turn).cards];
  const places: readonly Place[] = [
    ...([1, 2] as const).map((player) => (deck: Deck) => inHand(deck, player)),
    ...[OUT, { property: FREE, field: 0 }, played, { field: -1 }, { field: 0 }, { field: 1 }].map(
      (place) => () => place,
    ),
  ];
  const records = firstOfEachPlace(cards);
  const moved = (base: Deck): readonly (() => Deck)[] => [
    () => base,
    ...records.flatMap((record) => [
      () => withRecord(base, record, cards[record] ?? {}),
      ...places.map((place) => () => withRecord(base, record, place(base))),
    ]),
  ];
  return [
    ...handOf(cards, turn).map((record) => () => withRecord(cards, record, played)),
    ...bases.flatMap(moved),
    () => cards.with(0, renamed(cards, 0, 1)).with(1, renamed(cards, 1, 0)),
  ];
}

/** The card at `place`, as that at `other`. */
function renamed(cards: Deck, place: number, other: number): CardRecord {
  const { property = FREE, field = 0 } = cards[place] ?? {};
  return { ...(cards[other] ?? { card: 0, suit: 0, color: 0 }), property, field };
}

function firstOfEachPlace(cards: Deck): readonly number[] {
  const kinds = cards.map(({ property, field }) => `${property} ${Math.sign(field)}`);
  return [...kinds.keys()].filter((record) => kinds.indexOf(kinds[record] ?? '') === record);
}
