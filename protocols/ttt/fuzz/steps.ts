/**
 * Steps of players, and moves that depend on the machine's choices, made when they are sent.
 *
 *     empty 3     the 3rd empty cell (modulo their number)  taken 3    the 3rd occupied one
 *     chunk 7     a few bytes of any kind, by this seed
 */
import { dial, dice, send, type Carrier, type FuzzStep } from '../../../api/index';
import { emptyCells } from '../board';
import { BYTE, CELLS, type Cell } from '../message';
import type { TttState } from '../state';

/** Undefined if there is no such cell. */
export function bytesOfRecipe(recipe: string, { table }: TttState): Uint8Array | undefined {
  if (table === undefined) return undefined;
  const [name = '', text = '0'] = recipe.split(' ');
  const number = Number(text);
  const empty = emptyCells(table.board);
  const cells = name === 'taken' ? CELLS.filter((cell) => !empty.includes(cell)) : empty;
  if (name !== 'chunk') {
    const cell = cells[number % Math.max(1, cells.length)];
    return cell === undefined ? undefined : Uint8Array.of(BYTE.cell0 + cell);
  }
  const choices = dice(number);
  return Uint8Array.from({ length: choices.int(2, 12) }, () => {
    const cell = choices.any(choices.once(3) ? CELLS : empty) ?? 0;
    return choices.once(3) ? choices.int(0, 255) : BYTE.cell0 + cell;
  });
}

export function joins(carrier: Carrier, link: string): FuzzStep {
  return carrier === 'tcp' ? dial(link, true) : send(link, Uint8Array.of(BYTE.join));
}

export function leaves(carrier: Carrier, link: string): FuzzStep {
  return carrier === 'tcp' ? dial(link, false) : send(link, Uint8Array.of(BYTE.leave));
}

export function move(player: string, cell: Cell): FuzzStep {
  return send(player, Uint8Array.of(BYTE.cell0 + cell));
}
