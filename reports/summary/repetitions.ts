/** A run, and each clause over its repetitions: for `--json` and `results.json`, and in words. */
import type { HistogramRecord, RepetitionRecord } from '../../scenarios/record';
import { type VerdictCounts, verdictSign, worstSign, type VerdictSign } from '../text/verdicts';
import type { RunSummary, RequirementSummary } from './summary';
import { formatCount, formatQuantity } from '../text/quantity';

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

/** `held in 7 of 10 runs, failed in 3 (flake rate 30 %)`. */
export function repetitionText(counts: VerdictCounts): string {
  const { total, pass, fail, inconclusive, error, skip } = counts;
  const part = (count: number, word: string): readonly string[] =>
    count === 0 ? [] : [`${word} in ${formatCount(count)}`];
  const rate = flakeRate(counts);
  return [
    `passed in ${formatCount(pass)} of ${formatCount(total)} runs`,
    ...part(fail, 'failed'),
    ...part(inconclusive + error, 'not judged'),
    ...part(skip, 'skipped'),
  ]
    .join(', ')
    .concat(rate === 0 ? '' : ` (flake rate ${percentText(rate)})`);
}

export function percentText(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** `12.034 ms of 100 ms`, of what came nearest to its limit; undefined: no time was measured. */
export function worstTimeText({ histograms }: RequirementSummary): string | undefined {
  const used = ({ worst, limit }: { worst: number; limit?: number }): number =>
    limit === undefined ? -1 : worst / limit;
  const [nearest] = histograms.toSorted((one, other) => used(other) - used(one));
  if (nearest === undefined) return undefined;
  const { worst, limit, unit } = nearest;
  return `${formatQuantity(worst, unit)}${limit === undefined ? '' : ` of ${formatQuantity(limit, unit)}`}`;
}

/** The sign of one repetition, and the clauses that failed in it. */
export function repetitionResult(
  { verdicts, outcome }: RepetitionRecord,
  requirements: readonly Pick<RequirementSummary, 'id' | 'level'>[],
): { readonly sign: VerdictSign; readonly failed: readonly string[] } {
  const signs = requirements.flatMap(({ id, level }) => {
    const verdict = verdicts[id]?.verdict;
    return verdict === undefined ? [] : [{ id, sign: verdictSign(verdict, level) }];
  });
  return {
    sign: worstSign(
      signs.map(({ sign }) => sign),
      outcome !== 'done',
    ),
    failed: signs.filter(({ sign }) => sign.word === 'fail').map(({ id }) => id),
  };
}

/** Clauses that were asked for, those that failed most often first. */
export function repeatedClauses({ requirements }: RunSummary) {
  return requirements
    .flatMap((requirement) => {
      const { repetitions, selected } = requirement;
      return repetitions === undefined || selected === false ? [] : [{ requirement, repetitions }];
    })
    .sort((one, other) => held(one.repetitions) - held(other.repetitions));
}

function held({ pass, total }: VerdictCounts): number {
  return pass / Math.max(1, total);
}
