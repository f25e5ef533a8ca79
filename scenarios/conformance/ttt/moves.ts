/** What players do at a table: take their seats, make moves, play rounds to their end. */
import { emptyCells, isEmptyCell, LINES, linesIn, place } from '../../../protocols/ttt/board';
import { CELLS, type Cell } from '../../../protocols/ttt/message';
import type { Table } from './table';

/** Players join until all seats are taken, in the order of the links. Returns the next player, who has no seat. */
export async function seatPlayers(table: Table): Promise<string> {
  const { names, seats } = table.host;
  for (const name of names.slice(0, seats)) await table.join(name);
  return names[seats] ?? '';
}

/** Plays `count` moves that end no round, if there are such. */
export async function playMoves(table: Table, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await table.play(linelessCell(table));
}

/**
 * The cells to choose from. In the first move of a round: those that were taken when the last round ended, if there are such. They
 * show whether the board was emptied.
 */
export function openingCells({ state, betweenRounds: between, previous }: Table): readonly Cell[] {
  const empty = emptyCells(state.board);
  if (!between || empty.length < CELLS.length - 1) return empty;
  const again = empty.filter((cell) => !isEmptyCell(previous, cell));
  return again.length > 0 ? again : empty;
}

/** A cell that makes no line of the player, if there is one: the lowest or the highest of them. */
export function linelessCell(table: Table, which: 'lowest' | 'highest' = 'lowest'): Cell {
  const { state } = table;
  const empty = openingCells(table);
  const lineless = empty.filter(
    (cell) => linesIn(place(state.board, state.turn, cell)[state.turn]).length === 0,
  );
  const at = which === 'lowest' ? 0 : -1;
  return lineless.at(at) ?? empty.at(at) ?? 0;
}

/** Plays the round to its end, without a line of a player if possible. */
export async function finishRound(table: Table): Promise<void> {
  const before = table.ends.length;
  for (let n = 0; n < CELLS.length && table.ends.length === before; n++) {
    const { board } = table.state;
    // A cell that was taken before a disturbance must still be taken.
    const taken = CELLS.find((cell) => !isEmptyCell(board, cell));
    if (taken !== undefined && table.host.game === 'ttt-pvp' && n === 0) await table.tryOccupied(taken);
    await table.play(linelessCell(table));
  }
}

/** Plays rounds to their end, as short as possible. Each opens with a cell of the last one, or with `wanted`. */
export async function playRounds(table: Table, rounds: number, wanted?: Cell): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    const before = table.ends.length;
    let first = wanted;
    while (table.ends.length === before) {
      await table.play(choice(table, first));
      first = undefined;
    }
    await table.expectQuiet();
  }
}

/** The cell `wanted`, or one towards a line. */
function choice(table: Table, wanted: Cell | undefined): Cell {
  const { board, turn } = table.state;
  if (wanted !== undefined && isEmptyCell(board, wanted)) return wanted;
  return towardsLine(board, turn, openingCells(table));
}

/** A cell of the line with most of the player's own cells and none of the other's. */
function towardsLine(board: readonly [number, number], side: 0 | 1, empty: readonly Cell[]): Cell {
  const own = board[side];
  const theirs = board[side === 0 ? 1 : 0];
  const count = (bits: number): number => bits.toString(2).replaceAll('0', '').length;
  const open = LINES.filter(({ mask }) => (mask & theirs) === 0).sort(
    (a, b) => count(b.mask & own) - count(a.mask & own),
  );
  const cells = open.flatMap((line) => line.cells.filter((one) => empty.includes(one)));
  return cells[0] ?? empty[0] ?? 0;
}
