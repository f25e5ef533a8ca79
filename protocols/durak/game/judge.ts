/**
 * Judges a well-formed deck packet as a move, and charges an illegal one to its clause.
 *
 * In the order of the page: table cards to -2 wrongly, PL-04; table to hand, PL-05; wrong draws, PL-06; hand to table,
 * PL-01, 02 or 03 by own and other; a defence right only under another trump suit, PL-08; anything else, PL-07. If a
 * packet is wrong in several ways, the first clause of this list is charged.
 */
import { CLAUSE_OF, describeDraws, drawsAfter, fieldFor, legalMoves, newestOf, playFault } from './moves';
import type { Clearing, Draws, Move, MoveClause } from './moves';
import { cardName, FREE, suitName, TRUMP, type CardRecord, type Deck } from '../wire/packet';
import { sameCard, sameCards, tableOf, winnerOf, type Player, type State, type Table } from './game';

export type Clause = MoveClause | 'DRK-PL-06' | 'DRK-PL-07' | 'DRK-PL-08' | 'DRK-PL-09';

export interface Illegal {
  readonly legal: false;
  readonly clause: Clause;
  readonly reason: string;
}

export type Judgement = { readonly legal: true; readonly move: Move } | Illegal;

/** `played`: a card of a hand is now on the table, and so on. `stray`: no rule allows the change. */
type ChangeKind = 'out' | 'taken' | 'drawn' | 'played' | 'stray';

/** `changes`: the changed records by kind, in record order. `clears`: as some of them do, rightly or not. */
interface WrongMove {
  readonly state: State;
  readonly mover: Player;
  readonly after: Deck;
  readonly table: Table;
  readonly changes: Readonly<Record<ChangeKind, readonly number[]>>;
  readonly clears: Clearing | undefined;
}

/** A packet is judged for the suite, for its label and for its effect, and many in one state: the last judgement is known. */
let last: { state: State; mover: Player; moves: readonly Move[]; after: Deck; judged: Judgement } | undefined;

/**
 * Judges `after` as a move of `mover` in `state`. Hand places may change as long as they stay distinct; fields of
 * cards out of play are ignored. A move after the end is charged to DRK-PL-09.
 */
export function judge(state: State, after: Deck, mover: Player = state.turn): Judgement {
  const known = last?.state === state && last.mover === mover ? last : undefined;
  if (known?.after === after) return known.judged;
  const moves = known?.moves ?? legalMoves(state, mover);
  const move = moves.find(({ cards }) => sameCards(cards, after));
  const judged: Judgement =
    move === undefined || sharedPlace(after) !== undefined
      ? chargeOf(state, after, mover)
      : { legal: true, move: { ...move, cards: after } };
  last = { state, mover, moves, after, judged };
  return judged;
}

/**
 * The clause that a board breaks when it refuses a legal move: the move's own, or DRK-PL-08 where another trump suit
 * would make the refusal right.
 */
export function refusalClause(state: State, move: Move): Clause {
  if (move.kind !== 'defence' || move.record === undefined) return move.clause;
  const newest = newestOf(state.cards, tableOf(state.cards, move.player));
  return newest?.suit === state.cards[move.record]?.suit ? move.clause : 'DRK-PL-08';
}

function chargeOf(state: State, after: Deck, mover: Player): Illegal {
  const { cards } = state;
  const won = winnerOf(cards);
  if (won !== undefined) return illegal('DRK-PL-09', `the game is over: player ${won} has won`);
  const other = cards.findIndex((card, i) => after[i] === undefined || !sameCard(card, after[i]));
  if (other >= 0) {
    const reason = `record ${other} was the ${recordName(cards, other)} and is the ${recordName(after, other)}`;
    return illegal('DRK-PL-07', `${reason}: cards stay with their record`);
  }
  const changes = changesOf(cards, after);
  const clears = changes.out.length > 0 ? 'bito' : changes.taken.length > 0 ? 'take' : undefined;
  const wrong = { state, mover, after, table: tableOf(cards, mover), changes, clears } as const;
  return clearingFault(wrong) ?? drawFault(wrong) ?? tableFault(wrong) ?? otherFault(wrong);
}

function clearingFault({ mover, after, table, changes, clears }: WrongMove): Illegal | undefined {
  const { phase, lying } = table;
  const { out, taken, drawn } = changes;
  const all = (moved: readonly number[]): string => `${moved.length} of ${lying.length} table cards`;
  if (clears === 'bito') {
    if (phase === 'throw-in' && out.length === lying.length) return undefined;
    const reason = `puts ${all(out)} out of play, not all`;
    const early = 'puts table cards out of play although the last attack is not beaten';
    return illegal('DRK-PL-04', phase === 'throw-in' ? reason : early);
  }
  if (clears === undefined) return undefined;
  const wrong = (reason: string): Illegal => illegal('DRK-PL-05', reason);
  if (phase !== 'defence') return wrong('takes table cards although no attack waits for an answer');
  const misplaced = taken.find((record) => after[record]?.property !== mover);
  if (misplaced !== undefined)
    return wrong(`puts the ${recordName(after, misplaced)} from the table into the opponent's hand`);
  if (taken.length !== lying.length) return wrong(`takes ${all(taken)}, not all`);
  // If the other card at that place was drawn, the draw is wrong.
  const kept = after.filter((_, record) => !drawn.includes(record));
  const isAt = (one: CardRecord, field?: number): boolean => one.property === mover && one.field === field;
  const shared = taken.find((record) => kept.filter((one) => isAt(one, after[record]?.field)).length > 1);
  if (shared === undefined) return undefined;
  return wrong(`takes the ${recordName(after, shared)} to a hand place that is not free`);
}

