/**
 * The cause of a failure: what its minimised case has in common with other cases of the same bug.
 *
 *     Start   Select A   wrong CRC   Match B: FALSE where TRUE is due
 *                        ~~~~~~~~~ must change nothing by the page, but makes a difference: the cause
 *
 * A board with a wrong state answers many requests wrongly. The cause is the step that made the state wrong, and any request
 * shows it. Every step of a minimised case is needed, so the cause is a step that must change nothing (a no-op). If there is
 * none, state probes in place of the last step decide between the last step and the one before.
 *
 * Minimising separates frames and removes pauses where it can. So if a failure shows only with frames directly after each
 * other, or only with a pause inside a frame, that is the cause, whatever the frames are.
 */
import { playUntilShown } from '../reduce/reproducibility';
import type { Minimised } from '../reduce/minimise';
import { splitFrames, joinFrames } from '../reduce/frame-splitting';
import { hasSignature, isOfState, reproduce, signature, type ReproContext } from '../execution/reproduce';
import { listen, type FuzzStep } from '../../player/step';
import type { Failure } from '../../../protocols/monitor/failure';
import type { CoveragePoint } from '../../../protocols/monitor/monitor';
import type { FuzzSession } from '../target';

export interface Cause {
  /** The same for all failures of one bug, as far as replays can show. */
  readonly key: string;
  readonly requirement: string;
  /** The keys of all no-ops that the failure needs, if a no-op is the cause. */
  readonly noOps?: readonly string[];
}

/** Rounds of each state probe, if the failure depends on the board's choices. */
const MOST_ROUNDS = 8;
const FEW_STEPS = 3;
/** The most steps and rounds of a flaky case that is tried without each of its steps, for a quarter of its rounds. */
const MOST_LEFT_OUT = 16;
const MOST_FLAKY_ROUNDS = 256;
/** A failure does not depend on what is asked if it shows with this many other triggers, of so many requests that are tried. */
const LEAST_OTHERS = 2;
const MOST_ASKED = 16;
/** Failures of these kinds may depend on the pace of the bytes that were sent. */
const SHOWN_BY_PACE: readonly Failure['kind'][] = ['early', 'malformed', 'unasked', 'late'];

/** `rounds`: the failure shows at least once in this many rounds, if it depends on the board's choices. */
export async function causeOf(context: ReproContext, small: Minimised, rounds = 1): Promise<Cause> {
  const { session } = context;
  const { steps, failure } = small;
  const { requirement, kind } = failure;
  const { clauses = {} } = session;
  const direct = { key: signature(failure), requirement };
  const pipelined = { key: 'behind another', requirement: clauses.pipelined ?? requirement };
  if ((rounds === 1 || context.rig.isVirtual) && (await failsWhateverIsAsked(context, small, rounds)))
    return { key: `${kind} ${requirement}, whatever is asked`, requirement };
  const isStateFailure = isOfState(failure);
  if (failure.plain === true || !(isStateFailure || SHOWN_BY_PACE.includes(kind))) return direct;
  if (kind !== 'late' && (await needsPause(context, small, rounds)))
    return { key: 'pause', requirement: clauses.pause ?? requirement };
  const { earlier, last } = await playedPoints(context, small, rounds);
  const noOps = await findNeededNoOps(context, small, earlier, rounds);
  const noOp = noOps.at(-1);
  const keys = noOps.map((one) => keyAfter(session, one));
  const crowded = await needsPipelining(context, small, rounds);
  const frames = splitFrames(session, steps);
  // If each byte is a frame, none of them is special.
  if (crowded && frames.every((step) => step.kind !== 'send' || step.bytes.length <= 1)) return pipelined;
  const several = frames.filter((step) => step.kind !== 'listen').length > 1;
  // A no-op was answered. The steps before it matter only if a state probe shows them to.
  if (kind === 'unasked' && last?.isNoOp === true && last.trigger === failure.trigger) {
    if (isStateFailure && !several) return direct;
    if (noOp === undefined || !(await hasWrongState(context, small, rounds)))
      return { key: keyAfter(session, last), requirement, noOps: keys };
  }
  // The only frame has no other cause. Nor has a surplus answer if the board's choices came between.
  const mayFollow = several && (isStateFailure || (kind === 'unasked' && rounds === 1));
  const lastIsCrowded = crowded && isPipelined(session, { ...small, steps: steps.slice(-1) });
  if (mayFollow && noOp !== undefined && failure.pipelined !== true && !lastIsCrowded)
    return {
      key: keyAfter(session, noOp),
      requirement: kind === 'silence' ? requirement : noOp.requirement,
      noOps: keys,
    };
  if (crowded) return pipelined;
  return (await causeByState(context, small, earlier.at(-1), rounds)) ?? direct;
}

/**
 * Other requests in place of the last step break the same clause in the same way, as where the checksum of all answers is wrong.
 * After several steps, wrong contents and late answers may show a wrong state instead.
 */
