/** What `--json` and `results.json` say about a run, and about each clause over its repetitions. */
import type { HistogramRecord } from '../../scenarios/record';
import type { VerdictCounts } from '../text/verdicts';
import type { RunSummary } from './summary';

/** The share of failures among the runs that judged a clause; 0 where all of them agree. */
export function flakeRate({ pass, fail }: VerdictCounts): number {
  return pass > 0 ? fail / (pass + fail) : 0;
}

/** For scripts; undefined: the run has no repetitions. */
export function repetitionFacts({
  repetitions,
  histograms,
}: {
  readonly repetitions?: VerdictCounts;
  readonly histograms: readonly HistogramRecord[];
}) {
  if (repetitions === undefined) return undefined;
  const { total, ...verdicts } = repetitions;
  return {
    runs: total,
    ...verdicts,
    flakeRate: flakeRate(repetitions),
    worst: histograms.map(({ name, worst, unit, limit }) => ({ name, value: worst, unit, limit })),
  };
}

export function runFacts(summary: RunSummary) {
  const { start, headline, outcome, reason, counts, checks, exchanges, accounting, leastJudged } = summary;
  return {
    command: start?.command,
    seed: start?.seed,
    board: start?.board,
    outcome,
    reason,
    headline: headline.word,
    next: headline.next,
    counts,
    requirements: Object.fromEntries(summary.requirements.map(({ id, verdict }) => [id, verdict])),
    checks,
    exchanges,
    accounting,
    leastJudged,
    durationMicros: summary.duration,
  };
}
