/** TTT: moves to occupied cells, on a board so young that no round can be over. */
import { CELLS, type Cell } from '../../../protocols/ttt/message';
import { emptyCells, isEmptyCell } from '../../../protocols/ttt/board';
import type { TttHost } from './host';
import { playRounds, seatPlayers } from './moves';
import type { Table } from './table';

/** The first cells of a round: own cells, the other's, in the middle, in a corner, at an edge. */
const OPENINGS: readonly (readonly Cell[])[] = [
  [4, 0],
  [0, 8],
  [7, 5],
];

/** Whether moves to occupied cells are ignored; judged (TTT-04). */
export async function checkOccupiedCells(host: TttHost): Promise<boolean> {
  let good = true;
  for (const opening of OPENINGS)
    good =
      (await host.trial(['TTT-04'], 'moves to occupied cells', (table) => tryOnYoungBoard(table, opening))) &&
      good;
  host.refusesOccupied = good;
  return good;
}

async function tryOnYoungBoard(table: Table, opening: readonly Cell[]): Promise<void> {
  await seatPlayers(table);
  for (const wanted of opening) {
    const cell = isEmptyCell(table.state.board, wanted) ? wanted : emptyCells(table.state.board)[0];
    await table.play(cell ?? 0);
    if (table.ends.length > 0) break;
    await tryEachOccupied(table);
  }
  // `fill` tries an occupied cell, too, and would do so where nothing is to be tried.
  await playRounds(table, 2);
}

/** Each occupied cell, by the player in turn; behind the last of them somebody's move is their fence. */
async function tryEachOccupied(table: Table): Promise<void> {
  const name = table.inTurn;
  if (name === undefined) return;
  for (const cell of CELLS.filter((one) => !isEmptyCell(table.state.board, one)))
    await table.disturb(`${name} tries the occupied cell ${cell}`, () => table.move(name, cell));
}
