/** What a case is played on: a board in virtual time, or a real one by its links. */
import type { Play } from './play';

/** The board did not come back by any way there is to reset it. */
export class BoardWedged extends Error {
  override readonly name = 'BoardWedged';
}

export interface Rig {
  readonly links: readonly string[];
  /** There is a way to reset the board. */
  readonly resets: boolean;
  /** There is something that shows it codes. */
  readonly presents: boolean;
  /** A twin: it answers without a promise, so that a million cases are practical, and needs no time to boot. */
  readonly atOnce: boolean;
  play<T>(steps: Play<T>): T | Promise<T>;
  /** A block of cases begins: true where the board is as after power-on now. */
  begin(block: number): boolean | Promise<boolean>;
  /** true: the board is as after power-on. false: there is no way to. Rejects with {@link BoardWedged}. */
  reset(): boolean | Promise<boolean>;
}
