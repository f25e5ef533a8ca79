/**
 * Virtual boards as models of a real one's defects: a failure that one of them shows too is made small there, where tries
 * cost nothing, and confirmed on the real board. The finding then names the defect to look for.
 */
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import type { Minimised } from '../reduce/minimise';
import { minimiseFailure } from '../reduce/minimise-failure';
import { hasRecipes, playUntilShown } from '../reduce/reproducibility';
import { hasSignature, reproduce, yieldToEventLoop } from '../execution/reproduce';
import type { FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { TriageContext } from './triage-context';

/** Cases that are tried on each model: a failure that takes more is the real board's own. */
const HISTORIES = [1, 8, 64];
/** Models that fail alike but are not confirmed, until it is given up. */
const MOST_REFUTED = 3;
/** Rounds on the real board, where it chooses too. */
const CONFIRMING = 12;

/** Undefined where no model fails like the board, or none of their small cases shows on it. */
export async function minimiseOnDefectModel(
  context: TriageContext,
  failure: Failure,
  cases: readonly (readonly FuzzStep[])[],
): Promise<(Minimised & { readonly defectModel: string }) | undefined> {
  const { session, defectModels, checkpoint } = context;
  if (defectModels === undefined) return undefined;
  let refuted = 0;
  for (const count of HISTORIES)
    for (const { name, rig } of defectModels()) {
      await yieldToEventLoop();
      checkpoint();
      const history = cases.slice(-count);
      if (!hasSignature(await reproduce(rig, session, history.flat()), failure)) continue;
      const exhausted = budgetOf(rig.spent, VIRTUAL_BUDGET);
      const small = await minimiseFailure({ rig, session, failure, history, exhausted, checkpoint }, false);
      if (small === undefined) continue;
      const rounds = hasRecipes(small.steps) ? CONFIRMING : 1;
      const again = await playUntilShown(context, small.steps, small.failure, rounds);
      if (hasSignature(again, small.failure) && again.failure !== undefined)
        return { ...small, failure: again.failure, defectModel: name };
      if (++refuted === MOST_REFUTED) return undefined;
    }
  return undefined;
}
