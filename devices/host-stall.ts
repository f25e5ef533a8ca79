/**
 * How long received bytes may have waited for this process before it saw them.
 *
 * Bytes wake the event loop from its poll; only the loop's own work can keep them waiting. So the time the loop
 * was busy since the last look is a bound, and the time it slept is not part of it. Other programs can, where they are
 * more than processors: what the kernel says of that is added.
 */
import { performance } from 'node:perf_hooks';
import { Contention } from './contention';
import { micros, type Micros } from '../protocols/time';

/** Of the process, and so of all links: it is read at each look of any of them. */
const contention = new Contention();
let waited = 0;

/** What waking from the poll itself costs at least, in microseconds. */
const WAKE_UP_US = 50;

/** What others took is looked up anew behind a send when it was last looked up longer ago than this, in microseconds. */
const FRESH_US = 2000;

export class HostStall {
  private idle = performance.nodeTiming.idleTime;
  private waited = waited;
  private readAt: number;

  /** `last`: now, on a clock that does not jump. */
  constructor(private last: Micros) {
    this.readAt = last;
  }

  /** Microseconds of work since the last call, wake-up included. `now`: on the same clock. */
  take(now: Micros): Micros {
    const busy = this.busy(now);
    return micros(Math.max(0, busy) + this.kept(now) + WAKE_UP_US);
  }

  /** Begins anew, as after a send: what was before is none of what comes next. */
  mark(now: Micros): void {
    this.busy(now);
    if (now - this.readAt > FRESH_US) this.kept(now);
  }

  private busy(now: Micros): number {
    const idle = performance.nodeTiming.idleTime;
    const busy = now - this.last - (idle - this.idle) * 1000;
    this.last = now;
    this.idle = idle;
    return busy;
  }

  /** What other programs took. */
  private kept(now: Micros): number {
    waited += contention.take();
    const kept = waited - this.waited;
    this.waited = waited;
    this.readAt = now;
    return kept;
  }
}
