/** A case with its frames otherwise put together: each by itself, or whole. */
import { send, withBytes, type FuzzStep, type SendStep } from '../execution/step';
import type { FuzzSession } from '../target';

const MANY_PIECES = 16;

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

/** A frame that comes in many pieces from there on: how many, and all of its bytes. Undefined where none does. */
export function cutUpAt(
  session: FuzzSession,
  steps: readonly FuzzStep[],
  at: number,
): { readonly count: number; readonly whole: Uint8Array } | undefined {
  const first = steps[at];
  if (first?.kind !== 'send') return undefined;
  const pieces = [first];
  for (let next = at + 1; next < steps.length; next++) {
    const step = steps[next];
    if (step?.kind !== 'send' || step.gap === undefined || step.link !== first.link) break;
    pieces.push(step);
  }
  if (pieces.length < MANY_PIECES) return undefined;
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes));
  if (session.frames(first.link, whole).length !== 1) return undefined;
  return { count: pieces.length, whole };
}

/** Bytes cut up at the same places, in as many pieces as they fill; the last one takes the rest. */
export function cutUp(bytes: Uint8Array, like: readonly FuzzStep[]): readonly FuzzStep[] {
  const pieces: FuzzStep[] = [];
  let from = 0;
  for (const [n, step] of like.entries()) {
    if (step.kind !== 'send' || from >= bytes.length) break;
    const to = n === like.length - 1 ? bytes.length : from + step.bytes.length;
    pieces.push(withBytes(step, bytes.slice(from, to)));
    from = to;
  }
  return pieces;
}

function goesOn(session: FuzzSession, before: SendStep, step: FuzzStep): step is SendStep {
  if (step.kind !== 'send' || step.gap === undefined || step.link !== before.link) return false;
  const whole = session.frames(step.link, Uint8Array.from([...before.bytes, ...step.bytes]));
  const ends = whole.map((_, n) => whole.slice(0, n + 1).reduce((sum, { length }) => sum + length, 0));
  return !ends.includes(before.bytes.length);
}
