/** What a case is played on: a board in virtual time, or a real one by its links. */
import type { Spent } from '../campaign/budget';
import type { Micros } from '../../../protocols/time';
import type { Play } from './play';

/** The board did not come back by any way there is to reset it. */
export class BoardWedged extends Error {
  override readonly name = 'BoardWedged';
}

export interface Rig {
  readonly links: readonly string[];
  /** Ways to reset the board, mildest first; 0: there is none. */
  readonly resetLevels: number;
  /** The board fell silent: check that it is alive before the next case. */
  needsLivenessCheck: boolean;
  /** There is something that shows it codes. */
  readonly presents: boolean;
  /** It answers without a promise, so that a million cases are practical, and needs no time to boot. */
  readonly isVirtual: boolean;
  /** Bytes that it may be sent before what is due has come, where the page lets requests follow each other at once. */
  readonly ahead?: number | undefined;
  /** What triage has spent. */
  readonly spent: Spent;
  /** The longest that its host may have kept the board standing still since then, microseconds; absent: never. */
  stallDuration?(since: Micros): Micros;
  play<T>(steps: Play<T>): T | Promise<T>;
  /** A block of cases begins: true where the board is as after power-on now. */
  begin(block: number): boolean | Promise<boolean>;
  /** By this way, default the mildest. true: the board is as after power-on. false: there is no way to. */
  reset(level?: number): boolean | Promise<boolean>;
}
