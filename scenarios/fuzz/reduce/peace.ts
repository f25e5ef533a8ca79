/**
 * A failing case told in another way, so that what went wrong is seen where it belongs: with silence behind each frame, what
 * the board says too much, or too late, is not taken for the answer to what comes next.
 *
 *     Set State  Select: State won where FALSE is due   →   Set State  (silence): State won, twice
 */
import { micros, type Micros } from '../../../protocols/time';
import type { Minimised, MinimiseOptions } from './minimise';
import type { Rig } from '../execution/rig';
import { framesApart, inWholeFrames } from './frame-splitting';
import { listen, withBytes, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { FuzzSession } from '../target';
import { sameSignature, reproduce } from '../execution/trial';

/** Steps that are worth a silence each; of more only the last. */
const MOST_IN_PEACE = 60;
const LAST_IN_PEACE = 12;
/** What the board says of these kinds may be of any frame before it. */
const UNTIMELY: readonly Failure['kind'][] = ['unasked', 'malformed', 'early', 'late'];
/** What is of a plain request would go by another name for good: it is given more rounds to show. */
const PLAIN_TIMES = 10;
/** What is missing in a case comes late in silence, by no more than that. */
const AS_LATE = 2;
/** Where time costs nothing, what is due much later comes too. */
export const LONG_SILENCES = 10;

/** Undefined where nothing else shows in any way, in as many rounds. */
export async function inPeace(
  { rig, session }: { readonly rig: Rig; readonly session: FuzzSession },
  { steps, failure }: Minimised,
  rounds = 1,
): Promise<Pick<MinimiseOptions, 'failure' | 'history'> | undefined> {
  const untimely = UNTIMELY.includes(failure.kind);
  const plain = inPlain(session, steps);
  const others = toldOtherwise(session, steps, { untimely, long: untimely && rig.isVirtual });
  for (const told of plain === undefined ? others : [plain, ...others]) {
    const most = told === plain && rounds > 1 ? rounds * PLAIN_TIMES : rounds;
    for (let n = 0; n < most; n++) {
      const trial = await reproduce(rig, session, told);
      if (trial.failure === undefined || sameSignature(trial.failure, failure)) continue;
      if (rig.isVirtual && (await isOfSilence({ rig, session }, steps, trial.failure))) continue;
      return { failure: trial.failure, history: [told.slice(0, trial.steps)] };
    }
  }
  return undefined;
}

/**
 * Whether silence alone shows it, if it is longer than the steps take: then it comes of the silences that they are told
 * with, and they show something else.
 */
async function isOfSilence(
  { rig, session }: { readonly rig: Rig; readonly session: FuzzSession },
  steps: readonly FuzzStep[],
  failure: Failure,
): Promise<boolean> {
  const shows = async (span: number): Promise<boolean> => {
    const { failure: shown } = await reproduce(rig, session, [listen(micros(span))]);
    return shown !== undefined && sameSignature(shown, failure);
  };
  if (!(await shows(LONG_SILENCES * session.quiet * Math.max(1, steps.length)))) return false;
  const { took } = await reproduce(rig, session, steps);
  return !(await shows((failure.kind === 'late' ? AS_LATE : 1) * took + session.quiet));
}

/** Undefined where it is nothing but plain requests. */
function inPlain(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] | undefined {
  const apart = framesApart(session, steps);
  const plain = apart.map((step) => plainly(session, step));
  return plain.some((step, i) => step !== apart[i]) ? plain : undefined;
}

function* toldOtherwise(
  session: FuzzSession,
  steps: readonly FuzzStep[],
  { untimely, long }: { readonly untimely: boolean; readonly long: boolean },
): Iterable<readonly FuzzStep[]> {
  const apart = framesApart(session, steps);
  const orderly = session.orderly?.(apart) ?? apart;
  if (orderly.length > apart.length) yield* [orderly, patiently(orderly, session.quiet, false)];
  const whole = inWholeFrames(session, steps);
  if (whole.length < steps.length) yield whole;
  yield patiently(apart, session.quiet, false);
  if (untimely && apart.some((step) => step.kind === 'send' && step.gap !== undefined))
    yield patiently(apart, session.quiet, true);
  if (long) yield patiently(apart, micros(LONG_SILENCES * session.quiet), false);
}

/** Each frame by itself, and silence behind it. */
export function apartInPeace(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  return patiently(framesApart(session, steps), session.quiet, false);
}

/** Silence behind each step; `always`: behind what a pause of its own follows too. */
function patiently(steps: readonly FuzzStep[], span: Micros, always: boolean): readonly FuzzStep[] {
  const first = steps.length > MOST_IN_PEACE ? steps.length - LAST_IN_PEACE : 0;
  return steps.flatMap((step, i) => {
    const next = steps[i + 1];
    const goesOn = next === undefined || (!always && next.kind === 'send' && next.gap !== undefined);
    return goesOn || i < first ? [step] : [step, listen(span)];
  });
}

export function plainly(session: FuzzSession, step: FuzzStep): FuzzStep {
  if (step.kind !== 'send') return step;
  const bytes = session.plain?.(step.link, step.bytes);
  return bytes === undefined ? step : withBytes(step, bytes);
}
