/** Which answers are random, or chosen by the board: two different ones are no change. */
import type { Parameters } from '../../../protocols/requirement';
import type { Comparers } from '../../../reports/comparison/answer-changes';
import { protocols } from '../../../scenarios/protocols';

/** `parameters`: those of the compared boards, by suite. */
export async function nondeterministicComparers(
  parameters: ReadonlyMap<string, Parameters>,
): Promise<Comparers> {
  const concerned = protocols().filter(({ id }) => parameters.has(id));
  const loaded = await Promise.all(
    concerned.map(async ({ id, nondeterminism }) => [id, await nondeterminism?.()] as const),
  );
  const comparers = new Map(loaded);
  return (suite) => comparers.get(suite)?.(parameters.get(suite) ?? {}) ?? (() => 'changed');
}
