/**
 * How late this machine lets a process run that has nothing to wait for but a processor: a short nap is taken now and
 * then, and looked at how late it ended.
 *
 *     nap     |── 0.1 ms ──|····· late ·····|
 *     window       the naps of the last seconds, of which the worst counts
 */
import { performance } from 'node:perf_hooks';

const NAP_MS = 0.1;
/** Naps before the first question. About 20 ms of an idle machine. */
const FIRST = 100;
/** Not more often than this, in ms: a nap is time that nothing else is done in. */
const EVERY_MS = 20;
/** A stall says something of what comes next for so long, in ms. */
const WINDOW_MS = 6000;

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps for `span` ms; gives how much too late it woke, microseconds. */
export function nap(span = NAP_MS): number {
  const before = performance.now();
  Atomics.wait(cell, 0, 0, span);
  return (performance.now() - before - span) * 1000;
}

interface Nap {
  readonly at: number;
  readonly late: number;
}

export class WakeUps {
  /** The worst first; behind each those that were worse than all that came later. */
  private readonly worstNaps: Nap[] = [];
  private lookedAt = -Infinity;

  /** `now`: ms; `late`: a nap, microseconds. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly late: () => number = nap,
  ) {}

  /** The worst of the last seconds, microseconds. */
  worst(): number {
    if (this.lookedAt === -Infinity) for (let i = 0; i < FIRST; i++) this.take();
    return this.worstNaps[0]?.late ?? 0;
  }

  /** Takes a nap where the last one is long enough ago. */
  look(): void {
    if (this.now() - this.lookedAt >= EVERY_MS) this.take();
  }

  private take(): void {
    const late = this.late();
    const at = this.now();
    this.lookedAt = at;
    const { worstNaps } = this;
    while ((worstNaps.at(-1)?.late ?? Infinity) <= late) worstNaps.pop();
    worstNaps.push({ at, late });
    while ((worstNaps[0]?.at ?? Infinity) < at - WINDOW_MS) worstNaps.shift();
  }
}
