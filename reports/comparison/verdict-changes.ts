/** What changed between two runs of the same clauses. */
import type { RequirementSummary, RunSummary } from '../summary/summary';

export interface VerdictChanges {
  /** Did not fail before, fails now. */
  readonly worse: readonly string[];
  /** Failed before, holds now. */
  readonly better: readonly string[];
}

/** Of the suite named, from `before` to `now`; a clause that one of the two did not judge is neither. */
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
