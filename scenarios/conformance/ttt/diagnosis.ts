/**
 * Which clause a fault breaks in a game without disturbances. Where a move has no answer, the monitor can only guess: other moves show
 * the server's game.
 */
import { emptyCells, type Board } from '../../../protocols/ttt/board';
import { BYTE, CELLS, type Cell } from '../../../protocols/ttt/message';
import type { PlayedTurn } from '../../../protocols/ttt/monitor/turn';
import { after, micros, millis } from '../../../protocols/time';
import type { Fault } from './fault';
import type { Table } from './table';

/** The clauses that a fault breaks, the most likely first. None if it was judged already. */
export async function clausesOf(table: Table, fault: Fault): Promise<readonly string[]> {
  const { judgement } = fault;
  if (judgement === undefined) return [];
  const { clause, kind, request: turn } = judgement;
  const { joinClause, game } = table.host;
  if (turn?.event?.kind === 'join') {
    if (clause === 'TTT-05') return [clause, joinClause];
    return isAfterLoneLeave(table, fault, turn) ? [clause, 'TTT-34'] : [clause];
  }
  const { event, suspect } = turn ?? {};
  if (turn?.effect !== true || event?.kind !== 'move' || suspect !== undefined) return [clause];
  if (kind === 'answer' && clause === 'TTT-21')
    return [(await isBoardCleared(table, fault, turn, event.cell)) ? 'TTT-10' : clause];
  if (kind !== 'silence') return [clause];
  if (game === 'ttt-pvp') return [await diagnosePvpMove(table, fault, turn, event.cell)];
  return [turn.ends ? await diagnosePveEnd(table, fault, turn, event.cell) : clause];
}

/** On a board that is not restarted every first player comes after another who left. */
function isAfterLoneLeave({ host }: Table, { judgement }: Fault, { before }: PlayedTurn): boolean {
  const isFirst = host.game === 'ttt-pvp' && before.seats.length === 0 && judgement?.kind === 'answer';
  return isFirst && !host.bench.exhaustive;
}

/** A move did not reach the opponent. */
async function diagnosePvpMove(table: Table, fault: Fault, turn: PlayedTurn, cell: Cell): Promise<string> {
  const { before, ends, round } = turn;
  const mover = before.seats[before.turn];
  const other = before.seats.find((seat) => seat !== mover);
  if (mover === undefined || other === undefined) return 'TTT-32';
  if (ends) {
    const again = CELLS.find((one) => one !== cell && occupied(before.board, one));
    if (again !== undefined && (await tryMove(table, fault, other, again))) return 'TTT-32';
  }
  const isEmpty = emptyCells(before.board).length === CELLS.length;
  if (await tryMove(table, fault, other, cell)) return isEmpty && !round.isLater ? 'TTT-31' : 'TTT-12';
  const empty = emptyCells(before.board).find((one) => one !== cell);
  const opens = round.isLater && isEmpty;
  if (empty !== undefined && (await tryMove(table, fault, mover, empty))) return opens ? 'TTT-10' : 'TTT-32';
  if (empty !== undefined && (await tryMove(table, fault, other, empty))) return 'TTT-32';
  return opens ? 'TTT-10' : 'TTT-32';
}

/** The machine did not answer the move that ended a round: if a cell of that round is free, the next one has begun. */
async function diagnosePveEnd(table: Table, fault: Fault, turn: PlayedTurn, cell: Cell): Promise<string> {
  return (await isBoardCleared(table, fault, turn, cell)) ? 'TTT-22' : 'TTT-10';
}

/** In the server's game, cells that were taken before this move are free. The machine may have one of them by now. */
async function isBoardCleared(
  table: Table,
  fault: Fault,
  { before }: PlayedTurn,
  cell: Cell,
): Promise<boolean> {
  const [player = ''] = before.seats;
  const taken = CELLS.filter((one) => one !== cell && occupied(before.board, one));
  for (const one of taken.slice(0, 2)) if (await tryMove(table, fault, player, one)) return true;
  return false;
}

function occupied([a, b]: Board, cell: Cell): boolean {
  return ((a | b) & (1 << cell)) !== 0;
}

/** Whether the server applies a move: to find out its state after a fault. */
async function tryMove({ host }: Table, { state }: Fault, name: string, cell: Cell): Promise<boolean> {
  await host.bench.pause(host.settleTime);
  for (const one of host.names) await host.player(one).discard(micros(0), millis(50));
  await host.player(name).send(Uint8Array.of(BYTE.cell0 + cell));
  const at = host.game === 'ttt-pve' ? name : state.seats.find((seat) => seat !== name);
  if (at === undefined) return false;
  const rx = await host.player(at).receive(after(host.bench.now(), host.probeTimeout));
  if (rx?.kind !== 'message' || rx.message.kind !== 'move') return false;
  return host.game === 'ttt-pve' || rx.message.cell === cell;
}
