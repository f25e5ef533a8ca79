/**
 * Which clause a fault breaks in a game without disturbances. If a move has no answer, other moves show the server's
 * state.
 */
import { emptyCells, isOver, place, type Board } from '../../../protocols/ttt/board';
import { BYTE, CELLS, type Cell } from '../../../protocols/ttt/message';
import type { GameEvent } from '../../../protocols/ttt/rules';
import { after, micros, millis } from '../../../protocols/time';
import { leaveClause, type Fault } from './fault';
import type { Table } from './table';

type Move = Extract<GameEvent, { kind: 'move' }>;

/** The clauses that a fault breaks, the most likely first. None if it was judged already. */
export async function clausesOf(table: Table, fault: Fault): Promise<readonly string[]> {
  const { event, garbled, kind } = fault;
  if (garbled && kind === 'missing') return [];
  if (event === undefined) return [table.host.joinClause];
  if (table.suspectClause !== undefined) return [table.suspectClause];
  switch (event.kind) {
    case 'join':
      return [...joinClauses(table, fault, event.player), ...loneLeaveClauses(table, fault)];
    case 'leave':
      return [leaveClause(table.host.game, fault.before, event.player)];
    case 'invalid':
      return ['TTT-04'];
    case 'shutdown':
      return ['TTT-40'];
    case 'move':
      if (fault.due === undefined && fault.before === table.state) return ['TTT-04'];
      return [await (table.host.game === 'ttt-pve' ? diagnosePveMove : diagnosePvpMove)(table, fault, event)];
  }
}

function joinClauses({ host }: Table, fault: Fault, player: string): readonly string[] {
  if (host.game === 'ttt-pve' && receivedWait(fault)) return ['TTT-23'];
  const full = fault.before.seats.length === host.seats;
  const closed = fault.odd.some(({ to, rx }) => to === player && rx.kind === 'closed');
  return full && closed && host.binding === 'tcp' ? ['TTT-05', host.joinClause] : [host.joinClause];
}

/** On a board that is not restarted every first player comes after another who left. */
function loneLeaveClauses({ host }: Table, { before, odd }: Fault): readonly string[] {
  const plays = odd.some(({ rx }) => rx.kind === 'message' && rx.message.kind === 'play');
  const first = host.game === 'ttt-pvp' && before.seats.length === 0 && plays;
  return first && !host.bench.exhaustive ? ['TTT-34'] : [];
}

function receivedWait({ odd }: Fault): boolean {
  return odd.some(({ rx }) => rx.kind === 'message' && rx.message.kind === 'wait');
}

/** Cells that came and were not due. */
function oddDigits({ odd }: Fault): readonly Cell[] {
  return odd.flatMap(({ rx }) =>
    rx.kind === 'message' && rx.message.kind === 'move' ? [rx.message.cell] : [],
  );
}

/** Whether messages came other than cells. */
function receivedWords({ odd }: Fault): boolean {
  return odd.some(({ rx }) => rx.kind === 'message' && rx.message.kind !== 'move');
}

async function diagnosePvpMove(table: Table, fault: Fault, move: Move): Promise<string> {
  const ending = table.justEnded.length > 0 || endsRound(fault.before.board, fault.before.turn, move.cell);
  const { triedCell, host } = table;
  if (
    fault.kind !== 'missing' &&
    triedCell !== undefined &&
    host.refusesOccupied &&
    oddDigits(fault).includes(triedCell)
  )
    return 'TTT-10';
  if (fault.kind !== 'missing') return receivedWords(fault) && ending ? 'TTT-10' : 'TTT-32';
  const mover = move.player;
  const other = fault.before.seats.find((seat) => seat !== mover);
  if (other === undefined) return 'TTT-32';
  if (ending) {
    const again = CELLS.find((cell) => cell !== move.cell && occupied(fault.before.board, cell));
    if (again !== undefined && (await tryMove(table, other, again))) return 'TTT-32';
  }
  if (await tryMove(table, other, move.cell)) return turnClause(table);
  const empty = emptyCells(fault.before.board).find((cell) => cell !== move.cell);
  const opens = table.betweenRounds && emptyCells(fault.before.board).length === CELLS.length;
  if (empty !== undefined && (await tryMove(table, mover, empty))) return opens ? 'TTT-10' : 'TTT-32';
  if (empty !== undefined && (await tryMove(table, other, empty))) return 'TTT-32';
  return opens ? 'TTT-10' : 'TTT-32';
}

