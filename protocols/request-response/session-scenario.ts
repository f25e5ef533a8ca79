/** A scenario that its author gives as sessions: the suite and the fuzzer play them, and the rules judge what is answered. */
import type { Random } from '../random';

/**
 * Sessions of a situation that the stock ones seldom reach:
 * `{ id: 'full', title: '…', covers: ['OV-TG-03'], session: (random) => […] }`.
 */
export interface SessionScenario<Request, State, Values> {
  /** After the protocol's id: `full` for `oven/full`. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it judges. One that no session reaches is inconclusive with the default parameters, else skipped. */
  readonly covers: readonly string[];
  /** The number of sessions, in virtual time and on a real board; a real board gets more until each clause is reached. Default: 60 and 8. */
  readonly runs?: { readonly virtual: number; readonly real: number };
  /** How often the fuzzer plays one, relative to others: the weights of its own cases sum to about 120. Default: 4. */
  readonly weight?: number;
  /**
   * The steps of one session, from this state on: requests, and the content of frames that are none. Pure: every random choice comes from `random`.
   * A session of the suite begins from the initial state.
   */
  session(random: Random, state: State, parameters: Values): readonly (Request | Uint8Array)[];
}

/** For the parts that serve every description. */
export type AnySessionScenario = SessionScenario<{ readonly type: string }, unknown, unknown>;
