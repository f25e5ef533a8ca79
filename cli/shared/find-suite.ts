/** Looks a suite up by its typed name. */
import type { Protocol } from '../../scenarios/protocol';
import { protocolIds, protocolOf } from '../../scenarios/protocols';
import type { Suite } from '../../scenarios/suite';
import { pickByName } from './option-values';

export async function findSuite(name: string): Promise<Suite> {
  return (await findProtocol(name)).suite;
}

export function findSuites(names: readonly string[]): Promise<readonly Suite[]> {
  return Promise.all(names.map((name) => findSuite(name)));
}

/** The protocol of this name. Rejects with {@link UsageError} that lists the suites. */
export async function findProtocol(name: string): Promise<Protocol> {
  const protocol = await protocolOf(checkSuiteName(name));
  if (protocol === undefined) throw new Error(`${name} was listed a moment ago`);
  return protocol;
}

export function checkSuiteName(name: string): string {
  return pickByName(protocolIds(), (id) => id, name, 'suite', 'there are');
}
