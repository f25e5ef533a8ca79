/**
 * Judges a well-formed deck packet as a move, and charges an illegal one to its clause.
 *
 * In the order of the page: table cards to -2 wrongly, PL-04; table to hand, PL-05; wrong draws, PL-06; hand to table,
 * PL-01, 02 or 03 by own and other; a defence right only under another trump suit, PL-08; anything else, PL-07. If a
 * packet is wrong in several ways, the first clause of this list is charged.
 */
import {
  clearingText,
  CLAUSE_OF,
  describeDraws,
  drawsAfter,
  fieldFor,
  newestOf,
  playFault,
  playText,
  type Clearing,
  type Draws,
  type Move,
  type MoveClause,
} from './moves';
import { cardName, FREE, suitName, TRUMP, type CardRecord, type Deck } from '../wire/packet';
import { LOSING_HAND, sameCard, tableOf, winnerOf, type Player, type State, type Table } from './game';

export type Clause = MoveClause | 'DRK-PL-06' | 'DRK-PL-07' | 'DRK-PL-08' | 'DRK-PL-09';

export interface Legal {
  readonly legal: true;
  readonly move: Move;
}

export interface Illegal {
  readonly legal: false;
  readonly clause: Clause;
  readonly reason: string;
}

export type Judgement = Legal | Illegal;

/** `played`: a card of a hand is now on the table, and so on. `stray`: no rule allows the change. */
type ChangeKind = 'out' | 'taken' | 'drawn' | 'played' | 'stray';

/** The input of the parts of the judge. `changes`: the changed records by kind, in record order. */
interface MoveCase {
  readonly state: State;
  readonly mover: Player;
  readonly after: Deck;
  readonly table: Table;
  readonly changes: Readonly<Record<ChangeKind, readonly number[]>>;
}

/** A packet is judged for the suite, for its label and for its effect: the last judgement is known. */
let last: { state: State; after: Deck; mover: Player; judged: Judgement } | undefined;

/**
 * Judges `after` as a move of `mover` in `state`. Hand places may change as long as they stay distinct; fields of
 * cards out of play are ignored. A move after the end is charged to DRK-PL-09.
 */
export function judge(state: State, after: Deck, mover: Player = state.turn): Judgement {
  if (last?.state === state && last.after === after && last.mover === mover) return last.judged;
  const judged = judgeAnew(state, after, mover);
  last = { state, after, mover, judged };
  return judged;
}

