/**
 * How long received bytes may have waited for this process before it saw them.
 *
 * Bytes wake the event loop from its poll; only the loop's own work can keep them waiting. So the time the loop
 * was busy since the last look is a bound, and the time it slept is not part of it.
 */
import { performance } from 'node:perf_hooks';
import { micros, type Micros } from '../protocols/time';

/** What waking from the poll itself costs at least, in microseconds. */
const WAKE_UP_US = 50;

export class HostStall {
  private idle = performance.nodeTiming.idleTime;

  /** `last`: now, on a clock that does not jump. */
  constructor(private last: Micros) {}

  /** Microseconds of work since the last call, wake-up included. `now`: on the same clock. */
  take(now: Micros): Micros {
    const idle = performance.nodeTiming.idleTime;
    const busy = now - this.last - (idle - this.idle) * 1000;
    this.last = now;
    this.idle = idle;
    return micros(Math.max(0, busy) + WAKE_UP_US);
  }
}
