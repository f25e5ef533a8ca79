/** The checks that decided the verdict of a clause, the clearest first. */
import type { CheckRecord, Verdict } from '../../scenarios/record';
import { failingExchange } from '../fault/failing-exchange';
import type { ScenarioRun } from './event-collector';

const DECIDES_NOTHING: ReadonlySet<Verdict> = new Set(['pass', 'skip']);

export function decidingChecks(checks: readonly CheckRecord[], verdict: Verdict): readonly CheckRecord[] {
  if (verdict === 'pass') return [];
  const same = checks.filter((check) => check.verdict === verdict);
  return same.length > 0 ? same : checks.filter((check) => !DECIDES_NOTHING.has(check.verdict));
}

/** Checks of scenarios that cover the clause come first, and among them those with the shortest evidence. */
export function plainestFirst(
  checks: readonly CheckRecord[],
  covering: readonly ScenarioRun[],
): readonly CheckRecord[] {
  const ids = new Set(covering.map(({ id }) => id));
  const foreign = ({ scenario }: CheckRecord): number => (ids.has(scenario) ? 0 : 1);
  const length = ({ evidence = [] }: CheckRecord): number => {
    const start = failingExchange(evidence, undefined);
    return evidence.slice(start).reduce((sum, { hex }) => sum + hex.length, 0);
  };
  return checks.toSorted((one, other) => foreign(one) - foreign(other) || length(one) - length(other));
}
