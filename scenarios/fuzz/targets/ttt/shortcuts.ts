/**
 * Short cases that tell where a round ends and who goes on, what a stranger changes, and how soon is answered.
 *
 *     against the machine    join, a line, a cell of it again          taken already, where the line was not seen
 *     of two players         three cells of one, the last by the other  free again, where they were taken for a line
 *                            three of one against a line of the other   taken already, where the round was over before
 */
import type { LinkBinding } from '../../../../devices/links/link';
import { LINES } from '../../../../protocols/ttt/board';
import { BYTE, CELLS, type Cell } from '../../../../protocols/ttt/message';
import { bytesOf, send, type FuzzStep } from '../../execution/step';
import type { Gamble } from '../../target';
import { joins } from './generators';

const OFTEN = 12;
/** More than a table of players that is counted in a byte. */
const VERY_OFTEN = 260;
/** No line of either side, who opens first. */
const DRAW: readonly Cell[] = [0, 1, 2, 4, 3, 5, 7, 6, 8];

export function* shortcutsOf(
  game: 'ttt-pve' | 'ttt-pvp',
  binding: LinkBinding,
  [first = 'a', second = 'b', third]: readonly string[],
): Iterable<readonly FuzzStep[]> {
  const join = joins(binding, first);
  yield Array.from({ length: OFTEN }, () => join);
  if (binding === 'udp') for (const link of [first, second]) yield [join, send(link, new Uint8Array(0))];
  const seated = game === 'ttt-pve' ? [join] : [join, joins(binding, second)];
  const left = game === 'ttt-pve' ? second : third;
  // Each byte is a join of somebody for whom there is no seat.
  if (binding === 'serial' && left !== undefined)
    yield [...seated, send(left, new Uint8Array(VERY_OFTEN).fill(BYTE.join))];
  if (game === 'ttt-pve')
    for (const { cells } of LINES) yield [join, ...[...cells, cells[0]].map((cell) => move(first, cell))];
  else {
    yield* ofTwo(seated, [second, first]);
    // The opponent has the turn.
    if (binding === 'udp')
      yield [...seated, move(second, 0), send(second, new Uint8Array(0)), move(first, 0)];
    if (third !== undefined) yield [...seated, move(second, 0), joins(binding, third), move(first, 0)];
  }
}

/** Two cells of a line: what the machine has beside them may make the difference. */
export function* gamblesOf(
  game: 'ttt-pve' | 'ttt-pvp',
  binding: LinkBinding,
  [first = 'a']: readonly string[],
): Iterable<Gamble> {
  if (game !== 'ttt-pve') return;
  for (const { cells } of LINES)
    for (const left of cells) {
      const two = cells.filter((cell) => cell !== left);
      const steps = [joins(binding, first), ...two.map((cell) => move(first, cell))];
      yield { steps, bytes: bytesOf(steps) };
    }
}

/** `sides`: who opens, first. */
function* ofTwo(
  seated: readonly FuzzStep[],
  sides: readonly [string, string],
): Iterable<readonly FuzzStep[]> {
  const inTurn = (cells: readonly Cell[]): readonly FuzzStep[] => [
    ...seated,
    ...cells.map((cell, n) => move(sides[n % 2 === 0 ? 0 : 1], cell)),
  ];
  for (const three of threes()) {
    const [one = 0, other = 0] = CELLS.filter((cell) => !three.includes(cell));
    const [a, b, c] = three;
    yield inTurn([a, one, b, other, c, c]);
    // The other side's line ends the round; a board that began one by itself holds its last cell.
    const [line] = LINES.filter(({ cells }) => !cells.some((cell) => three.includes(cell)));
    if (line !== undefined) {
      const [x, y, z] = line.cells;
      yield inTurn([a, x, b, y, c, z, z]);
    }
  }
  for (const side of sides) yield [...inTurn(DRAW), move(side, DRAW[0] ?? 0)];
}

/** Any three cells, the lines among them. */
function* threes(): Iterable<readonly [Cell, Cell, Cell]> {
  for (const a of CELLS)
    for (const b of CELLS.filter((cell) => cell > a))
      for (const c of CELLS.filter((cell) => cell > b)) yield [a, b, c];
}

function move(player: string, cell: Cell): FuzzStep {
  return send(player, Uint8Array.of(BYTE.cell0 + cell));
}
