/** Two runs compared, from their journals. */
import { compareRuns } from '../../../reports/comparison/comparison';
import {
  answerChanges,
  exchangesOf,
  type AnswerChange,
  type Comparers,
} from '../../../reports/comparison/answer-changes';
import { summarize, type RunSummary } from '../../../reports/summary/summary';
import { UsageError } from '../usage-error';
import { eventsOf, journalAt } from './journal-file';
import type { Parameters } from '../../../protocols/requirement';
import { protocolOf } from '../../../scenarios/protocols';

/** Journals, or their folders. `load`: called before protocols are asked. Rejects with {@link UsageError}. */
export async function compareJournals(beforePath: string, afterPath: string, load: () => Promise<void>) {
  const [one, other] = [eventsOf(journalAt(beforePath)), eventsOf(journalAt(afterPath))];
  const [before, after] = [summarize(one), summarize(other)];
  const comparison = compareRuns(before, after);
  if (before.requirements.every(({ id }) => comparison.onlyBefore.includes(id)))
    throw new UsageError('the runs have no clause in common: give two runs of one suite');
  const sameSeed = before.start?.seed === after.start?.seed;
  // With different seeds they sent different bytes.
  const answers = sameSeed
    ? await changesBetween(exchangesOf(one), exchangesOf(other), after, load)
    : undefined;
  return { before, after, comparison, answers };
}

type Exchanges = ReturnType<typeof exchangesOf>;

/** Protocols are loaded only if some answer is different. */
async function changesBetween(
  before: Exchanges,
  after: Exchanges,
  { start }: RunSummary,
  load: () => Promise<void>,
): Promise<readonly AnswerChange[]> {
  if (answerChanges(before, after).length === 0) return [];
  await load();
  const parameters = new Map(start?.suites.map(({ id, parameters: values }) => [id, values]));
  return answerChanges(before, after, await nondeterministicComparers(parameters));
}

/**
 * Which answers are random, or chosen by the board: two different ones are no change. `parameters`: of the compared boards, by suite; what
 * a journal leaves out has its default.
 */
export async function nondeterministicComparers(
  parameters: ReadonlyMap<string, Parameters>,
): Promise<Comparers> {
  const loaded = await Promise.all(
    [...parameters].map(async ([id, values]) => {
      const protocol = await protocolOf(id);
      const comparer = await protocol?.nondeterminism?.();
      const declared = protocol?.suite.parameters ?? [];
      const defaults = Object.fromEntries(declared.map((one) => [one.name, one.default]));
      return [id, comparer?.({ ...defaults, ...values })] as const;
    }),
  );
  const comparers = new Map(loaded);
  return (suite) => comparers.get(suite) ?? (() => 'changed');
}