function judgeAnew(state: State, after: Deck, mover: Player): Judgement {
  const { cards } = state;
  const won = winnerOf(cards);
  if (won !== undefined) return illegal('DRK-PL-09', `the game is over: player ${won} has won`);
  for (let i = 0; i < Math.max(cards.length, after.length); i++) {
    const [was, is] = [cards[i], after[i]];
    if (was !== undefined && is !== undefined && sameCard(was, is)) continue;
    const reason = `record ${i} was the ${recordName(cards, i)} and is the ${recordName(after, i)}`;
    return illegal('DRK-PL-07', `${reason}: cards stay with their record`);
  }
  const asked = { state, mover, after, table: tableOf(cards, mover), changes: changesOf(cards, after) };
  if (asked.changes.out.length > 0) return judgeClearing('bito', bitoFault(asked), asked);
  if (asked.changes.taken.length > 0) return judgeClearing('take', takeFault(asked), asked);
  const drawn = drawFault(asked, new Map());
  if (drawn !== undefined) return drawn;
  if (asked.changes.played.length > 0) return judgePlay(asked);
  return leftover(asked) ?? illegal('DRK-PL-07', 'no card moves');
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

function judgeClearing(kind: Clearing, wrong: Illegal | undefined, asked: MoveCase): Judgement {
  const { state, mover, after, table } = asked;
  const draws = drawsAfter(kind, state.cards, mover);
  const fault = wrong ?? drawFault(asked, draws) ?? surplusPlay(asked) ?? leftover(asked);
  if (fault !== undefined) return fault;
  const text = clearingText(kind, table, draws);
  return { legal: true, move: { kind, clause: CLAUSE_OF[kind], player: mover, cards: after, text } };
}

function bitoFault({ table: { phase, lying }, changes: { out } }: MoveCase): Illegal | undefined {
  if (phase !== 'throw-in') {
    const reason = phase === 'wait' ? 'the attack is not answered yet' : 'the last attack is not beaten';
    return illegal('DRK-PL-04', `puts table cards out of play although ${reason}`);
  }
  if (out.length === lying.length) return undefined;
  return illegal('DRK-PL-04', `puts ${out.length} of ${lying.length} table cards out of play, not all`);
}

function takeFault({ mover, after, table, changes: { taken, drawn } }: MoveCase): Illegal | undefined {
  const wrong = (reason: string): Illegal => illegal('DRK-PL-05', reason);
  if (table.phase !== 'defence') return wrong('takes table cards although no attack waits for an answer');
  const misplaced = taken.find((record) => after[record]?.property !== mover);
  if (misplaced !== undefined)
    return wrong(`puts the ${recordName(after, misplaced)} from the table into the opponent's hand`);
  if (taken.length !== table.lying.length)
    return wrong(`takes ${taken.length} of ${table.lying.length} table cards, not all`);
  // If the other card at that place was drawn, the draw is wrong.
  const isAt = (record: number, card: CardRecord): boolean =>
    card.property === after[record]?.property && card.field === after[record].field;
  const shared = taken.find((record) =>
    after.some((card, i) => i !== record && isAt(record, card) && !drawn.includes(i)),
  );
  if (shared === undefined) return undefined;
  return wrong(`takes the ${recordName(after, shared)} to a hand place that is not free`);
}

function judgePlay(asked: MoveCase): Judgement {
  const { state, mover, table, after } = asked;
  const { played } = asked.changes;
  const { phase } = table;
  const [record = 0] = played;
  if (phase === 'wait') return illegal('DRK-PL-07', 'plays a card although the opponent has to move');
  const clause = CLAUSE_OF[phase];
  if (played.length > 1) return illegal(clause, `plays ${played.length} cards at once, not one`);
  const [was, is] = [state.cards[record], after[record]];
  const name = recordName(after, record);
  if (was?.property !== mover) return illegal(clause, `plays the ${name} out of the opponent's hand`);
  if (is?.property !== mover) return illegal(clause, `plays the ${name} as a card of the opponent`);
  const field = fieldFor(table);
  if (is.field !== field)
    return illegal(clause, `plays the ${name} to table place ${-is.field}, not ${-field}`);
  const fault = playFault(state, mover, table, record);
  if (fault !== undefined) return wrongPlay(asked, is, clause, fault);
  const rest = leftover(asked);
  if (rest !== undefined) return rest;
  const text = playText(state.cards, table, record);
  return { legal: true, move: { kind: phase, clause, player: mover, record, cards: after, text } };
}

/** A card that the rules forbid here. The trump suit is charged if another trump suit would allow it. */
function wrongPlay({ state, table }: MoveCase, card: CardRecord, clause: Clause, fault: string): Illegal {
  const newest = newestOf(state.cards, table);
  if (table.phase !== 'defence' || newest === undefined || card.suit === newest.suit)
    return illegal(clause, fault);
  const suits = `right only if ${suitName(card.suit)} were trump, but ${suitName(state.trump)} are`;
  return illegal('DRK-PL-08', `${fault}: ${suits}`);
}

/** Draws that differ from `draws`. */
function drawFault({ after, changes: { drawn } }: MoveCase, draws: Draws): Illegal | undefined {
  const wrong = (record: number, does: string): Illegal => {
    const due = describeDraws(draws) || 'nobody draws';
    return illegal('DRK-PL-06', does.replace('%', `the ${recordName(after, record)}`) + ` (${due})`);
  };
  for (const record of drawn) {
    const player = after[record]?.property;
    const right = draws.get(record);
    if (right === player) continue;
    const but = right === undefined ? 'which nobody may draw now' : `which is player ${right}'s to draw`;
    return wrong(record, `player ${player} draws %, ${but}`);
  }
  const missing = [...draws.keys()].find((record) => !drawn.includes(record));
  return missing === undefined ? undefined : wrong(missing, `player ${draws.get(missing)} does not draw %`);
}

/** A card played in the same packet as a bito or a take. */
function surplusPlay({ after, changes, table }: MoveCase): Illegal | undefined {
  const [record] = changes.played;
  if (record === undefined) return undefined;
  const clause = table.phase === 'defence' ? 'DRK-PL-02' : 'DRK-PL-03';
  return illegal(clause, `plays the ${recordName(after, record)} and clears the table at once`);
}

/** Changes besides the move that no rule allows. */
function leftover({ state, after, changes }: MoveCase): Illegal | undefined {
  const [record] = changes.stray;
  if (record !== undefined) {
    const [was, is] = [state.cards[record], after[record]];
    const how = `property ${was?.property} field ${was?.field} became property ${is?.property} field ${is?.field}`;
    return illegal('DRK-PL-07', `the ${recordName(after, record)} changes in a way no move does: ${how}`);
  }
  // The hand places that are taken, a bit each.
  let taken = 0;
  for (const card of after) {
    if (card.property <= 0 || card.field <= 0) continue;
    const place = 1 << (card.field + (card.property === 1 ? 0 : LOSING_HAND));
    if ((taken & place) !== 0)
      return illegal('DRK-PL-07', `the ${cardName(card)} shares its hand place with another card`);
    taken |= place;
  }
  return undefined;
}

/** The changes from the state before to `after`. A new place within a hand is none. */
function changesOf(before: Deck, after: Deck): MoveCase['changes'] {
  const changes: Record<ChangeKind, number[]> = { out: [], taken: [], drawn: [], played: [], stray: [] };
  for (const [i, was] of before.entries()) {
    const is = after[i];
    const kind = is === undefined ? 'stray' : changeOf(was, is);
    if (kind !== undefined) changes[kind].push(i);
  }
  return changes;
}

type Place = 'out' | 'stock' | 'hand' | 'table' | 'nowhere';

const KINDS: Readonly<Record<string, ChangeKind>> = {
  'table out': 'out',
  'table hand': 'taken',
  'stock hand': 'drawn',
  'hand table': 'played',
};

function changeOf(was: CardRecord, is: CardRecord): ChangeKind | undefined {
  const [from, to] = [placeOf(was), placeOf(is)];
  if (from !== to || was.property !== is.property) return KINDS[`${from} ${to}`] ?? 'stray';
  return from === 'out' || from === 'hand' || was.field === is.field ? undefined : 'stray';
}

function placeOf({ property, field }: CardRecord): Place {
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
