/** Short cases that show the end of a round, who opens the next one, and the effect of a stranger. */
import type { LinkBinding } from '../../../../devices/links/link';
import { LINES } from '../../../../protocols/ttt/board';
import { BYTE, CELLS, type Cell } from '../../../../protocols/ttt/message';
import { send, type FuzzStep } from '../../../player/step';
import { joins } from './generators';

const SEVERAL_JOINS = 12;
/** More than fit a table of players with a count of one byte. */
const MANY_JOINS = 260;
/** A draw: no line for either side. The opener's cell is first. */
const DRAW: readonly Cell[] = [0, 1, 2, 4, 3, 5, 7, 6, 8];

export function* seedCases(
  game: 'ttt-pve' | 'ttt-pvp',
  binding: LinkBinding,
  [first = 'a', second = 'b', third]: readonly string[],
): Iterable<readonly FuzzStep[]> {
  const join = joins(binding, first);
  yield Array.from({ length: SEVERAL_JOINS }, () => join);
  if (binding === 'udp') for (const link of [first, second]) yield [join, send(link, new Uint8Array(0))];
  const seated = game === 'ttt-pve' ? [join] : [join, joins(binding, second)];
  const stranger = game === 'ttt-pve' ? second : third;
  // Each byte is a join of a player without a seat.
  if (binding === 'serial' && stranger !== undefined)
    yield [...seated, send(stranger, new Uint8Array(MANY_JOINS).fill(BYTE.join))];
  // A line, and one of its cells again: occupied, if the server did not detect the line.
  if (game === 'ttt-pve') {
    for (const { cells } of LINES) yield [join, ...[...cells, cells[0]].map((cell) => move(first, cell))];
    return;
  }
  for (const { cells } of LINES) yield inTurn(seated, [second, first], lineAgainst(cells));
  for (const side of [second, first])
    yield [...inTurn(seated, [second, first], DRAW), move(side, DRAW[0] ?? 0)];
  if (third !== undefined) yield [...seated, move(second, 0), joins(binding, third), move(first, 0)];
}

/** A line for the opener, two other cells for the opponent, and the line's last cell again. */
function lineAgainst([a, b, c]: readonly [Cell, Cell, Cell]): readonly Cell[] {
  const [one = 0, other = 0] = CELLS.filter((cell) => cell !== a && cell !== b && cell !== c);
  return [a, one, b, other, c, c];
}

/** `sides`: the opener first. */
function inTurn(
  seated: readonly FuzzStep[],
  sides: readonly [string, string],
  cells: readonly Cell[],
): readonly FuzzStep[] {
  return [...seated, ...cells.map((cell, n) => move(sides[n % 2 === 0 ? 0 : 1], cell))];
}

function move(player: string, cell: Cell): FuzzStep {
  return send(player, Uint8Array.of(BYTE.cell0 + cell));
}
