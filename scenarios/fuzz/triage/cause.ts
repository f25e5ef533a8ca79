/**
 * What a small failing case has in common with others of the same bug.
 *
 *     Start   Select A   wrong CRC   Match B: FALSE where TRUE is due
 *                        ~~~~~~~~~ changes nothing by the page, and makes a difference: the cause
 *
 * A board whose state is wrong answers many requests wrongly: the cause is the step that made it so, and any request only
 * shows it. Every step of a small case is needed, so one that should change nothing is what went wrong. Where there is none,
 * other requests in place of the last one tell whether the cause is that one or the step before it.
 *
 * What shows only with frames right after each other, or only with a pause inside one, is about that, whatever the frames
 * are: a small case has its frames apart, and no pause, wherever it can.
 */
import { playUntilShown } from '../reduce/reproducibility';
import type { Minimised } from '../reduce/minimise';
import { splitFrames, joinFrames } from '../reduce/frame-splitting';
import { hasSignature, isOfState, reproduce, signature, type ReproContext } from '../execution/reproduce';
import { listen, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { CoveragePoint } from '../../oracle/model';
import type { FuzzSession } from '../target';

export interface Cause {
  /** The same for every failure of one bug, as far as can be told. */
  readonly key: string;
  readonly requirement: string;
}

/** Rounds of each other request, where the board's choices are a part of it. */
const MOST_ROUNDS = 8;
const FEW_STEPS = 3;
/** Steps of a flaky case of which one is left out. */
const MOST_LEFT_OUT = 64;
/** That part of the rounds in which the whole case is sure to show. */
const ENOUGH = 4;
/** Of these kinds the pace of the bytes sent may be what matters. */
const SHOWN_BY_PACE: readonly Failure['kind'][] = ['early', 'malformed', 'unasked', 'late'];

/** `rounds`: in so many at most it shows, where the board chooses too. */
export async function causeOf(context: ReproContext, small: Minimised, rounds = 1): Promise<Cause> {
  const { session, rig } = context;
  const { steps, failure } = small;
  const { requirement, kind } = failure;
  const { clauses = {}, commonResponses = [] } = session;
  const after = ({ trigger, response }: CoveragePoint): string =>
    commonResponses.includes(response) ? `after ${trigger}: ${response}` : `after ${response}`;
  const direct = { key: signature(failure), requirement };
  const pipelined = { key: 'behind another', requirement: clauses.pipelined ?? requirement };
  if (failure.plain === true) return direct;
  const ofState = isOfState(failure);
  if (!ofState && !SHOWN_BY_PACE.includes(kind)) return direct;
  if (kind !== 'late' && (await needsPause(context, small, rounds)))
    return { key: 'pause', requirement: clauses.pause ?? requirement };
  const points = (await playUntilShown(context, steps, failure, rounds)).model.coverage();
  // What is answered before the model knows its class has no coverage point yet.
  const unmarked = kind === 'unasked' && points.at(-1)?.trigger !== failure.trigger;
  const earlier = unmarked ? points : points.slice(0, -1);
  const noOp = earlier.findLast(({ isNoOp }) => isNoOp);
  const isOnly = !rig.isVirtual && noOp?.requirement === requirement;
  const isSure = rounds === 1 || steps.length <= FEW_STEPS || isOnly;
  const neededNoOp = isSure || (await needsNoOp(context, small, earlier, rounds)) ? noOp : undefined;
  const crowded = await needsPipelining(context, small, rounds);
  // Where each byte is a frame, none of them stands out.
  if (crowded && splitFrames(session, steps).every((step) => step.kind !== 'send' || step.bytes.length <= 1))
    return pipelined;
  // The only frame there is has no other cause; nor has what is too much where the board's choices came between.
  const several = splitFrames(session, steps).filter((step) => step.kind !== 'listen').length > 1;
  const mayBeAfter = several && (ofState || (kind === 'unasked' && rounds === 1));
  // Answered, though by the page it changes nothing: what stands before it matters only where it shows by itself.
  const last = points.at(-1);
  if (kind === 'unasked' && last?.isNoOp === true && last.trigger === failure.trigger) {
    if (ofState && !several) return direct;
    if (neededNoOp === undefined || !(await hasWrongState(context, small, rounds)))
      return { key: after(last), requirement };
  }
  const lastIsCrowded = crowded && isPipelined(session, { ...small, steps: steps.slice(-1) });
  if (mayBeAfter && neededNoOp !== undefined && failure.pipelined !== true && !lastIsCrowded)
    return { key: after(neededNoOp), requirement: kind === 'silence' ? requirement : neededNoOp.requirement };
  if (crowded) return pipelined;
  const before = earlier.at(-1);
  const mayBe = before !== undefined && (ofState || kind === 'late');
  if (!mayBe || !(await hasWrongState(context, small, rounds))) return direct;
  // A board that is slow in some state is so whatever brought it there.
  return kind === 'late'
    ? { key: `late after ${before.response}`, requirement }
    : { key: after(before), requirement: before.requirement };
}

/** A flaky case may hold steps that are not needed: the last no-op is needed where no round without it shows the failure. */
async function needsNoOp(
  context: ReproContext,
  small: Minimised,
  points: readonly CoveragePoint[],
  rounds: number,
): Promise<boolean> {
  const { rig, session } = context;
  const { steps } = small;
  const noOp = points.findLast(({ isNoOp }) => isNoOp);
  if (noOp === undefined || !rig.isVirtual || steps.length > MOST_LEFT_OUT) return false;
  const countIn = (some: readonly CoveragePoint[]): number =>
    some.filter(({ response }) => response === noOp.response).length;
  const countOf = async (some: readonly FuzzStep[]): Promise<number> =>
    countIn((await reproduce(rig, session, some)).model.coverage());
  let whole = countIn(points);
  for (let at = steps.length - 1; at >= 0; at--) {
    // Twice: what a step comes to may depend on the board's choices too.
    const part = steps.slice(0, at);
    const before = Math.max(await countOf(part), await countOf(part));
    if (before < whole)
      return !(await showsToo(context, small, steps.toSpliced(at, 1), Math.ceil(rounds / ENOUGH)));
    whole = before;
  }
  return false;
}

/** Frames that are sent at once, and show it only so. */
async function needsPipelining(context: ReproContext, small: Minimised, rounds: number): Promise<boolean> {
  if (!isPipelined(context.session, small)) return false;
  if (small.failure.pipelined === true) return true;
  return !(await showsToo(context, small, splitFrames(context.session, small.steps), rounds));
}

function isPipelined(session: FuzzSession, { steps, failure }: Minimised): boolean {
  if (failure.pipelined === true) return true;
  if (session.clauses?.pipelined === undefined) return false;
  return steps.some((step) => step.kind === 'send' && session.frames(step.link, step.bytes).length > 1);
}

/** Pieces of a frame with a pause between them, which show it only so. */
async function needsPause(context: ReproContext, small: Minimised, rounds: number): Promise<boolean> {
  if (context.session.clauses?.pause === undefined) return false;
  const whole = joinFrames(context.session, small.steps);
  // Joined, the pieces of a recipe are those of one round, and of no other.
  if (rounds > 1 && countRecipes(whole) < countRecipes(small.steps)) return false;
  return whole.length < small.steps.length && !(await showsToo(context, small, whole, rounds));
}

function countRecipes(steps: readonly FuzzStep[]): number {
  return steps.filter((step) => step.kind === 'send' && step.recipe !== undefined).length;
}

async function showsToo(
  context: ReproContext,
  { failure }: Minimised,
  steps: readonly FuzzStep[],
  rounds: number,
): Promise<boolean> {
  return hasSignature(await playUntilShown(context, steps, failure, rounds), failure);
}

/** Other requests in place of the last one are answered wrongly too. */
async function hasWrongState(
  { rig, session }: ReproContext,
  { steps, failure }: Minimised,
  rounds: number,
): Promise<boolean> {
  const before = steps.slice(0, -1);
  const { model } = await reproduce(rig, session, before);
  if (model.failure !== undefined) return false;
  // A board that hears nothing any more is silent after a pause too.
  for (const pause of failure.kind === 'silence' ? [[], [listen(session.quiet)]] : [[]])
    for (const probe of session.stateProbes(model.view, before))
      for (let n = 0; n < Math.min(rounds, MOST_ROUNDS); n++) {
        const { failure: other } = await reproduce(rig, session, [...before, ...pause, ...probe]);
        if (other !== undefined && isSimilar(other, failure) && other.trigger !== failure.trigger)
          return true;
      }
  return false;
}

/** Of one kind, or both of a board whose state is wrong. */
export function isSimilar(a: Failure, b: Failure): boolean {
  return a.kind === b.kind || (isOfState(a) && isOfState(b));
}
