/** Plays steps from a known state. Minimising, repeating and replaying use it. */
import type { Chunk } from '../../../protocols/chunk';
import { bootSteps, recoverBoard, startFromBaseline } from './recovery';
import { spend } from '../campaign/budget';
import { play, withEffectListener, type Play } from '../../player/play';
import type { Rig } from './rig';
import type { FuzzStep } from '../../player/step';
import type { Failure } from '../../../protocols/monitor/failure';
import { millis, type Micros } from '../../../protocols/time';
import type { Model } from '../../player/model';
import type { FuzzSession } from '../target';

/** The rig and the session that steps are reproduced with. */
export interface ReproContext {
  readonly rig: Rig;
  readonly session: FuzzSession;
}

export interface Trial {
  readonly failure: Failure | undefined;
  /** The number of steps until the failure showed. */
  readonly steps: number;
  /** The tried steps, with the bytes that were sent. */
  readonly sentSteps: readonly FuzzStep[];
  readonly model: Model & { readonly view: unknown };
  /** This host did not keep a gap of a real board: where the board sees the end of a frame is not what was tried. */
  readonly isLate: boolean;
}

export type ChunkListener = (link: string, chunk: Chunk) => void;

/** A board may be dead after failures of these kinds. */
const DEADLY: readonly Failure['kind'][] = ['silence', 'crash', 'hang', 'reboot'];

const OF_STATE: readonly Failure['kind'][] = ['answer', 'reboot', 'silence', 'hang'];

/** Whether the failure needs a liveness check after it. */
export function isDeadly(failure: Failure | undefined): boolean {
  return failure !== undefined && DEADLY.includes(failure.kind);
}

/** Resets the board if possible, else plays the baseline; then plays the steps. */
export async function reproduce(
  rig: Rig,
  session: FuzzSession,
  steps: readonly FuzzStep[],
  listener?: ChunkListener,
): Promise<Trial> {
  const fresh = await recoverBoard(rig, session);
  const model = fresh ? session.model(true, rig.isVirtual) : await startFromBaseline(rig, session);
  const all = fresh ? [...bootSteps(session), ...steps] : steps;
  const playing = play(all, model, { links: rig.links, quiet: session.quiet });
  const played = await rig.play(listener === undefined ? playing : withChunkListener(playing, listener));
  rig.needsLivenessCheck ||= isDeadly(model.failure);
  spend(rig.spent, played.sentSteps);
  const before = all.length - steps.length;
  return {
    failure: model.failure,
    steps: played.steps - before,
    sentSteps: played.sentSteps.slice(before),
    model,
    isLate: isLate(rig, model.failure, played.lateness),
  };
}

/** A gap that is longer than asked for by more than this may end a frame. It changes no byte. */
const LATE = millis(10);

export function isLate({ isVirtual }: Rig, failure: Failure | undefined, lateness: Micros): boolean {
  return !isVirtual && failure !== undefined && failure.kind !== 'malformed' && lateness > LATE;
}

/** The same, and the listener gets each chunk that passes. */
export function withChunkListener<T>(playing: Play<T>, listener: ChunkListener): Play<T> {
  return withEffectListener(playing, (effect, { chunk }) => {
    if ('link' in effect && chunk !== undefined) listener(effect.link, chunk);
  });
}

/** Whether the trial showed that failure, or one with the same signature. A minimised case keeps the signature. A late trial shows nothing. */
export function hasSignature({ failure, isLate: late }: Trial, of: FailureClass): boolean {
  return failure !== undefined && !late && signature(failure) === signature(of);
}

/** What a signature is made of. Findings have it, too. */
export type FailureClass = Pick<Failure, 'kind' | 'trigger' | 'due'>;

/**
 * Silence, a wrong answer and a known extra answer are one class: an extra answer may look like the answer to the next
 * request.
 */
export function signature(failure: FailureClass): string {
  const { kind, trigger, due } = failure;
  return isOfState(failure) ? `answer|${trigger}|${due}` : `${kind}|${trigger}`;
}

/** Whether a wrong state of the board may be the cause. */
export function isOfState({ kind, due }: Pick<Failure, 'kind' | 'due'>): boolean {
  return OF_STATE.includes(kind) || (kind === 'unasked' && due !== 'silence');
}

/** Lets signals and timers run: playing on a virtual board never waits. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
