/**
 * What a small failing case has in common with others of the same bug.
 *
 *     Start   Select A   wrong CRC   Match B: FALSE where TRUE is due
 *                        ~~~~~~~~~ changes nothing by the page, and makes a difference: the cause
 *
 * A board that something has put off its track answers many requests wrongly: the cause is what stands before them, and
 * any of them only shows it. Every step of a small case is needed, so one that should change nothing is what went wrong.
 * Where there is none, other requests in the last one's place tell whether it is that one or what stands before it.
 */
import type { Minimised } from './minimise';
import type { Rig } from './rig';
import type { Failure, FuzzSession } from './target';
import { signature, tryOut } from './trial';

export interface Cause {
  /** The same for every failure of one bug, as far as can be told. */
  readonly key: string;
  readonly requirement: string;
}

const SHOWN_BY_STATE: readonly Failure['kind'][] = ['answer', 'reboot', 'silence'];

export async function causeOf(rig: Rig, session: FuzzSession, { steps, failure }: Minimised): Promise<Cause> {
  const { requirement } = failure;
  const direct = { key: signature(failure), requirement };
  if (!SHOWN_BY_STATE.includes(failure.kind)) return direct;
  const { model } = await tryOut(rig, session, steps);
  const earlier = model.marks().slice(0, -1);
  const culprit = earlier.findLast(({ idle }) => idle);
  if (culprit !== undefined && failure.behind !== true)
    return {
      key: `after ${culprit.response}`,
      requirement: failure.kind === 'silence' ? requirement : culprit.requirement,
    };
  if (failure.behind === true) return { key: 'behind another', requirement };
  const last = earlier.at(-1);
  const offTrack = last !== undefined && (await isOffTrack(rig, session, steps.slice(0, -1), failure));
  return offTrack ? { key: `after ${last.response}`, requirement: last.requirement } : direct;
}

/** Other requests than the one that showed it are answered wrongly too. */
async function isOffTrack(
  rig: Rig,
  session: FuzzSession,
  before: Minimised['steps'],
  failure: Failure,
): Promise<boolean> {
  const { model } = await tryOut(rig, session, before);
  if (model.failure !== undefined) return false;
  for (const observation of session.observations(model.view, before)) {
    const { failure: other } = await tryOut(rig, session, [...before, ...observation]);
    if (other !== undefined && SHOWN_BY_STATE.includes(other.kind) && other.trigger !== failure.trigger)
      return true;
  }
  return false;
}
