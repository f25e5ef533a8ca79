/** Two virtual boards on one virtual clock, for a cable between them. */
import { virtualBoard, type VirtualBoardOptions } from '../board/virtual-board';
import type { Board } from '../board/board';
import type { Side } from '../tap/tap';
import { virtualClock } from './engine/virtual-clock';

export interface VirtualPairOptions {
  readonly boards: Readonly<Record<Side, Pick<VirtualBoardOptions, 'kind' | 'defects'>>>;
  readonly parameters: VirtualBoardOptions['parameters'];
  /** Of both: each board gets one of its own from it. */
  readonly seed: number;
}

/** Equal boards with unequal seeds: with one seed they would say hello at the same instant. */
export function virtualPair({ boards, parameters, seed }: VirtualPairOptions): Record<Side, Board> {
  const clock = virtualClock();
  const create = (side: Side, own: number): Board =>
    virtualBoard({ ...boards[side], parameters, seed: own, clock });
  return { a: create('a', (2 * seed) | 0), b: create('b', (2 * seed + 1) | 0) };
}
