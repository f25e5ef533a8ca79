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
import { shownRound } from '../reduce/reproducibility';
import type { Minimised } from '../reduce/minimise';
import type { Rig } from '../execution/rig';
import { listen, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { CoveragePoint } from '../../oracle/model';
import type { FuzzSession, Pace } from '../target';
import { framesApart, inWholeFrames } from '../reduce/frame-splitting';
import { plainly } from '../reduce/peace';
import { sameSignature, isOfState, signature, reproduce } from '../execution/trial';

export interface Cause {
  /** The same for every failure of one bug, as far as can be told. */
  readonly key: string;
  readonly requirement: string;
}

/** Rounds of each other request, where the board's choices are a part of it. */
const MOST_ROUNDS = 8;
const FEW_STEPS = 3;
/** Steps of which one is left out; a part of the rounds in which the whole is sure to show is enough. */
const MOST_LEFT_OUT = 64;
const ENOUGH = 4;
/** Of these kinds the time of bytes sent may be what matters, besides what a board off its track shows. */
const SHOWN_BY_PACE: readonly Failure['kind'][] = ['early', 'malformed', 'unasked', 'late'];

/** `rounds`: in so many at most it shows, where the board chooses too. */
export async function causeOf(rig: Rig, session: FuzzSession, small: Minimised, rounds = 1): Promise<Cause> {
  const { steps, failure } = small;
  const { requirement, kind } = failure;
  const after = ({ trigger, response }: CoveragePoint): string =>
    session.common?.includes(response) === true ? `after ${trigger}: ${response}` : `after ${response}`;
  const direct = { key: signature(failure), requirement };
  if (failure.plain === true) return direct;
  const ofState = isOfState(failure);
  if (!ofState && !SHOWN_BY_PACE.includes(kind)) return direct;
  if (kind !== 'late' && (await needsPause({ rig, session }, small, rounds)))
    return paceKey(session, 'pause', requirement);
  if (session.surplus !== undefined && (await needsSurplus({ rig, session }, small, rounds)))
    return { key: 'more than a plain request', requirement: session.surplus };
  const { model } = await shownRound({ rig, session }, steps, failure, rounds);
  const marks = model.coverage();
  // What is answered before it is decided what it is has no mark yet.
  const unmarked = kind === 'unasked' && marks.at(-1)?.trigger !== failure.trigger;
  const earlier = unmarked ? marks : marks.slice(0, -1);
  const idle = earlier.findLast((mark) => mark.isNoOp);
  const alone = !rig.isVirtual && idle?.requirement === requirement;
  const sure = rounds === 1 || steps.length <= FEW_STEPS || alone;
  const culprit = sure || (await needs({ rig, session }, small, earlier, rounds)) ? idle : undefined;
  const crowded = await isCrowded({ rig, session }, small, rounds);
  const lastIsCrowded = crowded && isTogether(session, { ...small, steps: steps.slice(-1) });
  // Where each byte is a frame, none of a crowd stands out.
  if (crowded && isBytewise(session, steps)) return paceKey(session, 'behind another', requirement);
  // The only frame there is has no other cause; nor has what is too much where the board's choices came between.
  const several = framesApart(session, steps).filter((step) => step.kind !== 'listen').length > 1;
  const mayBeAfter = several && (ofState || (kind === 'unasked' && rounds === 1));
  // Answered, though by the page it changes nothing: what stands before it matters only where it shows by itself.
  const last = marks.at(-1);
  if (kind === 'unasked' && last?.isNoOp === true && last.trigger === failure.trigger) {
    // The same in place of its answer, or behind it.
    if (ofState && !several) return direct;
    if (culprit === undefined || !(await isOffTrack({ rig, session }, small, rounds)))
      return { key: after(last), requirement };
  }
  if (mayBeAfter && culprit !== undefined && failure.pipelined !== true && !lastIsCrowded)
    return {
      key: after(culprit),
      requirement: kind === 'silence' ? requirement : culprit.requirement,
    };
  if (crowded) return paceKey(session, 'behind another', requirement);
  const before = earlier.at(-1);
  const mayBe = before !== undefined && (ofState || kind === 'late');
  if (!mayBe || !(await isOffTrack({ rig, session }, small, rounds))) return direct;
  return kind === 'late'
    ? // Where it stands makes it slow, by whatever it came there.
      { key: `late after ${before.response}`, requirement }
    : { key: after(before), requirement: before.requirement };
}

function paceKey(session: FuzzSession, pace: Pace, requirement: string): Cause {
  return { key: pace, requirement: session.paced?.[pace] ?? requirement };
}

type Lab = Readonly<{ rig: Rig; session: FuzzSession }>;

/** Of what takes luck not every step is needed: the last that did nothing is where none of many rounds without it shows it. */
async function needs(
  lab: Lab,
  small: Minimised,
  marks: readonly CoveragePoint[],
  rounds: number,
): Promise<boolean> {
  const { steps } = small;
  const idle = marks.findLast((mark) => mark.isNoOp);
  if (idle === undefined || !lab.rig.isVirtual || steps.length > MOST_LEFT_OUT) return false;
  const inOne = async (some: readonly FuzzStep[]): Promise<number> => {
    const { model } = await reproduce(lab.rig, lab.session, some);
    return countOf(idle, model.coverage());
  };
  // What a step comes to may take the board's choices, too.
  const ofIt = async (some: readonly FuzzStep[]): Promise<number> =>
    Math.max(await inOne(some), await inOne(some));
  let whole = countOf(idle, marks);
  for (let at = steps.length - 1; at >= 0; at--) {
    const before = await ofIt(steps.slice(0, at));
    if (before < whole)
      return !(await showsToo(lab, small, steps.toSpliced(at, 1), Math.ceil(rounds / ENOUGH)));
    whole = before;
  }
  return false;
}

function countOf({ response }: CoveragePoint, marks: readonly CoveragePoint[]): number {
  return marks.filter((mark) => mark.response === response).length;
}

/** Frames that are sent at once, and show it only so: a flood of them was put together without looking. */
async function isCrowded(lab: Lab, small: Minimised, rounds: number): Promise<boolean> {
  const { steps, failure } = small;
  if (!isTogether(lab.session, small) || failure.pipelined === true) return isTogether(lab.session, small);
  return !(await showsToo(lab, small, framesApart(lab.session, steps), rounds));
}

/** Pieces of a frame with a pause between them, which show it only so. */
async function needsPause(lab: Lab, small: Minimised, rounds: number): Promise<boolean> {
  if (lab.session.paced?.pause === undefined) return false;
  const whole = inWholeFrames(lab.session, small.steps);
  // Put together, pieces of a recipe are those of one round, and of no other.
  if (rounds > 1 && recipes(whole) < recipes(small.steps)) return false;
  return whole.length < small.steps.length && !(await showsToo(lab, small, whole, rounds));
}

function recipes(steps: readonly FuzzStep[]): number {
  return steps.filter((step) => step.kind === 'send' && step.recipe !== undefined).length;
}

/** What makes a request more than a plain one, where it shows it only so. */
async function needsSurplus(lab: Lab, small: Minimised, rounds: number): Promise<boolean> {
  const plain = small.steps.map((step) => plainly(lab.session, step));
  return plain.some((step, i) => step !== small.steps[i]) && !(await showsToo(lab, small, plain, rounds));
}

async function showsToo(
  lab: Lab,
  { failure }: Minimised,
  steps: readonly FuzzStep[],
  rounds: number,
): Promise<boolean> {
  const { failure: other } = await shownRound(lab, steps, failure, rounds);
  return other !== undefined && sameSignature(other, failure);
}

function isTogether(session: FuzzSession, { steps, failure }: Minimised): boolean {
  if (failure.pipelined === true) return true;
  if (session.paced?.['behind another'] === undefined) return false;
  return steps.some((step) => step.kind === 'send' && session.frames(step.link, step.bytes).length > 1);
}

function isBytewise(session: FuzzSession, steps: readonly FuzzStep[]): boolean {
  return framesApart(session, steps).every((step) => step.kind !== 'send' || step.bytes.length <= 1);
}

/** Other requests than the one that showed it are answered wrongly too. */
async function isOffTrack(
  { rig, session }: Lab,
  { steps, failure }: Minimised,
  rounds: number,
): Promise<boolean> {
  const before = steps.slice(0, -1);
  const { model } = await reproduce(rig, session, before);
  if (model.failure !== undefined) return false;
  // What is deaf for good is so behind a silence too.
  for (const rest of failure.kind === 'silence' ? [[], [listen(session.quiet)]] : [[]])
    for (const observation of session.observations(model.view, before))
      for (let n = 0; n < Math.min(rounds, MOST_ROUNDS); n++) {
        const { failure: other } = await reproduce(rig, session, [...before, ...rest, ...observation]);
        if (other !== undefined && isAkin(other, failure) && other.trigger !== failure.trigger) return true;
      }
  return false;
}

export function isAkin(a: Failure, b: Failure): boolean {
  return a.kind === b.kind || (isOfState(a) && isOfState(b));
}
