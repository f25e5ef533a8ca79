/** `wirejig compare`: compares two runs, for people and for CI. */
import type { Comparison } from '../../../reports/comparison/comparison';
import { comparisonHtml } from '../../../reports/comparison/comparison-html';
import { comparisonText } from '../../../reports/comparison/comparison-text';
import type { AnswerChange } from '../../../reports/comparison/answer-changes';
import type { RunSummary } from '../../../reports/summary/summary';
import type { CompareOutput } from '../../schemas/history-output';
import { say, sayJson, painter } from '../../shared/console';
import { compareJournals } from '../../shared/output/compared-runs';
import { writeNamedFile } from '../../shared/output/own-files';
import type { CompareRequest } from './command';

const COLUMNS = 120;

/** Resolves with 1 where a MUST fails that passed before, 3 where it was tried and can no longer be judged, else 0. Rejects with {@link UsageError}. */
export async function compareCommand(request: CompareRequest): Promise<number> {
  const { before, after, comparison, answers } = await compareJournals(
    request.before,
    request.after,
    async () => (await import('../../config/protocols.js')).loadProtocols(),
  );
  const code = comparison.worse ? 1 : comparison.unknown ? 3 : 0;
  const { out } = request;
  if (out !== undefined) writeNamedFile(out, comparisonHtml(before, after, comparison, answers));
  if (request.json === true) sayJson(jsonComparison(comparison, answers, before, after, code));
  else {
    const { columns } = process.stdout;
    const paint = painter(request.color);
    say(comparisonText(comparison, answers, { paint, columns: columns ?? COLUMNS }));
    if (out !== undefined) say(`\n  page    ${out}\n`);
  }
  return code;
}

function jsonComparison(
  comparison: Comparison,
  answers: readonly AnswerChange[] | undefined,
  before: RunSummary,
  after: RunSummary,
  exitCode: number,
): CompareOutput {
  const runOf = ({ start, headline, outcome }: RunSummary): CompareOutput['before'] => ({
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
      median: [a.p50, b.p50] as const,
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
