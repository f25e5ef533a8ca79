/**
 * Pipelined requests: they are sent while earlier answers are due. The page limits their number; the board's receive
 * buffer limits their bytes.
 *
 *     tx     A B ─────── C ── D …          never more than two unanswered, because the page
 *     rx           a ─── b ── c …          promises answers to two only
 */
import { send, type FuzzStep, type SendStep } from './step';
import type { Model } from './model';

export class SendWindow {
  /** Sizes of the unanswered requests, the newest last. */
  private sizes: number[] = [];

  /** `most`: the most unanswered bytes; undefined: each step waits for all due answers. */
  constructor(
    private readonly model: Model,
    private readonly most: number | undefined,
  ) {}

  /** Whether the step may go out while answers are due. */
  mayGo(step: FuzzStep): boolean {
    const { unanswered = 0 } = this.model;
    return unanswered > 0 && this.fits(step, unanswered, this.bytesInFlight(unanswered));
  }

  /** `first`, and the steps from `next` on that may go out with it in one write. */
  pickTogether(first: SendStep, steps: readonly FuzzStep[], next: number): readonly SendStep[] {
    const { unanswered = 0 } = this.model;
    let bytes = this.bytesInFlight(unanswered);
    const found: SendStep[] = [];
    for (let step: FuzzStep | undefined = first; step?.kind === 'send'; step = steps[next++]) {
      if (!this.fits(step, unanswered + found.length, bytes)) break;
      found.push(step);
      bytes += step.bytes.length;
    }
    return found.length === 0 ? [first] : found;
  }

  /** Call it after these steps were sent. */
  record(steps: readonly SendStep[]): void {
    const { unanswered = 0 } = this.model;
    for (const { bytes } of steps) this.sizes.push(bytes.length);
    this.sizes.splice(0, Math.max(0, this.sizes.length - unanswered));
  }

  private fits(step: FuzzStep, before: number, bytes: number): boolean {
    return (
      this.most !== undefined &&
      step.kind === 'send' &&
      step.gap === undefined &&
      step.recipe === undefined &&
      bytes + step.bytes.length <= this.most &&
      this.model.mayFollow?.(step.link, step.bytes, before) === true
    );
  }

  private bytesInFlight(unanswered: number): number {
    let bytes = 0;
    for (let n = 1; n <= unanswered; n++) bytes += this.sizes.at(-n) ?? 0;
    return bytes;
  }
}

/** Joins steps that go out in one write. */
export function joinSteps(steps: readonly SendStep[]): SendStep {
  const [first] = steps;
  if (steps.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(steps.reduce((sum, step) => sum + step.bytes.length, 0));
  let at = 0;
  for (const step of steps) {
    bytes.set(step.bytes, at);
    at += step.bytes.length;
  }
  return send(first?.link ?? '', bytes);
}
