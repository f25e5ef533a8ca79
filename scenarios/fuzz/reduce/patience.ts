/**
 * A case that needs luck only for its time: the board does something by itself sooner or later, and with more silence it has
 * done so every time.
 *
 *     16  04 0A             a hello comes between the two, or it does not
 *     16  8 s  04 0A        it has come
 */
import { micros, type Micros } from '../../../protocols/time';
import { alwaysShows } from './reproducibility';
import type { Minimised } from './minimise';
import type { Rig } from '../execution/rig';
import { listen, type FuzzStep } from '../execution/step';
import type { FuzzSession } from '../target';

/** Steps of a case that is told otherwise. */
export const MOST_CHOICES = 12;
/** How many times as long the silences are tried. */
const LONGER = [2, 4] as const;

/** Undefined where no silence makes it sure. */
export async function listeningLonger(
  lab: { readonly rig: Rig; readonly session: FuzzSession },
  small: Minimised,
): Promise<Minimised | undefined> {
  for (const steps of patiently(small.steps, lab.session.quiet))
    if (await alwaysShows(lab, steps, small.failure)) return { ...small, steps };
  return undefined;
}

/** With longer silences; then with one more. */
function* patiently(steps: readonly FuzzStep[], quiet: Micros): Iterable<readonly FuzzStep[]> {
  for (const times of steps.some(({ kind }) => kind === 'listen') ? LONGER : [])
    yield steps.map((step) => (step.kind === 'listen' ? listen(micros(step.span * times)) : step));
  if (steps.length > MOST_CHOICES) return;
  for (const times of LONGER)
    for (let at = steps.length - 1; at >= 0; at--)
      yield steps.toSpliced(at, 0, listen(micros(times * quiet)));
}
