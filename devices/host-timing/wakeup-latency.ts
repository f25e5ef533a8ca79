/**
 * How late this machine wakes a process that only waits for time. The process takes short naps and measures how late
 * they end.
 *
 *     nap     |── 0.1 ms ──|····· late ·····|
 *     window       the naps of the last seconds
 */
import { performance } from 'node:perf_hooks';
import { PROC, readText } from '../platform/proc-files';
import { RunQueueDelay } from './run-queue-delay';

const NAP_MS = 0.1;
/** Naps before the first result. They take about 20 ms on an idle machine. */
const FIRST_NAPS = 100;
/** A nap blocks this process: no more than one in this time. */
const SAMPLE_INTERVAL_MS = 40;
/** A late wake-up counts for this long. */
const WINDOW_MS = 6000;

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps for `span` ms. Returns how late it woke, microseconds. */
export function nap(span = NAP_MS): number {
  const before = performance.now();
  Atomics.wait(cell, 0, 0, span);
  return (performance.now() - before - span) * 1000;
}

interface Nap {
  readonly at: number;
  /** Microseconds. */
  readonly late: number;
  /** The part of `late` in which the thread did not wait for a processor. */
  readonly unexplained: number;
}

/** This share of the wake-ups is usual. The others are late for other reasons. */
const USUAL_QUANTILE = 0.99;

export class WakeupLatency {
  private naps: Nap[] = [];
  private sampledAt = -Infinity;
  private statistics = { worst: 0, usual: 0, unexplained: 0 };

  /**
   * `now`: ms. `late`: takes a nap, returns how late it ended. `waited`: how long this thread has waited for a processor.
   * `slack`: how late the kernel lets timers, but not bytes, wake a thread. Microseconds.
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

  /** The usual maximum of the last seconds, without waits for a processor, microseconds. */
  usual(): number {
    this.begin();
    return this.statistics.usual;
  }

  /** The worst of the last seconds, without waits for a processor, microseconds. */
  unexplained(): number {
    this.begin();
    return this.statistics.unexplained;
  }

  /** Takes a nap, at most every 40 ms. */
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
  delay.add(`${PROC}/thread-self/schedstat`);
  return () => delay.total();
}

/** Linux lets timers ring late, to wake up less often: 50 µs by default. Microseconds; 0 on other systems. */
function timerSlack(): number {
  return Number(readText(`${PROC}/self/timerslack_ns`)) / 1000;
}
