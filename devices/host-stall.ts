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
  private wall = performance.now();
  private idle = performance.nodeTiming.idleTime;

  /** Microseconds of work since the last call, wake-up included. */
  take(): Micros {
    const wall = performance.now();
    const idle = performance.nodeTiming.idleTime;
    const busy = wall - this.wall - (idle - this.idle);
    this.wall = wall;
    this.idle = idle;
    return micros(Math.max(0, busy) * 1000 + WAKE_UP_US);
  }
}
