/**
 * Virtual boards as models of a real board's defects. If one of them shows the same failure, the case is minimised there,
 * where tries cost nothing, and confirmed on the real board. The finding then names the defect to look for.
 */
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import type { Minimised } from '../reduce/minimise';
import { minimiseFailure } from '../reduce/minimise-failure';
import { hasRecipes, playUntilShown } from '../reduce/reproducibility';
import { hasSignature, reproduce, yieldToEventLoop } from '../execution/reproduce';
import type { FuzzStep } from '../../player/step';
import type { Failure } from '../../../protocols/monitor/failure';
import type { TriageContext } from './triage-context';

/** How many of the last cases are replayed on each model. A failure that needs more has no model. */
const HISTORIES = [1, 8, 64];
/** After this many models that fail in the same way without confirmation, no more are tried. */
const MOST_REFUTED = 3;
/** Rounds on the real board, if the case depends on its choices. */
const CONFIRMING = 12;

/** undefined: no model fails like the board, or no minimised case of a model fails on the board. */
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
