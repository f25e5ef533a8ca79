/**
 * A case whose steps hardly ever show its failure, told by the one that they show more often.
 *
 *     join 6 7 8 4     an occupied cell is taken    1 of 100 rounds
 *                      an empty cell is not        20 of 100 rounds: told as that
 */
import { REPEATS } from './reproducibility';
import type { Minimised } from './minimise';
import type { Rig } from '../execution/rig';
import type { Failure } from '../../oracle/failure';
import type { FuzzSession } from '../target';
import { signature, reproduce } from '../execution/trial';

const ROUNDS = 100;
/** In fewer of them it is hardly ever shown. */
const SELDOM = 5;

/** Only where rounds cost nothing. */
export async function asOftenest(
  lab: { readonly rig: Rig; readonly session: FuzzSession },
  small: Minimised,
): Promise<Minimised> {
  const counts = new Map<
    string,
    { readonly failure: Failure; readonly steps: number; readonly shown: number }
  >();
  for (let n = 0; n < ROUNDS; n++) {
    const { failure, steps } = await reproduce(lab.rig, lab.session, small.steps);
    if (failure === undefined) continue;
    const known = counts.get(signature(failure)) ?? { failure, steps, shown: 0 };
    counts.set(signature(failure), { ...known, shown: known.shown + 1 });
  }
  const own = counts.get(signature(small.failure))?.shown ?? 0;
  const [most] = [...counts.values()].sort((a, b) => b.shown - a.shown);
  if (own >= SELDOM || most === undefined || most.shown < REPEATS) return small;
  return { ...small, steps: small.steps.slice(0, most.steps), failure: most.failure };
}
