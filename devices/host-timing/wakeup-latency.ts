/**
 * How late this machine lets a process run that has nothing to wait for but a processor: a short nap is taken now and
 * then, and looked at how late it ended.
 *
 *     nap     |── 0.1 ms ──|····· late ·····|
 *     window       the naps of the last seconds, of which the worst counts
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { RunQueueDelay } from './run-queue-delay';

const NAP_MS = 0.1;
/** Naps before the first question. About 20 ms of an idle machine. */
const FIRST_NAPS = 100;
/** Not more often than this, in ms: a nap is time that nothing else is done in. */
const SAMPLE_INTERVAL_MS = 40;
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
  /** Microseconds too late, and how many of them it is not known what for: no processor was waited for. */
  readonly late: number;
  readonly unexplained: number;
}

/** Of the wake-ups of the window so many are usual; the others are late for a reason that shows elsewhere, or for none. */
const USUAL_QUANTILE = 0.99;

export class WakeupLatency {
  private naps: Nap[] = [];
  private sampledAt = -Infinity;
  private statistics = { worst: 0, usual: 0, unexplained: 0 };

  /**
   * `now`: ms; `late`: takes a nap, microseconds late; `waited`: what this thread has waited for a processor so far; `slack`:
   * how late the kernel means a nap to end, as it does no byte; microseconds.
   */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly late: () => number = nap,
    private readonly waited: () => number = threadDelay(),
    private readonly slack = timerSlack(),
  ) {}

  /** The worst of the last seconds, microseconds. */
  worst(): number {
    this.begin();
    return this.statistics.worst;
  }

  /** How late wake-ups are at most as a rule, besides what a processor was waited for, microseconds. */
  usual(): number {
    this.begin();
    return this.statistics.usual;
  }

  /** The worst of the last seconds, besides what a processor was waited for, microseconds. */
  unexplained(): number {
    this.begin();
    return this.statistics.unexplained;
  }

  /** Takes a nap where the last one is long enough ago. */
  sample(): void {
    if (this.now() - this.sampledAt >= SAMPLE_INTERVAL_MS) this.take();
  }

  private begin(): void {
    if (this.sampledAt === -Infinity) for (let i = 0; i < FIRST_NAPS; i++) this.take();
  }

  private take(): void {
    const before = this.waited();
    const late = this.late();
    const unexplained = Math.max(0, late - this.slack - (this.waited() - before));
    const at = this.now();
    this.sampledAt = at;
    this.naps = this.naps.filter((one) => one.at >= at - WINDOW_MS);
    this.naps.push({ at, late, unexplained });
    const sorted = Float64Array.from(this.naps, (one) => one.unexplained).sort();
    this.statistics = {
      worst: Math.max(...this.naps.map((one) => one.late)),
      usual: sorted[Math.floor(USUAL_QUANTILE * (sorted.length - 1))] ?? 0,
      unexplained: sorted.at(-1) ?? 0,
    };
  }
}

function threadDelay(): () => number {
  const delay = new RunQueueDelay();
  delay.add('/proc/thread-self/schedstat');
  return () => delay.total();
}

/** Linux lets timers run late so as to wake fewer times: 50 µs, unless somebody said otherwise. Microseconds; 0 elsewhere. */
function timerSlack(): number {
  try {
    return Number(readFileSync('/proc/self/timerslack_ns', 'latin1')) / 1000;
  } catch {
    return 0;
  }
}
