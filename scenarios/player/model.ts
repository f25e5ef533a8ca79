/** The oracle of a board: a monitor that knows what is due, up to its first failure, and what recipes make of the board's state. */
import type { Micros } from '../../protocols/time';
import type { Failure } from '../../protocols/monitor/failure';
import type { Made } from './conversation-sessions';
import type { Monitor } from '../../protocols/monitor/monitor';

/** A monitor of one board from a known state. After the first failure it judges nothing more. */
export interface Model extends Omit<Monitor, 'reset' | 'gap' | 'finish' | 'judgements' | 'reasonUnjudged'> {
  /** A case begins. */
  begins?(now: Micros): void;
  /** The bytes of a computed step in the present state; undefined: none. */
  made?(recipe: string): Made | undefined;
  /** Requests in these bytes as they fit the present state. */
  fitted?(link: string, bytes: Uint8Array): Uint8Array;
  /** These bytes may be sent while `before` answers are due: the specification promises an answer to each. */
  mayFollow?(link: string, bytes: Uint8Array, before: number): boolean;
  /** Ends the play. A model without it goes on judging. */
  readonly failure?: Failure | undefined;
}

/** Nothing is due, and nothing is wrong. */
export const UNJUDGED: Model = {
  tx: () => undefined,
  rx: () => undefined,
  tick: () => undefined,
  due: () => undefined,
  desynchronised: true,
  coverage: () => [],
};
