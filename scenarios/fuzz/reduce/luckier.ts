/**
 * A case that needs choices of the board's, with other choices of the host's: another deal, another move, another way as
 * short, where it shows more often with them. Only where rounds cost nothing.
 *
 *     deal 1  throw 3  throw 0     2 of 40 rounds
 *     deal 5  throw 3  throw 0    17 of 40 rounds
 */
import { behindWays, changed } from './candidates';
import { roundsOf } from './reproducibility';
import type { Minimised } from './minimise';
import type { Rig } from '../execution/rig';
import { bytesOf } from '../execution/step';
import type { FuzzSession } from '../target';

/** Rounds of each; the first few tell whether the others are worth it. */
const ROUNDS = 40;
const FIRST = 8;
/** Often enough. */
const OFTEN = 10;
const PASSES = 3;

export async function luckier(
  lab: { readonly rig: Rig; readonly session: FuzzSession },
  small: Minimised,
  exhausted: () => boolean,
): Promise<Minimised> {
  const { session } = lab;
  const { failure } = small;
  const first = await roundsOf(lab, small.steps, failure, { rounds: ROUNDS });
  let best = { ...small, steps: first.made };
  let most = first.shown;
  for (let pass = 0; pass < PASSES; pass++) {
    const before = most;
    const ways = behindWays(session.ways ?? [], best.steps, best.steps.length);
    for (const steps of [...ways, ...changed(session, best.steps)]) {
      if (most >= OFTEN || exhausted()) return best;
      const { shown, made } = await roundsOf(lab, steps, failure, { rounds: ROUNDS, first: FIRST });
      if (shown > most && bytesOf(made) <= bytesOf(best.steps))
        [best, most] = [{ ...small, steps: made }, shown];
    }
    if (most === before) return best;
  }
  return best;
}
