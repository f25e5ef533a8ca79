/** TTT: moves to occupied cells, so early that no round can be over. */
import { CELLS, type Cell } from '../../../protocols/ttt/message';
import { emptyCells, isEmptyCell } from '../../../protocols/ttt/board';
import type { TttHost } from './host';
import { playRounds, seatPlayers } from './moves';
import type { Table } from './table';

/** First cells of a round: of both players, in the middle, in a corner, at an edge. */
const OPENINGS: readonly (readonly Cell[])[] = [
  [4, 0],
  [0, 8],
  [7, 5],
];

/** Judges that moves to occupied cells are ignored (TTT-04). */
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
  // Not `finishRound`: it tries an occupied cell itself.
  await playRounds(table, 2);
}

/** The player in turn tries each occupied cell. The next move shows whether they were ignored. */
async function tryEachOccupied(table: Table): Promise<void> {
  const name = table.inTurn;
  if (name === undefined) return;
  for (const cell of CELLS.filter((one) => !isEmptyCell(table.state.board, one)))
    await table.disturb(`${name} tries the occupied cell ${cell}`, () => table.move(name, cell));
}
