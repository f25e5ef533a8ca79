/** Plays steps from a known beginning: what minimising, repeating and replaying are made of. */
import type { Chunk } from '../../../devices/links/link';
import { preamble, recoverBoard } from './recovery';
import { spend } from '../campaign/budget';
import { play, withEffectListener, type Play } from './play';
import type { Rig } from './rig';
import type { FuzzStep } from './step';
import type { Failure } from '../../oracle/failure';
import type { Model } from '../../oracle/model';
import type { FuzzSession } from '../target';

/** What steps are reproduced with. */
export interface ReproContext {
  readonly rig: Rig;
  readonly session: FuzzSession;
}

export interface Trial {
  readonly failure: Failure | undefined;
  /** Steps until it showed. */
  readonly steps: number;
  /** The steps tried, with the bytes that were sent. */
  readonly sentSteps: readonly FuzzStep[];
  readonly model: Model & { readonly view: unknown };
}

export type ChunkListener = (link: string, chunk: Chunk) => void;

/** A board may be dead after failures of these kinds. */
const DEADLY: readonly Failure['kind'][] = ['silence', 'crash', 'hang', 'reboot'];

/** Whether the board lives has to be asked after this. */
export function isDeadly(failure: Failure | undefined): boolean {
  return failure !== undefined && DEADLY.includes(failure.kind);
}

/** Resets the board where it can be, else asks for the baseline; then plays. */
export async function reproduce(
  rig: Rig,
  session: FuzzSession,
  steps: readonly FuzzStep[],
  listener?: ChunkListener,
): Promise<Trial> {
  const fresh = await recoverBoard(rig, session);
  const model = session.model(fresh, rig.isVirtual);
  const all = [...preamble(session, fresh), ...steps];
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
  };
}

function withChunkListener<T>(playing: Play<T>, listener: ChunkListener): Play<T> {
  return withEffectListener(playing, (effect, { chunk }) => {
    if ('link' in effect && chunk !== undefined) listener(effect.link, chunk);
  });
}

/** Failures that say the same of the board: while a case is made smaller, its failure has to stay this one. */
export function sameSignature(a: Failure, b: Failure): boolean {
  return signature(a) === signature(b);
}

/** The trial showed that failure, or one that says the same. */
export function hasSignature({ failure }: Trial, sign: Pick<Failure, 'kind' | 'trigger' | 'due'>): boolean {
  return failure !== undefined && sameSignature(failure, { ...failure, ...sign });
}

/**
 * Silence and a wrong answer are one class: what is answered to nothing may seem the answer to the next request. So is an
 * answer too much, where it is known what it is.
 */
export function signature(failure: Failure): string {
  const { kind, trigger, due } = failure;
  return isOfState(failure) ? `answer|${trigger}|${due}` : `${kind}|${trigger}`;
}

/** What a board shows whose state is not what it should be. */
export function isOfState({ kind, due }: Pick<Failure, 'kind' | 'due'>): boolean {
  return (
    kind === 'answer' || kind === 'reboot' || kind === 'silence' || (kind === 'unasked' && due !== 'silence')
  );
}

/** Lets signals and timers have their turn: a virtual board never waits for anything. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
