/**
 * Decks that depend on the board's choices, made when they are sent.
 *
 *     move 7      the 7th legal move, round and round     throw 7, pass 7: of those that play a card or clear the table
 *     weak        the move that a style likes best ({@link STYLES})
 *     illegal 7   a packet that is no legal move          against DRK-PL-05 7   one that breaks this clause
 *     stock, dead-rank    a card of the stock is played; one is thrown in of a rank that only cards out of play have
 *     malformed 7 3   a legal move's packet, wrong in one way
 *     part 9 120  a legal move's bytes from 9 to 120      again           the last deck of the host
 *     ack         if the board waits for one          early           a move out of turn
 */
import { dice } from '../../api/index';
import {
  isDeal,
  tableOf,
  type State,
  type Table,
  handOf,
  inHand,
  opponentOf,
  TABLE_SIDE,
  withRecord,
} from './game/game';
import { legalMoves, type Move, clearing, fieldFor, OUT } from './game/moves';
import { waitingOf, type DurakState } from './state';
import { ACK } from './steps';
import { MALFORMATIONS } from './wire/malformations';
import { type CardRecord, type Deck, FREE, keyOf, OUT_OF_PLAY } from './wire/packet';
import { encode } from './wire/wire';
import { judge, type Illegal } from './game/judge';

/** Table cards that are enough for a take, for a player who gathers many. */
const HEAP = 5;
const RANKS = 9;
/** A prime, so that it leads to all changes, and neighbours of one kind do not come in turn. */
const STRIDE = 10_007;
/** Of a hand. */
const LAST_PLACE = 10;

interface Style {
  /** The card with the highest number is played; trumps are above all others in `strength`. */
  readonly worth: (card: { readonly isTrump: boolean; readonly strength: number }, table: Table) => number;
  /** A bito or a take at once. */
  readonly clears?: (table: Table) => boolean;
}

const weakest: Style['worth'] = ({ strength }) => -strength;
const plainFirst: Style['worth'] = ({ isTrump, strength }) => (isTrump ? -1 : strength);
const bitos: Style['clears'] = ({ phase }) => phase === 'throw-in';

const STYLES: Readonly<Record<string, Style>> = {
  weak: { worth: weakest },
  strong: { worth: ({ strength }) => strength },
  /** Empties the stock. */
  long: { worth: weakest, clears: bitos },
  heap: { worth: weakest, clears: ({ phase, lying }) => phase === 'defence' && lying.length >= HEAP },
  'trumps-last': { worth: plainFirst },
  'trump-third': {
    worth: (card, table) => (card.isTrump && table.lying.length >= 4 ? 2 * RANKS : plainFirst(card, table)),
  },
  /** Keeps its best plain cards for defence. */
  guard: {
    worth: (card, table) => (table.phase === 'defence' ? plainFirst : weakest)(card, table),
    clears: bitos,
  },
};

/** Undefined if there is no such deck. */
export function bytesOfRecipe(recipe: string, known: DurakState): Uint8Array | undefined {
  const [name = '', first = '0', second = '0'] = recipe.split(' ');
  if (name === 'again') return known.notes.lastDeck;
  if (name === 'ack') return waitingOf(known) === undefined ? undefined : ACK;
  const { game, role } = known;
  if (game === undefined || (game.turn === role) !== (name === 'early')) return undefined;
  const number = Number(first);
  const legal = legalMoves(game);
  switch (name) {
    case 'malformed': {
      const choices = dice(Number(second));
      const cards = nth(legal, number)?.cards ?? game.cards;
      return nth(MALFORMATIONS, number)?.make(cards, (below) => choices.int(0, below - 1));
    }
    case 'early':
      return bytesOf(legalMoves(game, opponentOf(game.turn)).at(-1)?.cards);
    case 'part':
      return bytesOf(legal[0]?.cards)?.slice(number, Number(second));
    case 'illegal':
      return bytesOf(wrongMove(game, known, number));
    case 'stock':
      return bytesOf(stockCardPlayed(game));
    case 'dead-rank':
      return bytesOf(deadRankPlayed(game));
    case 'against':
      return bytesOf(wrongMove(game, known, Number(second), first));
    default:
      return bytesOf(moveBy(recipe, game)?.cards);
  }
}

/** The same move, with other places of the hands; cards out of play keep theirs. */
export function relaid(before: Deck, after: Deck): Deck {
  return after.map((card, i) => {
    if (card.property === OUT_OF_PLAY) return { ...card, field: before[i]?.field ?? 0 };
    return card.field > 0 ? { ...card, field: LAST_PLACE + 1 - card.field } : card;
  });
}

