/**
 * Virtual boards of one kind differ where the page leaves something to a board: what takes six bytes on one that drops a bad LEN
 * in silence takes one on another, which refuses it.
 */
import type { Lab } from '../triage/triage';
import { isOpen } from './reproducibility';
import type { Minimised } from './minimise';
import { inFewerBytes } from './retold';
import { bytesOf } from '../execution/step';
import { sameSignature, reproduce } from '../execution/trial';

/** Other boards that are tried: of two choices a board has, one of so many makes the other but for one time in eight. */
const OTHERS = 3;
/** Bytes of a case for which the others are asked, at most and at least. */
const MOST_BYTES = 32;
const LEAST_BYTES = 3;

type OfUnit = Minimised & { readonly unit: number };

/** The case as it is, or smaller on another board that shows it too. The rig is left on the board that it is of. */
export async function smallestOfUnits(
  { rig, session, budget, checkpoint }: Pick<Lab, 'rig' | 'session' | 'budget' | 'checkpoint'>,
  small: Minimised,
  unit: number,
): Promise<OfUnit> {
  let best: OfUnit = { ...small, unit };
  const size = bytesOf(small.steps);
  if (!rig.isVirtual || size < LEAST_BYTES || size > MOST_BYTES || isOpen(small.steps)) return best;
  const shared = { rig, session, checkpoint, exhausted: budget(rig) };
  for (let other = unit + 1; other <= unit + OTHERS; other++) {
    await rig.begin(other);
    const { failure } = await reproduce(rig, session, best.steps);
    if (failure === undefined || !sameSignature(failure, best.failure)) continue;
    const fewer = await inFewerBytes(shared, best);
    if (bytesOf(fewer.steps) < bytesOf(best.steps)) best = { ...fewer, unit: other };
  }
  await rig.begin(best.unit);
  return best;
}
