/** What was done lately: notes of turns and answers, which say whom a fault is charged to, and what many answers show together. */
import type { ConversationRuling, Passage } from '../../api/index';
import { clauseOf, keptBy, type Due } from './blame';
import { EMPTY, endOf, isEmptyBoard, isEmptyCell, LINES, withCell } from './game';
import type { Board, RoundEnd, GameState, Turn, TttValues } from './game';
import type { Reply, TttFirmware } from './firmware';
import type { Cell, ServerMessage } from './wire';
import { JOINS, NO_ROUND } from './state';
import type { Notes, Played, Seen, Span, Suspect, TttRx, TttState } from './state';

/** The least answers for a median, and the most that are looked at. */
const LEAST_TIMES = 10;
const MOST_TIMES = 50;
/** The clause of a lone player who leaves. */
const LONE_LEAVE = 'TTT-34';
const LEAST_DIFFERENT = 4;

type TttRuling = ConversationRuling<ServerMessage, TttState>;

export function playedOf(
  { table, notes: { round, tried } }: TttState,
  turn: Turn,
  { trigger, isAccepted }: Reply,
  event: Pick<Passage, 'link' | 'first' | 'last'> & Partial<Passage>,
): Played {
  if (table === undefined) throw new Error('the game is not known');
  const { link, first, last, write = 0, isAlone = true, raw } = event;
  const ends = isAccepted && turn.kind === 'move' && endOf(table.board, table.turn, turn.cell) !== undefined;
  return {
    turn,
    at: { first, last },
    write: `${link} ${write}`,
    isAlone,
    hasRest: turn.kind !== 'empty' && raw !== undefined && raw.length > 1,
    before: table,
    round,
    tried,
    isAccepted,
    ends,
    trigger,
    clause: clauseOf(table, turn, isAccepted, ends),
  };
}

/** The next of many characters of one write that are ignored: it says no more than the one before. */
export function isMoreNoise(
  { table, notes: { last } }: TttState,
  after: GameState,
  { turn, write, trigger, hasRest }: Played,
): boolean {
  const isSame = last?.trigger === trigger && last.write === write && last.hasRest === hasRest;
  return turn.kind === 'invalid' && isSame && last.before === table && after === table;
}

export function afterTurn(notes: Notes, played: Played): Notes {
  const { turn, isAccepted, before } = played;
  const { kind } = turn;
  const isSuspect = !isAccepted || kind === 'leave' || (kind === 'shutdown' && before.seats.length > 0);
  const next: Notes = {
    last: played,
    beforeLast: notes.last,
    ignoredMove: kind === 'move' && !isAccepted ? played : notes.ignoredMove,
    tried: isSuspect ? triedWith(notes.tried, played) : notes.tried,
    ignored: notes.ignored,
    round: notes.round,
    machineEnded: notes.machineEnded,
    lastRxAt: notes.lastRxAt,
    seen: notes.seen,
  };
  if (!isAccepted) return next;
  if (kind === 'move') return before.game === 'ttt-pvp' ? afterMove(next, played, turn.cell) : next;
  const left = kind === 'join' ? notes.round.left : before.board;
  const round = { ...NO_ROUND, left: isEmptyBoard(left) ? notes.round.left : left };
  return { ...next, round, machineEnded: false };
}

function triedWith(tried: readonly Suspect[], played: Played): readonly Suspect[] {
  const { turn, trigger, hasRest, clause, write } = played;
  const player = turn.kind === 'shutdown' ? undefined : turn.player;
  const suspect = { trigger, clause: hasRest ? 'TTT-02' : clause, write, player };
  return [...tried.filter((one) => one.trigger !== trigger), suspect];
}

/** A round may have ended with a move, or with the machine's answer to it: with one of them at most. */
function afterMove(notes: Notes, { before }: Played, cell: Cell, machine?: Cell): Notes {
  const own = endOf(before.board, before.turn, cell);
  const moved = withCell(before.board, before.turn, cell);
  const theirs = own === undefined && machine !== undefined ? endOf(moved, 1, machine) : undefined;
  const end = own ?? theirs;
  const machineEnded = theirs !== undefined;
  if (end === undefined)
    return notes.round.isFresh || notes.machineEnded
      ? { ...notes, machineEnded, round: { ...notes.round, isFresh: false } }
      : notes;
  return {
    ...notes,
    machineEnded,
    round: {
      isLater: true,
      isFresh: false,
      previous: machineEnded && machine !== undefined ? withCell(moved, 1, machine) : moved,
      opening: machineEnded ? undefined : machine,
      left: EMPTY,
    },
    seen: machine === undefined ? notes.seen : withEnd(notes.seen, end, moved, machine),
  };
}

/** An end of a round that shows itself alone: no second line, and no ninth cell, ends the round in place of it. */
function withEnd(
  seen: Seen,
  { by, lines: [line, second], full }: RoundEnd,
  board: Board,
  machine: Cell,
): Seen {
  // A server that missed the player's line may have ended the round with the machine's cell.
  const isHidden = by === 0 && isEmptyCell(board, machine) && endOf(board, 1, machine) !== undefined;
  if (line !== undefined && (second !== undefined || isHidden || full)) return seen;
  const end = `${by} ${line === undefined ? 'draw' : LINES[line]?.name}`;
  return seen.ends.includes(end) ? seen : { ...seen, ends: [...seen.ends, end] };
}

