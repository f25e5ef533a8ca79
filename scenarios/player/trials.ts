/** Scenarios of short sessions of a conversation, called trials: the suite plays them, and fuzzing draws from the same. */
import type { Capabilities } from '../../devices/board/board';
import type { Random } from '../../protocols/random';
import type { Message } from '../../protocols/request-response/definition';
import type { HostStep } from './host-steps';

/** The kind of a case of fuzzing. */
export type CaseGroup = 'valid' | 'near-miss' | 'noise' | 'timing' | 'session';

/**
 * The steps of a session, from this state on: each message is sent once all that was due before has come. Pure: all chance is in `random`.
 * None: it is left out.
 */
export type Trial<Host extends Message, State> = (
  state: State,
  random: Random,
) => readonly HostStep<Host, State>[];

/** `{ id: 'full', title: '…', covers: ['SET-CD-03'], group: 'session', weight: 2, trials: () => [() => […], …] }`. */
export interface TrialScenario<Host extends Message, State, Values> {
  /** After the protocol's id: `full` for `set/full`. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it judges. */
  readonly covers: readonly string[];
  /** The capabilities that the board needs. On other boards it is skipped. */
  readonly needs?: readonly (keyof Capabilities)[];
  /** How many of them a real board gets, from the first on; a virtual one gets all. Default: all. */
  readonly real?: number;
  readonly group: CaseGroup;
  /** How often fuzzing plays one, relative to others. */
  readonly weight: number;
  /** Parts of messages that fuzzing tries with it. Default: none. */
  readonly fields?: readonly string[];
  /** Tried first: where one goes wrong, the others would show the same, and are left out. Default: none. */
  readonly first?: (parameters: Values) => readonly Trial<Host, State>[];
  readonly trials: (parameters: Values) => readonly Trial<Host, State>[];
}
