/**
 * Judges a well-formed deck packet as a move, and charges an illegal one to its clause.
 *
 * In the order of the page: table cards to -2 wrongly, PL-04; table to hand, PL-05; wrong draws, PL-06; hand to table,
 * PL-01, 02 or 03 by own and other; a defence right only under another trump suit, PL-08; anything else, PL-07. If a
 * packet is wrong in several ways, the first clause of this list is charged.
 */
import { changesOf, sharedPlaces, replacedRecord, type Changes } from './changes';
import {
  bitoText,
  CLAUSE_OF,
  drawersAfter,
  fieldFor,
  newestOf,
  playFault,
  playText,
  takeText,
  type Move,
  type MoveClause,
} from './moves';
import { cardName, suitName, type Deck } from '../wire/packet';
import { describeDraws, drawsFor, tableOf, winnerOf, type Player, type State, type Table } from './game';

export type Clause = MoveClause | 'DRK-PL-06' | 'DRK-PL-07' | 'DRK-PL-08' | 'DRK-PL-09';

export interface Legal {
  readonly legal: true;
  readonly move: Move;
}

export interface Illegal {
  readonly legal: false;
  readonly clause: Clause;
  /** The error, as text for players. */
  readonly reason: string;
}

export type Judgement = Legal | Illegal;

/** The input of the parts of the judge. */
interface MoveCase {
  readonly state: State;
  readonly mover: Player;
  readonly after: Deck;
  readonly table: Table;
  readonly changes: Changes;
}

/**
 * Judges `after` as a move of `mover` in `state`. Hand places may change as long as they stay distinct; fields of
 * cards out of play are ignored. A move after the end is charged to DRK-PL-09.
 */
