/**
 * Requests that are sent before what is due for those before them has come: how many, the page says; how many bytes, who
 * knows the board's receive buffer.
 *
 *     sent     A B ─────── C ── D …          a line that is kept busy: never more than two unanswered, where the
 *     heard          a ─── b ── c …          page promises an answer to no more
 */
import { send, type FuzzStep, type SendStep } from './step';
import type { Model } from '../../oracle/model';

export class SendWindow {
  /** Sizes of the requests that are not answered, the newest last. */
  private sizes: number[] = [];

  /** `most`: bytes that may be under way unanswered; undefined: each step waits for all that is due. */
  constructor(
    private readonly model: Model,
    private readonly most: number | undefined,
  ) {}

  /** The step may go out now, whatever is still due. */
  mayGo(step: FuzzStep): boolean {
    const { unanswered = 0 } = this.model;
    return unanswered > 0 && this.fits(step, unanswered, this.bytesInFlight(unanswered));
  }

  /** `first`, and the steps from `next` on that may go out in one write with it. */
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

  /** They went out. */
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

/** In one write. */
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
