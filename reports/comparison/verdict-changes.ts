/** Changes between two runs of the same clauses. */
import type { RequirementSummary, RunSummary } from '../summary/summary';

export interface VerdictChanges {
  /** It did not fail before, and fails now. */
  readonly worse: readonly string[];
  /** It failed before, and holds now. */
  readonly better: readonly string[];
}

/** The changes in one suite from `before` to `now`. A clause that one of them did not judge is in neither list. */
export function verdictChanges(before: RunSummary, now: RunSummary, suite: string): VerdictChanges {
  const of = (summary: RunSummary): ReadonlyMap<string, RequirementSummary> =>
    new Map(summary.requirements.filter((each) => each.suite === suite).map((each) => [each.id, each]));
  const earlier = of(before);
  const ids = (was: string, is: string): readonly string[] =>
    [...of(now).values()]
      .filter(({ id, verdict }) => verdict === is && earlier.get(id)?.verdict === was)
      .map(({ id }) => id);
  return { worse: ids('pass', 'fail'), better: ids('fail', 'pass') };
}
