/** Which answers are random, or chosen by the board: two different ones are no change. */
import type { Parameters } from '../../../protocols/requirement';
import type { Comparers } from '../../../reports/comparison/answer-changes';
import { protocolOf } from '../../../scenarios/protocols';

/** `parameters`: those of the compared boards, by suite. */
export async function nondeterministicComparers(
  parameters: ReadonlyMap<string, Parameters>,
): Promise<Comparers> {
  const loaded = await Promise.all(
    [...parameters.keys()].map(async (id) => [id, await (await protocolOf(id))?.nondeterminism?.()] as const),
  );
  const comparers = new Map(loaded);
  return (suite) => comparers.get(suite)?.(parameters.get(suite) ?? {}) ?? (() => 'changed');
}
