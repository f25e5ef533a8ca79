/** A case with its frames otherwise put together: each by itself, or whole. */
import { send, withBytes, type FuzzStep, type SendStep } from './step';
import type { FuzzSession } from './target';

/** Messages that were sent at once, one behind the other; those of a recipe as it made them last. */
export function framesApart(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  return steps.flatMap((step): readonly FuzzStep[] => {
    if (step.kind !== 'send') return [step];
    const frames = session.frames(step.link, step.bytes);
    if (frames.length < 2) return [step];
    return frames.map((bytes, i) => (i === 0 ? withBytes(step, bytes) : send(step.link, bytes)));
  });
}

/** A piece that a frame goes on with behind a pause, without the pause. */
export function inWholeFrames(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  const whole: FuzzStep[] = [];
  for (const step of steps) {
    const before = whole.at(-1);
    if (before?.kind === 'send' && before.bytes.length > 0 && goesOn(session, before, step))
      whole[whole.length - 1] = withBytes(before, Uint8Array.from([...before.bytes, ...step.bytes]));
    else whole.push(step);
  }
  return whole;
}

function goesOn(session: FuzzSession, before: SendStep, step: FuzzStep): step is SendStep {
  if (step.kind !== 'send' || step.gap === undefined || step.link !== before.link) return false;
  const whole = session.frames(step.link, Uint8Array.from([...before.bytes, ...step.bytes]));
  const ends = whole.map((_, n) => whole.slice(0, n + 1).reduce((sum, { length }) => sum + length, 0));
  return !ends.includes(before.bytes.length);
}
