/** Splits and joins the frames of a case: each frame in its own step, without pauses inside. */
import { concat } from '../../../protocols/bytes';
import { listen, send, withBytes, type FuzzStep, type SendStep } from '../../player/step';
import type { FuzzSession } from '../target';

/** The most frames of one write that are tried one by one. */
const MOST_FRAMES = 256;

/** Each frame as a separate step. A recipe counts as the bytes that it made last. */
export function splitFrames(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  return steps.flatMap((step) => framesOf(session, step));
}

function framesOf(session: FuzzSession, step: FuzzStep): readonly FuzzStep[] {
  if (step.kind !== 'send') return [step];
  const frames = session.frames(step.link, step.bytes);
  if (frames.length < 2) return [step];
  return frames.map((bytes, i) => (i === 0 ? withBytes(step, bytes) : send(step.link, bytes)));
}

/** Joins the parts of each frame, without the pauses between them. */
export function joinFrames(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  const whole: FuzzStep[] = [];
  for (const step of steps) {
    const before = whole.at(-1);
    if (before?.kind === 'send' && before.bytes.length > 0 && continuesFrame(session, before, step))
      whole[whole.length - 1] = withBytes(before, concat(before.bytes, step.bytes));
    else whole.push(step);
  }
  return whole;
}

function continuesFrame(session: FuzzSession, before: SendStep, step: FuzzStep): step is SendStep {
  if (step.kind !== 'send' || step.gap === undefined || step.link !== before.link) return false;
  if (step.gap > (session.clauses?.longestPause ?? Infinity)) return false;
  let end = 0;
  for (const frame of session.frames(step.link, concat(before.bytes, step.bytes))) {
    end += frame.length;
    if (end === before.bytes.length) return false;
  }
  return true;
}

/**
 * The case in a simpler form, if that still fails: no pauses, each frame whole and in its own step. So the same bug
 * gives the same case more often.
 */
export async function normaliseSteps(
  session: FuzzSession,
  steps: readonly FuzzStep[],
  stillShows: (steps: readonly FuzzStep[]) => Promise<boolean>,
): Promise<readonly FuzzStep[]> {
  let left = steps;
  for (let at = steps.length - 1; at >= 0; at--)
    for (const other of simplerStepsAt(session, left, at))
      if (await stillShows(other)) {
        left = other;
        break;
      }
  return left;
}

/** Replacements for one step: without its pause, joined to the step before, after a silence, split into frames. */
function* simplerStepsAt(
  session: FuzzSession,
  steps: readonly FuzzStep[],
  at: number,
): Iterable<readonly FuzzStep[]> {
  const [before, step] = [steps[at - 1], steps[at]];
  if (step?.kind !== 'send') return;
  const { gap, ...plain } = step;
  if (gap !== undefined) {
    yield steps.with(at, plain);
    if (before?.kind === 'send' && before.link === step.link && !isRecipe(before) && !isRecipe(step))
      yield steps.toSpliced(at - 1, 2, withBytes(before, concat(before.bytes, step.bytes)));
    yield steps.toSpliced(at, 1, listen(gap), plain);
  }
  const frames = framesOf(session, step);
  if (frames.length > 1 && frames.length <= MOST_FRAMES) yield steps.toSpliced(at, 1, ...frames);
}

function isRecipe({ recipe }: SendStep): boolean {
  return recipe !== undefined;
}
