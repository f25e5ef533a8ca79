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

/** A clause that a fault breaks. `because`: what the server's next answers showed, where they decide the clause. */
export interface BrokenClause {
  readonly id: string;
  readonly because?: string;
}

/** The clauses that a fault breaks, the most likely first. None if it was judged already. */
export async function clausesOf(table: Table, fault: Fault): Promise<readonly BrokenClause[]> {
  const { judgement } = fault;
  if (judgement === undefined) return [];
  const { clause: id, kind, request: turn } = judgement;
  const { joinClause, game } = table.host;
  if (turn?.event?.kind === 'join') {
    if (id === 'TTT-05') return [{ id }, { id: joinClause }];
    return isAfterLoneLeave(table, fault, turn) ? [{ id }, { id: 'TTT-34' }] : [{ id }];
  }
  const { event, suspect } = turn ?? {};
  if (turn?.effect !== true || event?.kind !== 'move' || suspect !== undefined) return [{ id }];
  if (kind === 'answer' && id === 'TTT-21')
    return [await diagnosePveRound(table, fault, turn, event.cell, { ended: 'TTT-10', goesOn: id })];
  if (kind !== 'silence') return [{ id }];
  if (game === 'ttt-pvp') return [await diagnosePvpMove(table, fault, turn, event.cell)];
  if (!turn.ends) return [{ id }];
  return [await diagnosePveRound(table, fault, turn, event.cell, { ended: 'TTT-22', goesOn: 'TTT-10' })];
}

/** On a board that is not restarted every first player comes after another who left. */
function isAfterLoneLeave({ host }: Table, { judgement }: Fault, { before }: PlayedTurn): boolean {
  const isFirst = host.game === 'ttt-pvp' && before.seats.length === 0 && judgement?.kind === 'answer';
  return isFirst && !host.bench.exhaustive;
}

/** A move did not reach the opponent. */
async function diagnosePvpMove(
  table: Table,
  fault: Fault,
  turn: PlayedTurn,
  cell: Cell,
): Promise<BrokenClause> {
  const { before, ends, round } = turn;
  const mover = before.seats[before.turn];
  const other = before.seats.find((seat) => seat !== mover);
  if (mover === undefined || other === undefined) return { id: 'TTT-32' };
  if (ends) {
    const again = CELLS.find((one) => one !== cell && occupied(before.board, one));
    if (again !== undefined && (await tryMove(table, fault, other, again)))
      return { id: 'TTT-32', because: `${other} can take ${again} again: the round has ended` };
  }
  const isEmpty = emptyCells(before.board).length === CELLS.length;
  if (await tryMove(table, fault, other, cell))
    return {
      id: isEmpty && !round.isLater ? 'TTT-31' : 'TTT-12',
      because: `${other} can take ${cell}: it is the turn of ${other}`,
    };
  const empty = emptyCells(before.board).find((one) => one !== cell);
  const opens = round.isLater && isEmpty;
  const id = opens ? 'TTT-10' : 'TTT-32';
  if (empty === undefined) return { id };
  if (await tryMove(table, fault, mover, empty)) {
    const why = opens ? 'the board is not empty' : 'the move was ignored';
    return { id, because: `${mover} can take ${empty}, but not ${cell}: ${why}` };
  }
  if (await tryMove(table, fault, other, empty))
    return { id: 'TTT-32', because: `${other} can take ${empty}: the turn has passed` };
  const why = opens ? 'the board is not empty' : 'no move reaches an opponent';
  return { id, because: `nobody can take ${cell} or ${empty}: ${why}` };
}

/**
 * The machine answers a move not at all, or with a taken cell: has the server ended the round? Then cells that were taken before
 * this move are free. The machine may have one of them by now.
 */
async function diagnosePveRound(
  table: Table,
  fault: Fault,
  { before }: PlayedTurn,
  cell: Cell,
  { ended, goesOn }: { readonly ended: string; readonly goesOn: string },
): Promise<BrokenClause> {
  const [player = ''] = before.seats;
  const tried = CELLS.filter((one) => one !== cell && occupied(before.board, one)).slice(0, 2);
  for (const one of tried)
    if (await tryMove(table, fault, player, one))
      return { id: ended, because: `${player} can take ${one} again: the round has ended` };
  if (tried.length === 0) return { id: goesOn };
  return { id: goesOn, because: `${player} cannot take ${tried.join(' or ')} again: the round goes on` };
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
