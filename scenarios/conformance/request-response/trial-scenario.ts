/** What stock scenarios of trials are: each gives its trials for a session. */
import type { GeneralClauses } from '../../../protocols/request-response/definition';
import type { PreparedSession } from './prepared-session';
import type { Trial } from './trial';

export interface TrialScenario {
  /** After the protocol's id: `checksum`. */
  readonly name: string;
  readonly title: string;
  /** General clauses that it judges besides those of its trials. */
  readonly general?: readonly (keyof GeneralClauses)[];
  /** The trials that the description allows. None: the scenario is left out. */
  readonly trials: (prepared: PreparedSession) => Iterable<Trial>;
}