function turnClause(table: Table): string {
  const first = !table.betweenRounds && emptyCells(table.state.board).length === CELLS.length;
  return first ? 'TTT-31' : 'TTT-12';
}

async function diagnosePveMove(table: Table, fault: Fault, move: Move): Promise<string> {
  const { before, kind } = fault;
  if (receivedWait(fault)) return 'TTT-23';
  const last = emptyCells(before.board).length === 2 && !endsRound(before.board, 0, move.cell);
  if (kind === 'missing' && last) return 'TTT-21';
  if (table.opening !== undefined && kind !== 'extra' && (await tryMove(table, move.player, table.opening)))
    return (await wasEmptied(table, fault, move.player, table.opening)) ? 'TTT-10' : 'TTT-22';
  if (kind === 'missing') return diagnoseUnanswered(table, fault, move);
  const ending = table.justEnded[0]?.by;
  if (receivedWords(fault))
    return ending !== undefined || endsRound(before.board, 0, move.cell) ? 'TTT-10' : 'TTT-21';
  const more = kind === 'extra' || oddDigits(fault).length > 1;
  if (more && table.triedCell !== undefined && table.host.refusesOccupied)
    return table.triedCell === table.opening ? 'TTT-22' : 'TTT-10';
  if (kind === 'extra') return ending === 1 ? 'TTT-22' : 'TTT-21';
  const [digit] = oddDigits(fault);
  if (digit !== undefined && digit === table.opening) return 'TTT-22';
  if (!table.host.refusesOccupied || endsRound(before.board, 0, move.cell)) return 'TTT-21';
  return (await wasEmptied(table, fault, move.player, digit)) ? 'TTT-10' : 'TTT-21';
}

/** Whether the server accepts an occupied cell: the round was over for it. */
async function wasEmptied(table: Table, { before }: Fault, player: string, besides?: Cell): Promise<boolean> {
  const taken = CELLS.find((cell) => occupied(before.board, cell) && cell !== besides);
  return taken !== undefined && (await tryMove(table, player, taken));
}

/** The clause of a move that the machine did not answer. */
async function diagnoseUnanswered(table: Table, { before }: Fault, move: Move): Promise<string> {
  const { player, cell } = move;
  if (endsRound(before.board, 0, cell)) {
    const again = CELLS.find((one) => one !== cell && occupied(before.board, one));
    return again !== undefined && (await tryMove(table, player, again)) ? 'TTT-22' : 'TTT-10';
  }
  const opens = table.betweenRounds && emptyCells(before.board).length >= CELLS.length - 1;
  return opens && occupied(table.previous, cell) ? 'TTT-10' : 'TTT-21';
}

function occupied([a, b]: Board, cell: Cell): boolean {
  return ((a | b) & (1 << cell)) !== 0;
}

function endsRound(board: Board, side: 0 | 1, cell: Cell): boolean {
  return !occupied(board, cell) && isOver(place(board, side, cell));
}

/** Whether the server applies a move: to find out its state after a fault. */
async function tryMove({ host, state }: Table, name: string, cell: Cell): Promise<boolean> {
  await host.bench.pause(host.settleTime);
  for (const one of host.names) await host.player(one).discard(micros(0), millis(50));
  await host.player(name).send(Uint8Array.of(BYTE.cell0 + cell));
  const at = host.game === 'ttt-pve' ? name : state.seats.find((seat) => seat !== name);
  if (at === undefined) return false;
  const rx = await host.player(at).receive(after(host.bench.now(), host.probeTimeout));
  if (rx?.kind !== 'message' || rx.message.kind !== 'move') return false;
  return host.game === 'ttt-pve' || rx.message.cell === cell;
}
