/** Looks a suite up by its typed name. */
import type { Protocol } from '../../scenarios/protocol';
import { protocols } from '../../scenarios/protocols';
import type { Suite } from '../../scenarios/suite';
import { pickByName } from './option-values';

/** The suite of this name. Throws {@link UsageError} that lists the suites. */
export function findSuite(name: string): Suite {
  return findProtocol(name).suite;
}

/** The protocol of this name. Throws {@link UsageError} that lists the suites. */
export function findProtocol(name: string): Protocol {
  return pickByName(protocols(), ({ id }) => id, name, 'suite', 'there are');
}
