/** Two virtual boards on one virtual clock, for a cable between them. */
import { virtualBoard, type VirtualBoardOptions } from '../board/virtual-board';
import type { Board } from '../board/board';
import type { Side } from '../tap/tap';
import { virtualClock } from './engine/virtual-clock';

export interface VirtualPairOptions {
  readonly boards: Readonly<Record<Side, Pick<VirtualBoardOptions, 'kind' | 'defects'>>>;
  readonly parameters: VirtualBoardOptions['parameters'];
  /** Decides the seeds of both boards. */
  readonly seed: number;
}

/** The boards have different seeds: with the same one they would send hello at the same instant. */
export function virtualPair({ boards, parameters, seed }: VirtualPairOptions): Record<Side, Board> {
  const clock = virtualClock();
  const create = (side: Side, own: number): Board =>
    virtualBoard({ ...boards[side], parameters, seed: own, clock });
  return { a: create('a', (2 * seed) | 0), b: create('b', (2 * seed + 1) | 0) };
}
