/** A clause over the repetitions of a run: how often it held, how often it failed, and the worst time. */
import type { HistogramRecord, RepetitionRecord, RequirementRecord } from '../../scenarios/record';
import { countLevel, type VerdictCounts } from '../text/verdicts';

export function repeatedVerdicts(
  repetitions: readonly RepetitionRecord[],
  { id, level }: RequirementRecord,
): VerdictCounts {
  const verdicts = repetitions.flatMap((one) => one.verdicts[id]?.verdict ?? []);
  return countLevel(
    verdicts.map((verdict) => ({ level, verdict })),
    level,
  );
}

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
