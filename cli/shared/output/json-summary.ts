/** What `wirejig run --json` prints: the run in one JSON object, for scripts. */
import { repetitionFacts } from '../../../reports/summary/repetitions';
import { reasonOf } from '../../../reports/text/reason';
import type { RunOutput } from '../../schemas/run-output';
import { isSelected, type RunSummary } from '../../../reports/summary/summary';

/** Every requirement has a verdict; failures and warnings have their reasons too. */
export function jsonSummary(summary: RunSummary, out: string | undefined, exitCode: number): RunOutput {
  const { start, headline, counts } = summary;
  const reasons = (list: RunSummary['failures']) =>
    list.map((one) => ({ id: one.id, reason: reasonOf(one) }));
  return {
    version: start?.version,
    command: start?.command,
    seed: start?.seed,
    board: start?.board,
    outcome: summary.outcome,
    reason: summary.reason,
    headline: headline.word,
    next: headline.next,
    exitCode,
    counts,
    requirements: Object.fromEntries(summary.requirements.map(({ id, verdict }) => [id, verdict])),
    failures: reasons(summary.failures),
    warnings: reasons(summary.warnings),
    notJudged: reasons(summary.notJudged),
    repetitions: start?.repeat === undefined ? undefined : repetitionsOf(summary),
    checks: summary.checks,
    exchanges: summary.exchanges,
    accounting: summary.accounting,
    leastJudged: summary.leastJudged,
    durationMicros: summary.duration,
    out,
  };
}

/** The runs with their seeds, and what each clause came to over all of them. */
function repetitionsOf({ repetitions, requirements }: RunSummary): RunOutput['repetitions'] {
  const asked = requirements.filter(isSelected);
  return {
    runs: repetitions.map(({ number, seed, outcome }) => ({ number, seed, outcome })),
    requirements: Object.fromEntries(asked.map((one) => [one.id, repetitionFacts(one)])),
  };
}