function drawFault({ state, mover, after, changes, clears }: WrongMove): Illegal | undefined {
  const draws: Draws = clears === undefined ? new Map() : drawsAfter(clears, state.cards, mover);
  const drawerOf = (record: number) => (changes.drawn.includes(record) ? after[record]?.property : undefined);
  const wrong = [...changes.drawn, ...draws.keys()].find((one) => drawerOf(one) !== draws.get(one));
  if (wrong === undefined) return undefined;
  const [drawer, name] = [drawerOf(wrong), `the ${recordName(after, wrong)}`];
  const what =
    drawer === undefined
      ? `player ${draws.get(wrong)} does not draw ${name}`
      : `player ${drawer} draws ${name}, which is not its to draw now`;
  return illegal('DRK-PL-06', `${what} (${describeDraws(draws) || 'nobody draws'})`);
}

/** A card was played that the rules forbid here, or not as they have it. */
function tableFault({ state, mover, after, table, changes, clears }: WrongMove): Illegal | undefined {
  const { phase } = table;
  const [record, ...more] = changes.played;
  const card = after[record ?? -1];
  if (record === undefined || card === undefined) return undefined;
  if (phase === 'wait') return illegal('DRK-PL-07', 'plays a card although the opponent has to move');
  const clause = CLAUSE_OF[phase];
  const wrong = (reason: string): Illegal => illegal(clause, `plays the ${cardName(card)} ${reason}`);
  if (clears !== undefined) return wrong('and clears the table at once');
  if (more.length > 0) return wrong('and others at once');
  if (state.cards[record]?.property !== mover || card.property !== mover)
    return wrong('out of the hand of the opponent, or for the opponent');
  const field = fieldFor(table);
  if (card.field !== field) return wrong(`to table place ${-card.field}, not ${-field}`);
  const fault = playFault(state, mover, table, record);
  if (fault === undefined) return undefined;
  const newest = newestOf(state.cards, table);
  if (phase !== 'defence' || newest?.suit === card.suit) return illegal(clause, fault);
  // Another trump suit would allow it.
  const suits = `right only if ${suitName(card.suit)} were trump, but ${suitName(state.trump)} are`;
  return illegal('DRK-PL-08', `${fault}: ${suits}`);
}

/** Changes besides the move that no rule allows. */
function otherFault({ state, after, changes }: WrongMove): Illegal {
  const [record] = changes.stray;
  if (record !== undefined) {
    const [was, is] = [state.cards[record], after[record]];
    const how = `property ${was?.property} field ${was?.field} became property ${is?.property} field ${is?.field}`;
    return illegal('DRK-PL-07', `the ${recordName(after, record)} changes in a way no move does: ${how}`);
  }
  const shared = sharedPlace(after);
  if (shared === undefined) return illegal('DRK-PL-07', 'no card moves');
  return illegal('DRK-PL-07', `the ${cardName(shared)} shares its hand place with another card`);
}

/** A card of a hand at the place of an earlier one. */
function sharedPlace(cards: Deck): CardRecord | undefined {
  const places = new Set<number>();
  return cards.find(({ property, field }) => {
    const place = 16 * property + field;
    const isShared = property > 0 && field > 0 && places.has(place);
    if (property > 0 && field > 0) places.add(place);
    return isShared;
  });
}

/** The changes from the state before to `after`. A new place within a hand is none. */
function changesOf(before: Deck, after: Deck): WrongMove['changes'] {
  const changes: Record<ChangeKind, number[]> = { out: [], taken: [], drawn: [], played: [], stray: [] };
  for (const [i, was] of before.entries()) {
    const is = after[i] ?? was;
    const [from, to] = [placeOf(was), placeOf(is)];
    if (from !== to || was.property !== is.property) changes[KINDS[`${from} ${to}`] ?? 'stray'].push(i);
    else if (from !== 'out' && from !== 'hand' && was.field !== is.field) changes.stray.push(i);
  }
  return changes;
}

const KINDS: Readonly<Record<string, ChangeKind>> = {
  'table out': 'out',
  'table hand': 'taken',
  'stock hand': 'drawn',
  'hand table': 'played',
};

function placeOf({ property, field }: CardRecord): 'out' | 'stock' | 'hand' | 'table' | 'nowhere' {
  if (property === FREE || property === TRUMP) return field === 0 ? 'stock' : 'nowhere';
  if (property < 0) return 'out';
  if (field === 0) return 'nowhere';
  return field > 0 ? 'hand' : 'table';
}

function recordName(cards: Deck, record: number): string {
  const card = cards[record];
  return card === undefined ? `missing record ${record}` : cardName(card);
}

function illegal(clause: Clause, reason: string): Illegal {
  return { legal: false, clause, reason };
}