async function failsWhateverIsAsked(
  { rig, session }: ReproContext,
  { steps, failure }: Minimised,
  rounds: number,
): Promise<boolean> {
  const before = steps.slice(0, -1);
  if (before.length > 0 && mayBeOfState(failure)) return false;
  const alone = (session.seedCases ?? []).filter(({ length }) => length === 1).flat();
  const seen = new Set([failure.trigger]);
  for (const step of [...session.probe, ...session.baseline, ...alone].slice(0, MOST_ASKED)) {
    for (let n = 0; n < rounds; n++) {
      const { failure: other } = await reproduce(rig, session, [...before, step]);
      if (other?.kind !== failure.kind || other.requirement !== failure.requirement) continue;
      seen.add(other.trigger);
      break;
    }
    if (seen.size > LEAST_OTHERS) return true;
  }
  return false;
}

/** A wrong state of the board may be why it answers so, or so late. */
function mayBeOfState(failure: Failure): boolean {
  return isOfState(failure) || failure.kind === 'late';
}

function keyAfter({ commonResponses = [] }: FuzzSession, { trigger, response }: CoveragePoint): string {
  return commonResponses.includes(response) ? `after ${trigger}: ${response}` : `after ${response}`;
}

/** The coverage points of the steps: all, and those before the one that shows the failure. */
async function playedPoints(
  context: ReproContext,
  { steps, failure }: Minimised,
  rounds: number,
): Promise<{ readonly earlier: readonly CoveragePoint[]; readonly last: CoveragePoint | undefined }> {
  const points = (await playUntilShown(context, steps, failure, rounds)).model.coverage();
  const last = points.at(-1);
  // An answer that comes before the model knows its request has no coverage point yet.
  const isUnmarked = failure.kind === 'unasked' && last?.trigger !== failure.trigger;
  return { earlier: isUnmarked ? points : points.slice(0, -1), last };
}

/** The state before the last step is the cause, if other requests in its place are answered wrongly too. */
async function causeByState(
  context: ReproContext,
  small: Minimised,
  before: CoveragePoint | undefined,
  rounds: number,
): Promise<Cause | undefined> {
  const { kind, requirement } = small.failure;
  if (before === undefined || !mayBeOfState(small.failure)) return undefined;
  if (!(await hasWrongState(context, small, rounds))) return undefined;
  // A board that is slow in a state is slow whichever request led to the state.
  return kind === 'late'
    ? { key: `late after ${before.response}`, requirement }
    : { key: keyAfter(context.session, before), requirement: before.requirement };
}

/** The no-ops before the failure that it needs. A flaky case may hold others; where it is long or rare, the clause decides. */
async function findNeededNoOps(
  context: ReproContext,
  small: Minimised,
  points: readonly CoveragePoint[],
  rounds: number,
): Promise<readonly CoveragePoint[]> {
  const { steps, failure } = small;
  let noOps = points.filter(({ isNoOp }) => isNoOp);
  if (rounds === 1 || steps.length <= FEW_STEPS) return noOps;
  const isShort = steps.length <= MOST_LEFT_OUT && rounds <= MOST_FLAKY_ROUNDS;
  if (!context.rig.isVirtual || !isShort)
    return noOps.filter((noOp) => noOp.requirement === failure.requirement);
  for (let at = 0; at < steps.length && noOps.length > 0; at++) {
    const without = steps.toSpliced(at, 1);
    const trial = await playUntilShown(context, without, failure, Math.ceil(rounds / 4));
    if (!hasSignature(trial, failure)) continue;
    const left = trial.model.coverage().map(({ response }) => response);
    noOps = noOps.filter(({ response }) => left.includes(response));
  }
  return noOps;
}

/** The failure shows only if frames are sent directly after each other. */
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

/** The failure shows only with a pause inside a frame. */
async function needsPause(context: ReproContext, small: Minimised, rounds: number): Promise<boolean> {
  if (context.session.clauses?.pause === undefined) return false;
  const whole = joinFrames(context.session, small.steps);
  // Joined pieces of a recipe have the bytes of one round, which are wrong in other rounds.
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

/** State probes in place of the last step are answered wrongly too. */
async function hasWrongState(
  { rig, session }: ReproContext,
  { steps, failure }: Minimised,
  rounds: number,
): Promise<boolean> {
  const before = steps.slice(0, -1);
  const { model } = await reproduce(rig, session, before);
  if (model.failure !== undefined) return false;
  // A board that receives nothing any more is silent after a pause too.
  for (const pause of failure.kind === 'silence' ? [[], [listen(session.quiet)]] : [[]])
    for (const probe of session.stateProbes(model.view, before))
      for (let n = 0; n < Math.min(rounds, MOST_ROUNDS); n++) {
        const { failure: other } = await reproduce(rig, session, [...before, ...pause, ...probe]);
        if (other !== undefined && isSimilar(other, failure) && other.trigger !== failure.trigger)
          return true;
      }
  return false;
}

/** Both failures are of one kind, or both show a wrong state. */
export function isSimilar(a: Failure, b: Failure): boolean {
  return a.kind === b.kind || (isOfState(a) && isOfState(b));
}
