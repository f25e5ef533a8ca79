/**
 * Which clause a server breaks that sends something else than is due. What goes wrong after input that must change nothing is charged to
 * the clause of that input, until a good move shows that the game is as before.
 *
 *     third joins: F    second moves: silence    the turn passed when the third joined (TTT-30)
 */
import { byteText, type Blame, type ConversationFault } from '../../api/index';
import { emptyCells, isEmptyBoard, isEmptyCell, type GameState, type PlayerId, type Turn } from './game';
import { FULL, LEAVE, OCCUPIED, OUT_OF_TURN } from './firmware';
import { BYTE, byteOf, describeMessage, type Cell, type ServerMessage } from './wire';
import type { LastRound, Notes, Played, Suspect, TttState } from './state';

type Fault = ConversationFault<ServerMessage>;
type TttBlame = Blame<ServerMessage, TttState>;

/** Of these a server ignores all, or none. */
const UNIFORM = [OCCUPIED, OUT_OF_TURN];

/** What is due to a player after a turn. Without a message: a cell of the machine's choice. */
export interface Due {
  readonly to: PlayerId;
  readonly played: Played;
  readonly message?: ServerMessage;
}

/** The clause of a turn, by the game before it. */
export function clauseOf(
  { game, seats }: GameState,
  { kind }: Turn,
  isAccepted: boolean,
  ends: boolean,
): string {
  const pve = game === 'ttt-pve';
  switch (kind) {
    case 'join':
      return pve ? 'TTT-20' : 'TTT-30';
    case 'leave':
      if (!isAccepted) return 'TTT-35';
      if (pve) return 'TTT-23';
      return seats.length === 1 ? 'TTT-34' : 'TTT-33';
    case 'invalid':
      return 'TTT-04';
    case 'empty':
      return 'TTT-03';
    case 'shutdown':
      return 'TTT-40';
    case 'move':
      if (!isAccepted) return 'TTT-04';
      if (ends) return pve ? 'TTT-22' : 'TTT-10';
      return pve ? 'TTT-21' : 'TTT-32';
  }
}

/** The clauses that the right answer to a turn keeps. */
export function keptBy(
  { turn, before, clause, ends, round, isAlone }: Played,
  { machineEnded }: Notes,
): readonly string[] {
  const cut = isAlone ? [] : ['TTT-42'];
  if (turn.kind !== 'move') return [clause, ...cut];
  const pve = before.game === 'ttt-pve';
  const isFirst = !pve && !round.isLater && isEmptyBoard(before.board);
  return [
    clauseOfMove(before),
    'TTT-12',
    ...(ends || machineEnded ? [pve ? 'TTT-22' : 'TTT-32', 'TTT-10'] : []),
    ...(isFirst ? ['TTT-31'] : []),
    ...cut,
  ];
}

/** Something due is missing, or something else has come in its place. */
export function chargeDue(fault: Fault, state: TttState, due: Due): TttBlame {
  const { kind, rx } = fault;
  const expected = `${due.message === undefined ? 'a free cell' : describeMessage(due.message)} for ${due.to}`;
  const charged = (clause: string): TttBlame => blamed(clause, state, rx, due.played, expected);
  if (kind === 'form') return charged('TTT-01');
  if (kind === 'silence') return charged(missing(fault, state, due));
  if (rx?.isEnd === true) return charged(ended(fault, state, due));
  const message = rx?.message;
  if (message === undefined) return charged(due.played.clause);
  const { ignoredMove } = state.notes;
  // Of two players, a move comes as it was made.
  const isOfBefore =
    ignoredMove?.turn.kind === 'move' && message.type === 'move' && ignoredMove.turn.cell === message.cell;
  const isNext = fault.owed.includes(`${due.to} ${byteOf(message)}`);
  if (isNext) return charged(missing(fault, state, due));
  if (isOfBefore && state.kind === 'ttt-pvp')
    return blamed(unasked(ignoredMove, message, state), state, rx, ignoredMove);
  return charged(wrong(due, message, state.notes));
}

/** Something has come, and nothing was due to its player. */
export function chargeUnasked({ kind, rx }: Fault, state: TttState): TttBlame {
  if (rx === undefined) return undefined;
  const { link } = rx;
  // What was due may be it.
  if (kind === 'form')
    return {
      clause: 'TTT-01',
      then: { state: { ...state, untold: state.untold.filter((one) => one !== link) }, cancels: [link] },
    };
  const { last, beforeLast } = state.notes;
  if (rx.message === undefined)
    return blamed(last?.turn.kind === 'shutdown' ? 'TTT-40' : 'TTT-05', state, rx, last);
  // Links may be read one after another: what came before the last turn is not of it.
  const isOld = last !== undefined && rx.last.notAfter <= last.at.first.notBefore;
  const cause = isOld ? beforeLast : last;
  return blamed(unasked(cause, rx.message, state), state, rx, cause);
}

/** Against the machine nobody else can have caused it, unless it tells of others, or of a shut down. */
function blamed(
  clause: string,
  { kind }: TttState,
  rx: Fault['rx'],
  cause: Played | undefined,
  expected?: string,
): TttBlame {
  const type = rx?.message?.type;
  return {
    clause,
    isCertain: kind === 'ttt-pve' && type !== 'full' && type !== 'shutdown',
    ...(cause === undefined ? {} : { after: describeTurn(cause) }),
    ...(expected === undefined ? {} : { expected }),
  };
}

/** `cell 3 of b (move out of turn)` */
function describeTurn({ turn, trigger }: Played): string {
  if (turn.kind === 'shutdown') return trigger;
  const { kind, player } = turn;
  const what = kind === 'move' ? `cell ${turn.cell}` : kind === 'invalid' ? byteText(turn.byte) : kind;
  return `${what} of ${player}${trigger === kind ? '' : ` (${trigger})`}`;
}

