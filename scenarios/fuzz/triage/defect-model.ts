/**
 * A failure of a real board made small on a virtual one that fails alike, where tries cost nothing, and then confirmed
 * on the board itself. That one's defect tells what to look for.
 */
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import type { Lab } from './triage';
import { isOpen, shownRound } from '../reduce/reproducibility';
import type { Minimised } from '../reduce/minimise';
import type { Rig } from '../execution/rig';
import { smallest } from '../reduce/minimise-failure';
import type { FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import { sameSignature, reproduce, turnOfOthers } from '../execution/trial';

export interface Twin {
  /** `stm+crc-ignored` */
  readonly name: string;
  readonly rig: Rig;
}

/** Cases that are tried on each: a history that goes further back is the board's own. */
const HISTORIES = [1, 8, 64];
/** Twins that fail alike but are not confirmed, until it is given up. */
const MOST_REFUTED = 3;
/** Rounds on the board, where it chooses too. */
const CONFIRMING = 12;

/** Undefined where no twin fails like the board, or none of their small cases shows on it. */
export async function smallestOnTwin(
  lab: Lab,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
): Promise<(Minimised & { readonly twin: string }) | undefined> {
  const { rig, session, twins, checkpoint } = lab;
  if (twins === undefined) return undefined;
  let refuted = 0;
  for (const count of HISTORIES)
    for (const twin of twins()) {
      await turnOfOthers();
      checkpoint();
      const cases = history.slice(-count);
      const first = await reproduce(twin.rig, session, cases.flat());
      if (first.failure === undefined || !sameSignature(first.failure, failure)) continue;
      const budget = ({ spent }: Rig): (() => boolean) => budgetOf(spent, VIRTUAL_BUDGET);
      const small = await smallest({ ...lab, rig: twin.rig, budget }, failure, cases);
      if (small === undefined) continue;
      const rounds = isOpen(small.steps) ? CONFIRMING : 1;
      const again = await shownRound({ rig, session }, small.steps, small.failure, rounds);
      if (again.failure !== undefined && sameSignature(again.failure, small.failure))
        return { ...small, failure: again.failure, twin: twin.name };
      if (++refuted === MOST_REFUTED) return undefined;
    }
  return undefined;
}
