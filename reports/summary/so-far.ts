/** A run that goes on: its clauses by what was judged so far. What nothing judged yet is neither passed nor an error. */
import { countVerdicts, mergeJudgements } from '../text/verdicts';
import type { RequirementSummary, RunSummary } from './summary';

export interface SoFar extends RunSummary {
  /** Clauses that have a verdict. */
  readonly judged: number;
}

export function soFar(summary: RunSummary): SoFar {
  const judge = (each: RequirementSummary): RequirementSummary => {
    if (summary.end !== undefined || each.verdict === 'fail') return each;
    const { scenarioJudgements: parts, reason: _reason, ...rest } = each;
    if (parts.length === 0)
      return { ...rest, scenarioJudgements: parts, verdict: 'skip', checks: 0, reason: 'not judged yet' };
    return { ...rest, scenarioJudgements: parts, ...mergeJudgements(parts) };
  };
  const suites = summary.suites.map((suite) => {
    const requirements = suite.requirements.map(judge);
    return { ...suite, requirements, counts: countVerdicts(requirements) };
  });
  const requirements = suites.flatMap((suite) => suite.requirements);
  const judged = requirements.filter(({ checks, verdict }) => checks > 0 || verdict === 'fail').length;
  return { ...summary, suites, requirements, counts: countVerdicts(requirements), judged };
}