/** What may have caused it. Moves that the server was seen to ignore have not; and the seats are taken, whoever has left before. */
function suspectOf({ tried, write, trigger }: Played, { ignored }: Notes): Suspect | undefined {
  return tried.findLast(
    (one) =>
      one.write !== write &&
      !(UNIFORM.includes(one.trigger) && ignored.includes(one.trigger)) &&
      !(one.trigger === LEAVE && trigger === FULL),
  );
}

/** Nothing came. */
function missing(fault: Fault, { notes }: TttState, { played, to }: Due): string {
  const { turn, before, clause, round } = played;
  const suspect = suspectOf(played, notes);
  const player = turn.kind === 'shutdown' ? undefined : turn.player;
  if (turn.kind === 'shutdown') return clause;
  if (fault.kind === 'silence' && isDead(fault, notes, played, to)) return 'TTT-41';
  if (played.hasRest) return 'TTT-02';
  if (!played.isAlone) return 'TTT-42';
  // Whoever comes after another is answered in any case: P, or F if that one's leave was missed. So is who comes again, after a leave as
  // others that the server was seen to take.
  const mayHaveLeft = suspect?.player !== player || notes.ignored.includes(LEAVE);
  const isOfJoin = clause === 'TTT-20' && suspect?.clause === 'TTT-23' && mayHaveLeft;
  if (suspect !== undefined && !isOfJoin) return suspect.clause;
  if (turn.kind !== 'move') return clause;
  if (!isEmptyCell(round.left, turn.cell)) return before.game === 'ttt-pve' ? 'TTT-23' : 'TTT-33';
  if (before.game === 'ttt-pve') {
    // The machine takes the ninth cell: no cell of an earlier board is left.
    const isLast = emptyCells(before.board).length === 2;
    return clause === 'TTT-21' && !isLast && wasTaken(round, turn.cell) ? 'TTT-10' : clause;
  }
  if (wasTaken(round, turn.cell)) return 'TTT-10';
  if (!isEmptyBoard(before.board)) return 'TTT-32';
  return round.isLater ? 'TTT-12' : 'TTT-31';
}

/** Nothing came any more, to nobody, and who joined later is not answered either. */
function isDead({ owed }: Fault, { lastRxAt }: Notes, { at }: Played, missed: PlayerId): boolean {
  const answers = [BYTE.play, BYTE.wait, BYTE.full].map(String);
  const isJoin = (key: string): boolean => {
    const [to = '', byte = ''] = key.split(' ');
    return to !== missed && answers.includes(byte);
  };
  return lastRxAt < at.last.notAfter && owed.some(isJoin);
}

/** The connection ended before something that is due. */
function ended(fault: Fault, state: TttState, due: Due): string {
  const { turn, isAccepted, clause } = due.played;
  if (turn.kind === 'shutdown') return clause;
  return turn.kind === 'join' && !isAccepted ? 'TTT-05' : missing(fault, state, due);
}

/** This came instead. */
function wrong({ played }: Due, message: ServerMessage, notes: Notes): string {
  const { turn, before, clause, ends, round } = played;
  if (turn.kind === 'shutdown') return clause;
  if (before.game === 'ttt-pve' && message.type === 'wait') return 'TTT-23';
  if (played.hasRest) return 'TTT-02';
  // No other game explains the machine's choice of the cell that was just taken.
  const isOwnCell = turn.kind === 'move' && message.type === 'move' && message.cell === turn.cell;
  if (isOwnCell && before.game === 'ttt-pve') return clauseOfMove(before);
  const suspect = suspectOf(played, notes);
  if (suspect !== undefined) return suspect.clause;
  if (turn.kind !== 'move') return clause;
  if (message.type !== 'move') return ends ? 'TTT-10' : clauseOfMove(before);
  return message.cell === round.opening ? 'TTT-22' : clauseOfMove(before);
}

/** This came, and nothing was due. `last`: what was done before it. */
function unasked(last: Played | undefined, message: ServerMessage, { notes }: TttState): string {
  if (last === undefined) return 'TTT-40';
  const { turn, before, isAccepted, clause, ends, hasRest } = last;
  if (before.game === 'ttt-pve' && message.type === 'wait') return 'TTT-23';
  const cell = message.type === 'move' ? message.cell : undefined;
  const isOwn = turn.kind === 'move' && !isAccepted && (before.game === 'ttt-pve' || cell === turn.cell);
  if (hasRest && !(isOwn && cell !== undefined)) return 'TTT-02';
  if (turn.kind !== 'move') return clause;
  if (!isAccepted) return cell === undefined ? clause : taken(last, turn.cell, notes);
  const { machineEnded } = notes;
  if (cell === undefined) return ends || machineEnded ? 'TTT-10' : clauseOfMove(before);
  return machineEnded ? 'TTT-22' : clauseOfMove(before);
}

/** A move that must be ignored was not. */
function taken({ before, trigger, clause, round, tried }: Played, cell: Cell, { ignored }: Notes): string {
  if (!UNIFORM.includes(trigger)) return clause;
  const suspect = tried.at(-1);
  if (suspect !== undefined) return suspect.clause;
  if (trigger === OCCUPIED && cell === round.opening) return 'TTT-22';
  if (!ignored.includes(trigger)) return clause;
  if (trigger === OCCUPIED) return 'TTT-10';
  return !round.isLater && isEmptyBoard(before.board) ? 'TTT-31' : 'TTT-12';
}

function wasTaken({ previous }: LastRound, cell: Cell): boolean {
  return !isEmptyCell(previous, cell);
}

function clauseOfMove({ game }: GameState): string {
  return game === 'ttt-pve' ? 'TTT-21' : 'TTT-32';
}
