/**
 * Whether this process stalled: stopped by a signal or a debugger, asleep with its machine, or without a processor. The kernel counts
 * a stopped process as idle, but its timers come late.
 *
 *     beat · beat · ────── stopped ────── seen, late beat, poll, poll · beat
 *             └──────── counts ──────────────┘
 *
 * Between an immediate and an immediate that it sets, the event loop has certainly polled.
 */
import { performance } from 'node:perf_hooks';

const INTERVAL_MS = 25;
/** A beat that comes so much after the one before is late, microseconds. */
const LATE_US = 75_000;

type Later = (then: () => void) => void;

export class Heartbeat {
  private last: number;
  /** The last beat before a late one, until what came meanwhile was surely read. */
  private stalledSince: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** `now`: microseconds on a clock that does not jump. */
  constructor(
    private readonly now = (): number => performance.now() * 1000,
    private readonly later: Later = (then) => void setImmediate(then),
  ) {
    this.last = now();
  }

  /** Keeps no process alive. It beats until the process ends. */
  start(): void {
    if (this.timer !== undefined) return;
    this.last = this.now();
    this.timer = setInterval(() => this.beat(), INTERVAL_MS).unref();
  }

  beat(): void {
    const now = this.now();
    if (now - this.last > LATE_US) {
      const since = Math.min(this.last, this.stalledSince ?? now);
      this.stalledSince = since;
      this.later(() =>
        this.later(() => {
          if (this.stalledSince === since) this.stalledSince = undefined;
        }),
      );
    }
    this.last = now;
  }

  /** What is read now may have come so long ago, as nothing could read it; 0: it was read at once. Microseconds. */
  stalledFor(): number {
    const now = this.now();
    const since = this.stalledSince ?? (now - this.last > LATE_US ? this.last : now);
    return now - since;
  }
}
