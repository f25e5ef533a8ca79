/** `wirejig compare`: compares two runs, for people and for CI. */
import { createColors } from 'picocolors';
import { compareRuns, type Comparison } from '../../../reports/comparison/comparison';
import { comparisonHtml } from '../../../reports/comparison/comparison-html';
import { comparisonText } from '../../../reports/comparison/comparison-text';
import { answerChanges, exchangesOf, type AnswerChange } from '../../../reports/comparison/answer-changes';
import { summarize, type RunSummary } from '../../../reports/summary/summary';
import { say, wantsColor } from '../../shared/console';
import { eventsOf, journalAt } from '../../shared/output/journal-file';
import { writeNamedFile } from '../../shared/output/folder/own-files';
import { UsageError } from '../../shared/usage-error';

export interface CompareRequest {
  /** Directories of runs, or their journals. */
  readonly before: string;
  readonly after: string;
  /** An HTML file. */
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
  readonly color?: boolean | undefined;
}

const COLUMNS = 120;

/** Resolves with 1 where a MUST fails that passed before (or can no longer be judged), else 0. Rejects with {@link UsageError}. */
export async function compareCommand(request: CompareRequest): Promise<number> {
  const [one, other] = [eventsOf(journalAt(request.before)), eventsOf(journalAt(request.after))];
  const [before, after] = [summarize(one), summarize(other)];
  const comparison = compareRuns(before, after);
  if (before.requirements.every(({ id }) => comparison.onlyBefore.includes(id)))
    throw new UsageError('the runs have no clause in common: give two runs of one suite');
  // Runs of different seeds send different bytes: their answers cannot be compared.
  const sameSeed = before.start?.seed === after.start?.seed;
  const answers = sameSeed ? await changesBetween(exchangesOf(one), exchangesOf(other), after) : undefined;
  const code = comparison.worse ? 1 : 0;
  const { out } = request;
  if (out !== undefined) writeNamedFile(out, comparisonHtml(before, after, comparison, answers));
  if (request.json === true)
    say(`${JSON.stringify(jsonComparison(comparison, answers, before, after, code))}\n`);
  else {
    const { columns } = process.stdout;
    const paint = createColors(wantsColor(request.color));
    say(comparisonText(comparison, answers, { paint, columns: columns ?? COLUMNS }));
    if (out !== undefined) say(`\n  page    ${out}\n`);
  }
  return code;
}

type Exchanges = ReturnType<typeof exchangesOf>;

/** Protocols are loaded only if some answer is different. */
async function changesBetween(
  before: Exchanges,
  after: Exchanges,
  { start }: RunSummary,
): Promise<readonly AnswerChange[]> {
  if (answerChanges(before, after).length === 0) return [];
  const { loadProtocols } = await import('../../config/protocols.js');
  await loadProtocols();
  const { nondeterministicComparers } = await import('./nondeterminism.js');
  const parameters = new Map(start?.suites.map(({ id, parameters: values }) => [id, values]));
  return answerChanges(before, after, await nondeterministicComparers(parameters));
}

function jsonComparison(
  comparison: Comparison,
  answers: readonly AnswerChange[] | undefined,
  before: RunSummary,
  after: RunSummary,
  exitCode: number,
): object {
  const runOf = ({ start, headline, outcome }: RunSummary): object => ({
    board: start?.board.name,
    seed: start?.seed,
    command: start?.command,
    version: start?.version,
    headline: headline.word,
    outcome,
  });
  const latency = comparison.latency.map(
    ({ requirement, name, unit, before: a, after: b, shift, changed }) => ({
      requirement,
      name,
      unit,
      changed,
      ...shift,
      median: [a.p50, b.p50],
    }),
  );
  return {
    exitCode,
    before: runOf(before),
    after: runOf(after),
    ...comparison,
    latency,
    answers: answers ?? null,
  };
}