/** What is due has come. */
export function delivered(
  state: TttState,
  { to, played, message: due }: Due,
  message: ServerMessage,
  { rx, steps, p }: { readonly rx: TttRx; readonly steps: TttFirmware; readonly p: TttValues },
): TttRuling {
  const { turn, isAlone, write } = played;
  const isCell = message.type === 'move';
  const isMachine = due === undefined && isCell && turn.kind === 'move';
  const { notes: before } = state;
  // A cell came that was due: the game is as it should be. What was tried before was ignored, as it must be. In one write, the answer
  // to a move may belong to another event. Who comes after a lone player was told to wait: that one has left.
  const isWaiting = message.type === 'wait' && turn.kind === 'join';
  const cleared = before.tried.filter((one) =>
    isCell ? one.write !== write : isWaiting && one.clause === LONE_LEAVE,
  );
  const isTimed = isAlone && (turn.kind === 'join' || turn.kind === 'move');
  const came: Notes = {
    last: before.last,
    beforeLast: before.beforeLast,
    ignoredMove: isCell ? undefined : before.ignoredMove,
    tried: cleared.length === 0 ? before.tried : before.tried.filter((one) => !cleared.includes(one)),
    ignored: isCell ? withTriggers(before.ignored, cleared) : before.ignored,
    round: before.round,
    machineEnded: before.machineEnded,
    lastRxAt: rx.first.notAfter,
    seen: isTimed ? timesWith(before.seen, turn.kind, played, rx) : before.seen,
  };
  const notes = isMachine ? afterMove(came, played, turn.cell, message.cell) : came;
  const isFirst = isMachine && before.round.isFresh;
  const first = isFirst ? answersWith(notes.seen, turn.cell, message.cell) : { seen: notes.seen };
  const { table, untold } = state;
  const isLast = message.type === 'full' || message.type === 'shutdown';
  return {
    state: {
      ...state,
      table: isMachine && table !== undefined ? steps.takeCell(table, 1, message.cell) : table,
      untold: isLast ? untold.filter((one) => one !== to) : untold,
      notes: isFirst ? { ...notes, seen: first.seen } : notes,
    },
    keeps: [
      ...cleared.map(({ clause }) => clause),
      ...keptBy(played, notes),
      ...(first.isRandom === true ? ['TTT-24'] : []),
    ],
    ...(isTimed ? mediansOf(notes.seen, turn.kind, p) : {}),
    ...(first.isRandom === false ? { breaks: TOO_FEW } : {}),
  };
}

const TOO_FEW = {
  clause: 'TTT-24',
  expected: `at least ${LEAST_DIFFERENT} different answers to ${JOINS} first moves`,
  seen: 'fewer',
  isCertain: true,
} as const;

function withTriggers(ignored: readonly string[], cleared: readonly Suspect[]): readonly string[] {
  const added = cleared.map(({ trigger }) => trigger).filter((trigger) => !ignored.includes(trigger));
  return added.length === 0 ? ignored : [...ignored, ...added];
}

function timesWith(seen: Seen, kind: 'join' | 'move', { at }: Played, rx: TttRx): Seen {
  const low = Math.max(0, rx.first.notBefore - at.last.notAfter);
  const span: Span = { low, high: Math.max(low, rx.first.notAfter - at.last.notBefore) };
  const { count, spans } = seen.times[kind];
  const last = spans.length < MOST_TIMES ? spans : spans.slice(1);
  const times = { ...seen.times, [kind]: { count: count + 1, spans: [...last, span] } };
  return { times, ends: seen.ends, firstAnswers: seen.firstAnswers };
}

/** The median of the last answers to such turns, at each tenth of them. */
function mediansOf({ times }: Seen, kind: 'join' | 'move', p: TttValues): Pick<TttRuling, 'measures'> {
  const { count, spans } = times[kind];
  if (count % LEAST_TIMES !== 0) return {};
  const [low, high] = [median(spans.map((one) => one.low)), median(spans.map((one) => one.high))];
  const name = `median, ${kind} to its answer`;
  const title = `${kind} to its answer, median of ${spans.length}`;
  return {
    measures: [{ clause: 'TTT-TM-01', title, name, unit: 'us', low, high, max: 1000 * p.responseMs }],
  };
}

function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}

/** The machine's answer to a first move; `isRandom`: after the last of many such moves. */
function answersWith(
  seen: Seen,
  cell: Cell,
  machine: Cell,
): { readonly seen: Seen; readonly isRandom?: boolean } {
  const answers = [...(seen.firstAnswers[cell] ?? []), machine];
  const isWhole = answers.length === JOINS;
  const next = { ...seen, firstAnswers: { ...seen.firstAnswers, [cell]: isWhole ? [] : answers } };
  return isWhole ? { seen: next, isRandom: new Set(answers).size >= LEAST_DIFFERENT } : { seen: next };
}
