/**
 * What a small failing case has in common with others of the same bug.
 *
 *     Start   Select A   wrong CRC   Match B: FALSE where TRUE is due
 *                        ~~~~~~~~~ changes nothing by the page, and makes a difference: the cause
 *
 * A board that something has put off its track answers many requests wrongly: the cause is what stands before them, and
 * any of them only shows it. Every step of a small case is needed, so one that should change nothing is what went wrong.
 * Where there is none, other requests in the last one's place tell whether it is that one or what stands before it.
 *
 * What shows only with frames right behind each other, or only with a pause inside one, is about that, whatever they are:
 * a small case has its frames apart, and no pause, wherever it can.
 */
import { shownRound } from './luck';
import type { Minimised } from './minimise';
import type { Rig } from './rig';
import { listen, type FuzzStep, type SendStep } from './step';
import type { Failure, FuzzSession, Pace } from './target';
import { isOfState, signature, tryOut } from './trial';

export interface Cause {
  /** The same for every failure of one bug, as far as can be told. */
  readonly key: string;
  readonly requirement: string;
}

/** Of these kinds the time of bytes sent may be what matters, besides what a board off its track shows. */
const SHOWN_BY_PACE: readonly Failure['kind'][] = ['early', 'malformed', 'unasked', 'late'];

/** `rounds`: in so many at most it shows, where the board chooses too. */
export async function causeOf(rig: Rig, session: FuzzSession, small: Minimised, rounds = 1): Promise<Cause> {
  const { steps, failure } = small;
  const { requirement, kind } = failure;
  const direct = { key: signature(failure), requirement };
  const ofState = isOfState(failure);
  if (!ofState && !SHOWN_BY_PACE.includes(kind)) return direct;
  if (kind !== 'late' && hasPauseInside(session, steps)) return paceKey(session, 'pause', requirement);
  const { model } = await shownRound({ rig, session }, steps, failure, rounds);
  const marks = model.marks();
  const earlier = marks.slice(0, -1);
  const culprit = earlier.findLast(({ idle }) => idle);
  if (
    ofState &&
    culprit !== undefined &&
    failure.behind !== true &&
    !isCrowded(session, { ...small, steps: steps.slice(-1) })
  )
    return {
      key: `after ${culprit.response}`,
      requirement: kind === 'silence' ? requirement : culprit.requirement,
    };
  if (isCrowded(session, small)) return paceKey(session, 'behind another', requirement);
  const last = earlier.at(-1);
  const mayBe = last !== undefined && (ofState || kind === 'late');
  if (!mayBe || !(await isOffTrack(rig, session, steps.slice(0, -1), failure))) return direct;
  return kind === 'late'
    ? { key: `late after ${last.response}`, requirement }
    : { key: `after ${last.response}`, requirement: last.requirement };
}

function paceKey(session: FuzzSession, pace: Pace, requirement: string): Cause {
  return { key: pace, requirement: session.paced?.[pace] ?? requirement };
}

/** Frames that are sent at once, and show it only so. */
function isCrowded(session: FuzzSession, { steps, failure }: Minimised): boolean {
  if (failure.behind === true) return true;
  if (session.paced === undefined) return false;
  return steps.some((step) => isPlainSend(step) && session.frames(step.link, step.bytes).length > 1);
}

/** A pause that a frame goes on behind, and that it takes. */
function hasPauseInside(session: FuzzSession, steps: Minimised['steps']): boolean {
  if (session.paced === undefined) return false;
  return steps.some((step, i) => {
    const before = steps[i - 1];
    if (!isPlainSend(step) || step.gap === undefined || before === undefined || !isPlainSend(before))
      return false;
    const whole = session.frames(step.link, Uint8Array.from([...before.bytes, ...step.bytes]));
    const ends = whole.map((_, n) => whole.slice(0, n + 1).reduce((sum, { length }) => sum + length, 0));
    return !ends.includes(before.bytes.length);
  });
}

function isPlainSend(step: FuzzStep): step is SendStep {
  return step.kind === 'send' && step.recipe === undefined;
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
  // What is deaf for good is so behind a silence too.
  for (const rest of failure.kind === 'silence' ? [[], [listen(session.quiet)]] : [[]])
    for (const observation of session.observations(model.view, before)) {
      const { failure: other } = await tryOut(rig, session, [...before, ...rest, ...observation]);
      if (other !== undefined && isAkin(other, failure) && other.trigger !== failure.trigger) return true;
    }
  return false;
}

function isAkin(a: Failure, b: Failure): boolean {
  return a.kind === b.kind || (isOfState(a) && isOfState(b));
}
