/** What was done lately: notes of turns and answers, which say whom a fault is charged to, and what many answers show together. */
import { EMPTY, endOf, isEmptyBoard, isEmptyCell, LINES, withCell, type Board, type RoundEnd } from './board';
import type { ConversationRuling, Passage } from '../../api/index';
import { clauseOf, keptBy, type Due } from './blame';
import type { Reply, TttFirmware } from './firmware';
import type { Turn } from './game';
import type { Cell, ServerMessage } from './message';
import type { TttValues } from './parameters';
import { JOINS, NO_ROUND, type Notes, type Played, type Span, type TttRx, type TttState } from './state';

/** The least answers for a median, and the most that are looked at. */
const LEAST_TIMES = 10;
const MOST_TIMES = 50;
/** The clause of a lone player who leaves. */
const LONE_LEAVE = 'TTT-34';
const LEAST_DIFFERENT = 4;

export function playedOf(
  { table, notes }: TttState,
  turn: Turn,
  { trigger, isAccepted }: Reply,
  event: Pick<Passage, 'link' | 'first' | 'last'> & Partial<Passage>,
): Played {
  if (table === undefined) throw new Error('the game is not known');
  const { link, first, last, write = 0, isAlone = true, raw } = event;
  const { round, suspect } = notes;
  const ends = isAccepted && turn.kind === 'move' && endOf(table.board, table.turn, turn.cell) !== undefined;
  return {
    turn,
    at: { first, last },
    write: `${link} ${write}`,
    isAlone,
    hasRest: turn.kind !== 'empty' && (raw?.length ?? 0) > 1,
    before: table,
    round,
    suspect,
    isAccepted,
    ends,
    trigger,
    clause: clauseOf(table, turn, isAccepted, ends),
  };
}

export function afterTurn(notes: Notes, played: Played): Notes {
  const { turn, isAccepted, trigger, write, before } = played;
  const isSuspect =
    !isAccepted || turn.kind === 'leave' || (turn.kind === 'shutdown' && before.seats.length > 0);
  const player = turn.kind === 'shutdown' ? undefined : turn.player;
  const suspect = { trigger, clause: played.hasRest ? 'TTT-02' : played.clause, write, player };
  const next: Notes = {
    ...notes,
    beforeLast: notes.last,
    last: played,
    suspect: isSuspect ? suspect : notes.suspect,
    tried: isSuspect ? [...notes.tried.filter((one) => one.trigger !== trigger), suspect] : notes.tried,
    ignoredMove: turn.kind === 'move' && !isAccepted ? played : notes.ignoredMove,
  };
  if (!isAccepted) return next;
  if (turn.kind !== 'move') {
    const left = turn.kind === 'join' ? notes.round.left : before.board;
    const round = { ...NO_ROUND, left: isEmptyBoard(left) ? notes.round.left : left };
    return { ...next, round, machineEnded: false, isFirstMove: turn.kind === 'join' };
  }
  return before.game === 'ttt-pvp' ? afterMove(next, played, turn.cell) : next;
}

/** A round may have ended with a move, or with the machine's answer to it. */
function afterMove(notes: Notes, { before }: Played, cell: Cell, machine?: Cell): Notes {
  const [own, theirs] = endsOf(before, cell, machine);
  const isByMachine = own === undefined && theirs !== undefined;
  const next = { ...notes, machineEnded: isByMachine };
  const end = own ?? theirs;
  if (end === undefined) return next;
  const board = withCell(before.board, before.turn, cell);
  return {
    ...next,
    ends: machine === undefined ? notes.ends : withEnd(notes.ends, end, board, machine),
    round: {
      isLater: true,
      previous: isByMachine && machine !== undefined ? withCell(board, 1, machine) : board,
      opening: isByMachine ? undefined : machine,
      left: EMPTY,
    },
  };
}

/** An end of a round that shows itself alone: no second line, and no cell that is the ninth, too, ends the round in place of it. */
function withEnd(
  ends: readonly string[],
  { by, lines: [line, second], full }: RoundEnd,
  board: Board,
  machine: Cell,
): readonly string[] {
  // A server that missed the player's line may have ended the round with the machine's cell.
  const isHidden = by === 0 && line !== undefined && isEmptyCell(board, machine) && endOf(board, 1, machine);
  if (second !== undefined || isHidden || (line !== undefined && full)) return ends;
  const end = `${by} ${line === undefined ? 'draw' : LINES[line]?.name}`;
  return ends.includes(end) ? ends : [...ends, end];
}

/** The ends of rounds by a move, and by the machine's answer to it: one at most. */
function endsOf(
  before: Played['before'],
  cell: Cell,
  machine?: Cell,
): readonly [RoundEnd | undefined, RoundEnd | undefined] {
  const own = endOf(before.board, before.turn, cell);
  if (own !== undefined || machine === undefined) return [own, undefined];
  return [undefined, endOf(withCell(before.board, before.turn, cell), 1, machine)];
}

