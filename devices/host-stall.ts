/**
 * How long received bytes may have been on their way to this process before it saw them.
 *
 *     far end ── kernel's worker ── run queue ── event loop ── seen
 *
 * Bytes wake the event loop from its poll; only the loop's own work can keep them waiting there, and the time it slept is
 * no part of that. Before, each step needs a processor: what other programs took is counted by the kernel, and how
 * late wake-ups are on this machine is tried as it goes. What went out passes through as many hands on the far side; that
 * is in here as well, so that a latency is not said to be longer than the board's own.
 */
import { performance } from 'node:perf_hooks';
import { Contention } from './contention';
import { WakeUps } from './wake-ups';
import { micros, type Micros } from '../protocols/time';

/** Of the process, and so of all links: it is read at each look of any of them. */
const contention = new Contention();
const wakeUps = new WakeUps();
let waited = 0;

/** What the way there and back costs on a machine that nothing else wants, in microseconds. */
const WAY_US = 100;

/**
 * What all programs waited together in a long silence is no measure of what one byte did: so much worse than the worst
 * wake-up that was tried it may have been.
 */
const MOST_WORSE = 8;

/**
 * Of some hundred wake-ups that were tried the worst is beaten by one in as many of those that come, and bytes take three
 * to pass: kernel's worker, this process, and the far side. Where waits fall off as they do in a queue, one that is half as
 * long again is 20 times rarer.
 */
const TAIL = 1.5;

/** The kernel's count is lost where it is read more often than it ticks: not again within this, in microseconds. */
const FRESH_US = 5000;

export class HostStall {
  private idle = performance.nodeTiming.idleTime;
  private waited = waited;
  private readAt: number;
  private earliest = 0;

  /** `last`: now, on a clock that does not jump. */
  constructor(private last: Micros) {
    wakeUps.worst();
    this.readAt = last;
  }

  /**
   * The earliest that bytes seen `now` can have come; not before those that were seen earlier. `held`: how long something
   * else may have kept them, microseconds.
   */
  notBefore(now: Micros, held = 0): Micros {
    const busy = Math.max(0, this.busy(now));
    const worst = wakeUps.worst();
    const late = Math.max(TAIL * worst, Math.min(this.kept(now), MOST_WORSE * worst));
    this.earliest = Math.max(this.earliest, now - busy - late - WAY_US - held);
    wakeUps.look();
    return micros(this.earliest);
  }

  /** Begins anew, as after a send: what was before is none of what comes next. */
  mark(now: Micros): void {
    this.busy(now);
    this.kept(now);
  }

  private busy(now: Micros): number {
    const idle = performance.nodeTiming.idleTime;
    const busy = now - this.last - (idle - this.idle) * 1000;
    this.last = now;
    this.idle = idle;
    return busy;
  }

  /** What other programs took since the last look that was not too soon. */
  private kept(now: Micros): number {
    if (now - this.readAt < FRESH_US) return 0;
    waited += contention.take();
    const kept = waited - this.waited;
    this.waited = waited;
    this.readAt = now;
    return kept;
  }
}
