/** Looks a suite up by its typed name. */
import type { Protocol } from '../../scenarios/protocol';
import { protocolIds, protocolOf } from '../../scenarios/protocols';
import type { Suite } from '../../scenarios/suite';
import { pickByName } from './option-values';

/** The suite of this name. Rejects with {@link UsageError} that lists the suites. */
export async function findSuite(name: string): Promise<Suite> {
  return (await findProtocol(name)).suite;
}

/** Those of these names. */
export function findSuites(names: readonly string[]): Promise<readonly Suite[]> {
  return Promise.all(names.map((name) => findSuite(name)));
}

/** The protocol of this name. Rejects with {@link UsageError} that lists the suites. */
export async function findProtocol(name: string): Promise<Protocol> {
  const protocol = await protocolOf(checkSuiteName(name));
  if (protocol === undefined) throw new Error(`${name} was listed a moment ago`);
  return protocol;
}

/** Throws {@link UsageError} that lists the suites, if there is none of this name. */
export function checkSuiteName(name: string): string {
  return pickByName(protocolIds(), (id) => id, name, 'suite', 'there are');
}