/** What is due has come. */
export function delivered(
  state: TttState,
  { to, played, message: due }: Due,
  message: ServerMessage,
  { rx, steps, p }: { readonly rx: TttRx; readonly steps: TttFirmware; readonly p: TttValues },
): ConversationRuling<ServerMessage, TttState> {
  const { turn, isAlone, write } = played;
  const isCell = message.type === 'move';
  const isMachine = due === undefined && isCell && turn.kind === 'move';
  const [confirmed, kept] = isCell ? confirmedBy(state.notes, write) : [state.notes, []];
  let notes: Notes = { ...confirmed, lastRxAt: rx.first.notAfter };
  // Who comes after a lone player was told to wait: that one has left.
  const isWaiting = message.type === 'wait' && turn.kind === 'join';
  const hasLeft = isWaiting && notes.tried.some(({ clause }) => clause === LONE_LEAVE);
  if (hasLeft) notes = withoutSuspect(notes, LONE_LEAVE);
  if (isMachine) notes = afterMove(notes, played, turn.cell, message.cell);
  const timed = isAlone ? timesWith(notes, played, rx) : notes;
  const first = isMachine ? answersWith(timed, turn.cell, message.cell) : { notes: timed };
  const table =
    isMachine && state.table !== undefined ? steps.takeCell(state.table, 1, message.cell) : state.table;
  const isLast = message.type === 'full' || message.type === 'shutdown';
  const untold = isLast ? state.untold.filter((one) => one !== to) : state.untold;
  return {
    state: { ...state, table, untold, notes: first.notes },
    keeps: [
      ...kept,
      ...(hasLeft ? [LONE_LEAVE] : []),
      ...keptBy(played, notes),
      ...(first.isRandom === true ? ['TTT-24'] : []),
    ],
    ...(timed === notes ? {} : mediansOf(timed, played, p)),
    ...(first.isRandom === false ? { breaks: TOO_FEW } : {}),
  };
}

const TOO_FEW = {
  clause: 'TTT-24',
  expected: `at least ${LEAST_DIFFERENT} different answers to ${JOINS} first moves`,
  seen: 'fewer',
};

function withoutSuspect(notes: Notes, clause: string): Notes {
  const tried = notes.tried.filter((one) => one.clause !== clause);
  return { ...notes, tried, suspect: notes.suspect?.clause === clause ? tried.at(-1) : notes.suspect };
}

/** A cell came that was due: the game is as it should be. What was tried before was ignored, as it must be. */
function confirmedBy(notes: Notes, write: string): readonly [Notes, readonly string[]] {
  const { tried, suspect, ignored } = notes;
  const good = { ...notes, ignoredMove: undefined };
  if (tried.length === 0) return [good, []];
  // In one write, the answer to a move may belong to another event.
  const before = tried.filter((one) => one.write !== write);
  const added = before.map(({ trigger }) => trigger).filter((trigger) => !ignored.includes(trigger));
  return [
    {
      ...good,
      suspect: suspect?.write === write ? suspect : undefined,
      tried: tried.filter((one) => one.write === write),
      ignored: added.length === 0 ? ignored : [...ignored, ...added],
    },
    before.map(({ clause }) => clause),
  ];
}

function timesWith(notes: Notes, { turn, at }: Played, rx: TttRx): Notes {
  const { kind } = turn;
  if (kind !== 'join' && kind !== 'move') return notes;
  const low = Math.max(0, rx.first.notBefore - at.last.notAfter);
  const span: Span = { low, high: Math.max(low, rx.first.notAfter - at.last.notBefore) };
  const { count, spans } = notes.times[kind];
  const last = spans.length < MOST_TIMES ? spans : spans.slice(1);
  const times = { ...notes.times, [kind]: { count: count + 1, spans: [...last, span] } };
  return { ...notes, times };
}

/** The median of the last answers to such turns, at each tenth of them. */
function mediansOf(
  notes: Notes,
  { turn: { kind } }: Played,
  p: TttValues,
): Pick<ConversationRuling<ServerMessage, TttState>, 'measures'> {
  if (kind !== 'join' && kind !== 'move') return {};
  const { count, spans } = notes.times[kind];
  if (count % LEAST_TIMES !== 0) return {};
  const [low, high] = [median(spans.map((one) => one.low)), median(spans.map((one) => one.high))];
  const name = `median, ${kind} to its answer`;
  const title = `${kind} to its answer, median of ${spans.length}`;
  return {
    measures: [{ clause: 'TTT-TM-01', title, name, unit: 'us', low, high, max: 1000 * p.responseMs }],
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The machine's answer to a first move; `isRandom`: after the last of many such moves. */
function answersWith(
  notes: Notes,
  cell: Cell,
  machine: Cell,
): { readonly notes: Notes; readonly isRandom?: boolean } {
  if (!notes.isFirstMove) return { notes };
  const answers = [...(notes.firstAnswers[cell] ?? []), machine];
  const isWhole = answers.length === JOINS;
  const firstAnswers = { ...notes.firstAnswers, [cell]: isWhole ? [] : answers };
  const next = { ...notes, isFirstMove: false, firstAnswers };
  return isWhole ? { notes: next, isRandom: new Set(answers).size >= LEAST_DIFFERENT } : { notes: next };
}