export function moveBy(recipe: string, game: State): Move | undefined {
  const [name = '', number = '0'] = recipe.split(' ');
  const legal = legalMoves(game);
  const style = STYLES[name];
  if (style !== undefined) return likedMove(style, game, legal);
  const liked = legal.filter(({ record }) => name === (record === undefined ? 'pass' : 'throw'));
  return nth(liked.length > 0 ? liked : legal, Number(number));
}

function likedMove({ worth, clears }: Style, game: State, legal: readonly Move[]): Move | undefined {
  const { cards, turn, trump } = game;
  const table = tableOf(cards, turn);
  const plays = legal.filter(({ record }) => record !== undefined);
  if (plays.length === 0 || clears?.(table) === true) return legal.at(-1);
  const worthOf = ({ record = -1 }: Move): number => {
    const { card = 0, suit = -1 }: Partial<CardRecord> = cards[record] ?? {};
    const isTrump = suit === trump;
    return worth({ isTrump, strength: card + (isTrump ? RANKS : 0) }, table);
  };
  return plays.reduce((best, move) => (worthOf(move) > worthOf(best) ? move : best));
}

/** Not a deal, which would begin a game, nor what the board takes for a packet that comes again (DRK-LK-14). */
function wrongMove(game: State, { applied }: DurakState, number: number, clause?: string): Deck | undefined {
  return illegalMove(
    game,
    number,
    (wrong, cards) =>
      (clause === undefined || wrong.clause === clause) &&
      applied?.key !== keyOf({ type: 'deck', cards }) &&
      !isDeal(cards),
  );
}

function bytesOf(cards: Deck | undefined): Uint8Array | undefined {
  return cards && encode({ type: 'deck', cards });
}

/** Counted modulo their number. */
function nth<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(1, items.length)];
}

export function stockCardPlayed({ cards, turn }: State): Deck | undefined {
  const record = cards.findIndex(({ property }) => property === FREE);
  return record < 0 ? undefined : played(cards, turn, record);
}

export function deadRankPlayed({ cards, turn }: State): Deck | undefined {
  const { phase, lying } = tableOf(cards, turn);
  const rankOf = (record: number): number | undefined => cards[record]?.card;
  const dead = new Set(cards.flatMap(({ card, property }) => (property === OUT_OF_PLAY ? [card] : [])));
  const open = new Set(lying.map(rankOf));
  const record = handOf(cards, turn).find((one) => !open.has(rankOf(one)) && dead.has(rankOf(one) ?? -1));
  return phase === 'throw-in' && record !== undefined ? played(cards, turn, record) : undefined;
}

function played(cards: Deck, turn: State['turn'], record: number): Deck {
  return withRecord(cards, record, { property: turn, field: fieldFor(tableOf(cards, turn)) });
}

type Place = (deck: Deck) => Partial<CardRecord>;

/** Of all that breaks a rule in this state, and that fits, the first from this number on, in strides; undefined: there is none. */
function illegalMove(
  state: State,
  number: number,
  fits: (wrong: Illegal, cards: Deck) => boolean,
): Deck | undefined {
  const changes = changesOf(state);
  for (const i of changes.keys()) {
    const cards = changes[(number + i * STRIDE) % changes.length]?.() ?? [];
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
  const place = { property: turn, field: fieldFor(table) };
  const next = { property: turn, field: Math.max(-TABLE_SIDE, place.field - 1) };
  const bases = [cards, move.cards, clearing('bito', cards, turn).cards, clearing('take', cards, turn).cards];
  const places: readonly Place[] = [
    ...([1, 2] as const).map((player) => (deck: Deck) => inHand(deck, player)),
    ...[OUT, { property: FREE, field: 0 }, place, next, { field: -1 }, { field: 0 }, { field: 1 }].map(
      (other) => () => other,
    ),
  ];
  const records = [...new Set([...firstOfEachPlace(cards), ...handOf(cards, turn).slice(-1)])];
  const moved = (base: Deck): readonly (() => Deck)[] => [
    () => base,
    ...records.flatMap((record) => [
      () => withRecord(base, record, cards[record] ?? {}),
      ...places.map((place) => () => withRecord(base, record, place(base))),
    ]),
  ];
  return [
    ...handOf(cards, turn).map((record) => () => withRecord(cards, record, place)),
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