export function judge(state: State, after: Deck, mover: Player = state.turn): Judgement {
  const won = winnerOf(state.cards);
  if (won !== undefined) return illegal('DRK-PL-09', `the game is over: player ${won} has won`);
  const stranger = replacedRecord(state.cards, after);
  if (stranger !== undefined) return replacedCardFault(state.cards, after, stranger);
  const table = tableOf(state.cards, mover);
  const changes = changesOf(state.cards, after);
  const asked: MoveCase = { state, mover, after, table, changes };
  if (changes.out.length > 0) return judgeBito(asked);
  if (changes.taken.length > 0) return judgeTake(asked);
  const drawn = drawFault(asked, new Map());
  if (drawn !== undefined) return drawn;
  return changes.played.length > 0 ? judgePlay(asked) : noMove(asked);
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

function judgeBito(asked: MoveCase): Judgement {
  const { state, mover, table, changes, after } = asked;
  const lying = table.own.length + table.other.length;
  if (table.phase !== 'throw-in') {
    const reason =
      table.phase === 'wait' ? 'the attack is not answered yet' : 'the last attack is not beaten';
    return illegal('DRK-PL-04', `puts table cards out of play although ${reason}`);
  }
  if (changes.out.length !== lying)
    return illegal('DRK-PL-04', `puts ${changes.out.length} of ${lying} table cards out of play, not all`);
  const draws = drawsFor(state.cards, drawersAfter('bito', mover));
  const fault = drawFault(asked, draws) ?? surplusPlay(asked) ?? leftover(asked);
  if (fault !== undefined) return fault;
  const text = bitoText(table, draws);
  return { legal: true, move: { kind: 'bito', clause: CLAUSE_OF.bito, player: mover, cards: after, text } };
}

function judgeTake(asked: MoveCase): Judgement {
  const { state, mover, table, changes, after } = asked;
  const lying = table.own.length + table.other.length;
  const { taken } = changes;
  if (table.phase !== 'defence')
    return illegal('DRK-PL-05', 'takes table cards although no attack waits for an answer');
  const misplaced = taken.find((record) => after[record]?.property !== mover);
  if (misplaced !== undefined)
    return illegal(
      'DRK-PL-05',
      `puts the ${recordName(after, misplaced)} from the table into the opponent's hand`,
    );
  if (taken.length !== lying)
    return illegal('DRK-PL-05', `takes ${taken.length} of ${lying} table cards, not all`);
  const shared = occupiedPlace(asked);
  if (shared !== undefined)
    return illegal('DRK-PL-05', `takes the ${recordName(after, shared)} to a hand place that is not free`);
  const draws = drawsFor(state.cards, drawersAfter('take', mover));
  const fault = drawFault(asked, draws) ?? surplusPlay(asked) ?? leftover(asked);
  if (fault !== undefined) return fault;
  const text = takeText(table, draws);
  return { legal: true, move: { kind: 'take', clause: CLAUSE_OF.take, player: mover, cards: after, text } };
}

function judgePlay(asked: MoveCase): Judgement {
  const { state, mover, table, changes, after } = asked;
  const { phase } = table;
  const [record = 0] = changes.played;
  if (phase === 'wait') return illegal('DRK-PL-07', 'plays a card although the opponent has to move');
  const clause = CLAUSE_OF[phase];
  if (changes.played.length > 1)
    return illegal(clause, `plays ${changes.played.length} cards at once, not one`);
  const [was, is] = [state.cards[record], after[record]];
  const name = recordName(after, record);
  if (was?.property !== mover) return illegal(clause, `plays the ${name} out of the opponent's hand`);
  if (is?.property !== mover) return illegal(clause, `plays the ${name} as a card of the opponent`);
  const field = fieldFor(table);
  if (is.field !== field)
    return illegal(clause, `plays the ${name} to table place ${-is.field}, not ${-field}`);
  const fault = playFault(state, mover, table, record);
  if (fault !== undefined) return wrongPlay(asked, record, fault);
  const rest = leftover(asked);
  if (rest !== undefined) return rest;
  const text = playText(state.cards, table, record);
  return { legal: true, move: { kind: phase, clause, player: mover, record, cards: after, text } };
}

/** A card that the rules forbid here. The trump suit is charged if another trump suit would allow it. */
function wrongPlay({ state, table, after }: MoveCase, record: number, fault: string): Illegal {
  const [card, newest] = [after[record], newestOf(state.cards, table)];
  if (table.phase === 'defence' && card !== undefined && newest !== undefined && card.suit !== newest.suit) {
    const suits = `right only if ${suitName(card.suit)} were trump, but ${suitName(state.trump)} are`;
    return illegal('DRK-PL-08', `${fault}: ${suits}`);
  }
  return illegal(table.phase === 'wait' ? 'DRK-PL-07' : CLAUSE_OF[table.phase], fault);
}

/** Draws that differ from `draws`. */
function drawFault({ after, changes }: MoveCase, draws: ReadonlyMap<number, Player>): Illegal | undefined {
  const drawn = changes.drawn;
  const due = describeDraws(draws) || 'nobody draws';
  for (const record of drawn) {
    const player = after[record]?.property;
    const right = draws.get(record);
    if (right === player) continue;
    const reason = `player ${player} draws the ${recordName(after, record)}`;
    const but = right === undefined ? 'which nobody may draw now' : `which is player ${right}'s to draw`;
    return illegal('DRK-PL-06', `${reason}, ${but} (${due})`);
  }
  const missing = [...draws.keys()].find((record) => !drawn.includes(record));
  if (missing === undefined) return undefined;
  const reason = `player ${draws.get(missing)} does not draw the ${recordName(after, missing)}`;
  return illegal('DRK-PL-06', `${reason} (${due})`);
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
  const [shared] = sharedPlaces(after);
  if (shared === undefined) return undefined;
  return illegal('DRK-PL-07', `the ${recordName(after, shared)} shares its hand place with another card`);
}

function noMove(asked: MoveCase): Illegal {
  return leftover(asked) ?? illegal('DRK-PL-07', 'no card moves');
}

function replacedCardFault(before: Deck, after: Deck, record: number): Illegal {
  const [was, is] = [recordName(before, record), recordName(after, record)];
  return illegal(
    'DRK-PL-07',
    `record ${record} was the ${was} and is the ${is}: cards stay with their record`,
  );
}

/** A taken card in a place that the taker's other card has. If the other card was drawn, the draw is wrong. */
function occupiedPlace({ after, changes: { taken, drawn } }: MoveCase): number | undefined {
  return taken.find((record) =>
    after.some((card, i) => {
      const mine = after[record];
      const same = card.property === mine?.property && card.field === mine.field;
      return i !== record && same && !drawn.includes(i);
    }),
  );
}

function recordName(cards: Deck, record: number): string {
  const card = cards[record];
  return card === undefined ? `missing record ${record}` : cardName(card);
}

function illegal(clause: Clause, reason: string): Illegal {
  return { legal: false, clause, reason };
}
