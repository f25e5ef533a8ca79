/** A case with its frames otherwise put together: each by itself, or whole. */
import { send, withBytes, type FuzzStep, type SendStep } from './step';
import type { FuzzSession } from './target';

/** Messages that were sent at once, one behind the other. */
export function framesApart(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  return steps.flatMap((step): readonly FuzzStep[] => {
    if (!isPlainSend(step)) return [step];
    const frames = session.frames(step.link, step.bytes);
    if (frames.length < 2) return [step];
    return frames.map((bytes, i) => (i === 0 ? { ...step, bytes } : send(step.link, bytes)));
  });
}

/** A piece that a frame goes on with behind a pause, without the pause. */
export function inWholeFrames(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  const whole: FuzzStep[] = [];
  for (const step of steps) {
    const before = whole.at(-1);
    if (before !== undefined && isPlainSend(before) && goesOn(session, before, step))
      whole[whole.length - 1] = withBytes(before, Uint8Array.from([...before.bytes, ...step.bytes]));
    else whole.push(step);
  }
  return whole;
}

export function isPlainSend(step: FuzzStep): step is SendStep {
  return step.kind === 'send' && step.recipe === undefined;
}

function goesOn(session: FuzzSession, before: SendStep, step: FuzzStep): step is SendStep {
  if (!isPlainSend(step) || step.gap === undefined || step.link !== before.link) return false;
  const whole = session.frames(step.link, Uint8Array.from([...before.bytes, ...step.bytes]));
  const ends = whole.map((_, n) => whole.slice(0, n + 1).reduce((sum, { length }) => sum + length, 0));
  return !ends.includes(before.bytes.length);
}
