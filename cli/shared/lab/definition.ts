/** What a suite asks, as a hash: two machines with the same one mean the same clauses and parameters. */
import { createHash } from 'node:crypto';
import type { Suite } from '../../../scenarios/suite';

export function definitionHash({ id, requirements, parameters, links }: Suite): string {
  const content = JSON.stringify({ id, requirements, parameters, links });
  return createHash('sha256').update(content).digest('hex');
}
