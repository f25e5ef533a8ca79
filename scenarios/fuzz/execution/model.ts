/** The oracle of a board: a model that follows the traffic on its links and knows what is due. */
import type { Chunk } from '../../../protocols/chunk';
import type { Micros } from '../../../protocols/time';
import type { Failure } from '../../../protocols/monitor/failure';
import type { CoveragePoint, Due, PresentedCode } from '../../../protocols/monitor/monitor';

export interface PresentStep extends PresentedCode {
  readonly kind: 'present';
}

/** A link is opened on demand (a player comes) or closed. An open one is closed first. */
export interface DialStep {
  readonly kind: 'dial';
  readonly link: string;
  readonly up: boolean;
}

/**
 * The oracle of one board from a known state. It sees all traffic and knows what is due. Sans-I/O. After the first
 * failure it judges nothing more.
 */
export interface Model {
  /** A case begins. */
  begins?(now: Micros): void;
  tx(link: string, chunk: Chunk): void;
  /** The link is open: a player has come and not left. */
  isUp?(link: string): boolean;
  /** A link on demand was opened or closed. */
  dialled?(step: DialStep, at: Micros): void;
  /** The board has closed such a link. */
  ended?(link: string, at: Micros): void;
  presented?(step: PresentStep, at: Micros): void;
  /** The bytes of a recipe in the present state; undefined: there are none. */
  made?(recipe: string): Uint8Array | undefined;
  rx(link: string, chunk: Chunk): void;
  /** The time is `now`, and everything that had arrived by then was given. */
  passed(now: Micros): void;
  /** What must be waited for before the next step; undefined: nothing is due. */
  due(): Due | undefined;
  /** Requests whose answers are still due. */
  readonly unanswered?: number;
  /** These bytes may be sent while `before` answers are due: the page promises an answer to each. */
  mayFollow?(link: string, bytes: Uint8Array, before: number): boolean;
  readonly failure: Failure | undefined;
  /** The state of the board is unknown: the baseline must be sent. */
  readonly desynchronised: boolean;
  /** The points since the last call. */
  coverage(): readonly CoveragePoint[];
}
