/**
 * A case that needs choices of the board's, with other choices of the host's: another deal, another move, where it shows
 * more often with them. Only where rounds cost nothing.
 *
 *     deal 1  throw 3  throw 0     2 of 40 rounds
 *     deal 5  throw 3  throw 0    17 of 40 rounds
 */
import { changed } from './candidates';
import { shows } from './luck';
import type { Minimised } from './minimise';
import type { Rig } from './rig';
import type { FuzzSession } from './target';

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
  const { failure } = small;
  let best = small;
  let most = await shows(lab, small.steps, failure, ROUNDS);
  for (let pass = 0; pass < PASSES; pass++) {
    const before = most;
    for (const steps of changed(lab.session, best.steps)) {
      if (most >= OFTEN || exhausted()) return best;
      const first = await shows(lab, steps, failure, FIRST);
      const often = first === 0 ? 0 : first + (await shows(lab, steps, failure, ROUNDS - FIRST));
      if (often > most) [best, most] = [{ ...small, steps }, often];
    }
    if (most === before) return best;
  }
  return best;
}
