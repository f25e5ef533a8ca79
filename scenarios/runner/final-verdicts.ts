/** Gives every requirement a verdict, even if its scenarios did not run or did not check it. */
import type { VerdictLedger, Standing } from './verdict-ledger';
import type { Scenario, Suite } from '../suite';
import type { Selection } from './selection';

/** error: the reason is unknown, or the board is at fault. */
export type Unjudged = 'error' | 'inconclusive';

/** What is left of a run that has ended, complete or early. */
export interface RunRemainder {
  readonly suites: readonly Suite[];
  readonly unfinished: Iterable<Scenario>;
  readonly selection: Selection;
  /** Why the run ended early. */
  readonly reason: string | undefined;
  /** The verdict of clauses that were not judged. */
  readonly unjudged: Unjudged;
}

/** The scenario cannot be tried. */
export function skipAll(ledger: VerdictLedger, { covers }: Scenario, reason: string): void {
  for (const id of covers) ledger.record(id, 'skip', { title: reason });
}

/** The rest of the scenario cannot be tried. Earlier verdicts stay. */
export function skipRest(ledger: VerdictLedger, { covers }: Scenario, reason: string): void {
  const judged = ledger.scenarioStandings();
  for (const id of covers) if (!judged.has(id)) ledger.record(id, 'skip', { title: reason });
}

/** The scenario ended early. Failures stay, passes become inconclusive. */
export function endPartial(
  ledger: VerdictLedger,
  { covers }: Scenario,
  reason: string,
  unjudged: Unjudged = 'error',
): void {
  const judged = ledger.scenarioStandings();
  for (const id of covers) {
    const verdict = judged.get(id)?.verdict;
    if (verdict === undefined) ledger.record(id, unjudged, { title: reason });
    else if (verdict === 'pass')
      ledger.record(id, 'inconclusive', { title: `judged in part only: ${reason}` });
  }
}

/** The scenario is complete. Requirements that it declares but did not check are errors of wirejig. */
export function endComplete(ledger: VerdictLedger, { id: scenario, covers, isStock }: Scenario): void {
  if (isStock === true) return;
  const judged = ledger.scenarioStandings();
  for (const id of covers)
    if (!judged.has(id))
      ledger.record(id, 'error', { title: `the scenario ${scenario} declares it and never checked it` });
}

/** A verdict for every requirement. Scenarios that did not run make it an error or inconclusive. */
export function finalVerdicts(ledger: VerdictLedger, remains: RunRemainder): Record<string, Standing> {
  const judged = ledger.runStandings();
  const open = new Set([...remains.unfinished].flatMap(({ covers }) => covers));
  const ids = remains.suites.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  return Object.fromEntries(ids.map((id) => [id, standing(id, judged.get(id), open.has(id), remains)]));
}

/** The verdict of a clause that is not selected; undefined: it is. */
export function leftOutStanding(
  id: string,
  judged: Standing | undefined,
  selection: Selection,
): Standing | undefined {
  const left = selection.leftOut(id);
  if (left === undefined) return undefined;
  if (judged === undefined || !selection.counts(id, judged.verdict))
    return { verdict: 'skip', checks: 0, reason: left, selected: false };
  return { ...judged, reason: `also seen, ${left}: ${judged.reason ?? 'it failed'}` };
}

function standing(
  id: string,
  judged: Standing | undefined,
  open: boolean,
  { selection, reason = 'the run ended early', unjudged }: RunRemainder,
): Standing {
  const left = leftOutStanding(id, judged, selection);
  if (left !== undefined) return left;
  if (judged === undefined) return { verdict: unjudged, checks: 0, reason };
  if (open && (judged.verdict === 'pass' || judged.verdict === 'skip'))
    return { verdict: 'inconclusive', checks: judged.checks, reason: `judged in part only: ${reason}` };
  return judged;
}
