/** The rig on which cases are played: a virtual board in virtual time, or the links of a real board. */
import type { Spent } from '../campaign/budget';
import type { Micros } from '../../../protocols/time';
import type { Play } from '../../player/play';
import type { FuzzStep } from '../../player/step';

/** No reset recovered the board. */
export class BoardWedged extends Error {
  override readonly name = 'BoardWedged';
}

export interface Rig {
  readonly links: readonly string[];
  /** Ways to reset the board, mildest first; 0: there is none. */
  readonly resetLevels: number;
  /** The board fell silent: check that it is alive before the next case. */
  needsLivenessCheck: boolean;
  /** The request that showed that the board lives, where it leaves the probe unanswered. */
  aliveBy?: readonly FuzzStep[];
  /** The board answers, but not as the baseline requires: cases begin in an unknown state. */
  lacksBaseline?: boolean;
  /** false: the board has not sent a byte yet. Absent where the board certainly exists. */
  readonly hasReceived?: boolean;
  /** Whether codes can be presented to it. */
  readonly presents: boolean;
  /** It plays without promises, so that a million cases are practical. Its board needs no time to boot. */
  readonly isVirtual: boolean;
  /** The most unanswered bytes, where the page allows pipelined requests. */
  readonly ahead?: number | undefined;
  /** What triage has spent. */
  readonly spent: Spent;
  /** The longest stall of the board by this host since `since`, default: in the last play; microseconds. Absent: it never stalls. */
  stallDuration?(since?: Micros): Micros;
  /** How long the board's programs waited for a processor of this host in that time. */
  waitDuration?(since?: Micros): Micros;
  play<T>(steps: Play<T>): T | Promise<T>;
  /** A block of cases begins. Returns true if the board is as after power-on. */
  begin(block: number): boolean | Promise<boolean>;
  /** Resets the board by this level; default: the mildest. Returns false if it has no reset. */
  reset(level?: number): boolean | Promise<boolean>;
}
