/** Every requirement ends with a verdict: also those that a scenario declares and never came to, or never got as far as. */
import type { VerdictLedger, Standing } from './verdict-ledger';
import type { Scenario, Suite } from '../suite';
import type { Selection } from './selection';

/** What a run leaves behind that ended, at its end or early. */
export interface RunRemainder {
  readonly suites: readonly Suite[];
  readonly unfinished: Iterable<Scenario>;
  readonly selection: Selection;
  /** Why the run ended early. */
  readonly reason: string | undefined;
}

/** Nothing of the scenario can be tried. */
export function skipAll(ledger: VerdictLedger, { covers }: Scenario, reason: string): void {
  for (const id of covers) ledger.record(id, 'skip', { title: reason });
}

/** The rest of the scenario cannot be tried; what has been judged stays so. */
export function skipRest(ledger: VerdictLedger, { covers }: Scenario, reason: string): void {
  const judged = ledger.scenarioStandings();
  for (const id of covers) if (!judged.has(id)) ledger.record(id, 'skip', { title: reason });
}

/** The scenario broke off: what has failed stays so, what held did so in part only. */
export function endPartial(ledger: VerdictLedger, { covers }: Scenario, reason: string): void {
  const judged = ledger.scenarioStandings();
  for (const id of covers) {
    const verdict = judged.get(id)?.verdict;
    if (verdict === undefined) ledger.record(id, 'error', { title: reason });
    else if (verdict === 'pass')
      ledger.record(id, 'inconclusive', { title: `judged in part only: ${reason}` });
  }
}

/** The scenario came to its end: what it declares and never checked is wirejig's own mistake. */
export function endComplete(ledger: VerdictLedger, { id: scenario, covers }: Scenario): void {
  const judged = ledger.scenarioStandings();
  for (const id of covers)
    if (!judged.has(id))
      ledger.record(id, 'error', { title: `the scenario ${scenario} declares it and never checked it` });
}

/** A verdict for every requirement: what scenarios that were not run leave open is said. */
export function finalVerdicts(ledger: VerdictLedger, remains: RunRemainder): Record<string, Standing> {
  const judged = ledger.runStandings();
  const open = new Set([...remains.unfinished].flatMap(({ covers }) => covers));
  const ids = remains.suites.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  return Object.fromEntries(ids.map((id) => [id, standing(id, judged.get(id), open.has(id), remains)]));
}

function standing(
  id: string,
  judged: Standing | undefined,
  open: boolean,
  { selection, reason = 'the run ended early' }: RunRemainder,
): Standing {
  const left = selection.leftOut(id);
  if (left !== undefined) {
    if (judged === undefined || !selection.counts(id, judged.verdict))
      return { verdict: 'skip', checks: 0, reason: left };
    return { ...judged, reason: `also seen, ${left}: ${judged.reason ?? 'it failed'}` };
  }
  if (judged === undefined) return { verdict: 'error', checks: 0, reason };
  if (open && (judged.verdict === 'pass' || judged.verdict === 'skip'))
    return { verdict: 'inconclusive', checks: judged.checks, reason: `judged in part only: ${reason}` };
  return judged;
}
