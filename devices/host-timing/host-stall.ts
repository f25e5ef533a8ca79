/**
 * How long received bytes may have been on their way to this process before it saw them.
 *
 *     far end ── kernel's worker ── run queue ── event loop ── seen
 *
 * Bytes wake the event loop from its poll; only what the loop has worked since it polled last can keep them waiting there
 * (loop-work.ts). Before, each step needs a processor. What this process, the kernel's workers and a program at the far
 * end of a pseudo-terminal waited for one is counted by the kernel, thread by thread, and so is what the host of a virtual
 * machine took from it; where a thread cannot be seen, what all programs waited is the bound. How late wake-ups are besides
 * is tried as it goes. What went out passes through as many hands on the far side; that is in here as well, so that a
 * latency is not said to be longer than the board's own.
 */
import { HostDelays, type FarEnd, type Watch } from './host-delays';
import { IdleCpu } from './idle-cpu';
import { WakeupLatency } from './wakeup-latency';
import { micros, type Micros } from '../../protocols/time';

/** What is known of this machine. */
export interface Host {
  readonly wakeupLatency: Pick<WakeupLatency, 'worst' | 'usual' | 'unexplained' | 'sample'>;
  readonly idleCpu: Pick<IdleCpu, 'isIdle'>;
  readonly delays: Pick<HostDelays, 'watch' | 'busyTime' | 'sample' | 'longestDelay' | 'longestStall'>;
}

/** Of the process, and so of all links. */
const HOST: Host = { wakeupLatency: new WakeupLatency(), idleCpu: new IdleCpu(), delays: new HostDelays() };

/** What the way there and back costs on a machine that nothing else wants, in microseconds. */
const WAY_US = 100;

/**
 * Bytes take two wake-ups to the far side and two back: kernel's worker and reader. Where the processors rest, each of them
 * may be late; where one works, one is at most (`npm run bench latency`).
 */
const LATE_WAKEUPS = { resting: 4, working: 1 } as const;

/**
 * Of some hundred wake-ups that were tried the worst is beaten by one in as many of those that come. Where waits fall off as
 * they do in a queue, one that is half as long again is 20 times rarer.
 */
const TAIL_FACTOR = 1.5;

export class HostStall {
  private readonly watch: Watch;
  private sampledAt: number;
  private earliest = 0;
  /** That was a send. */
  private sent = false;

  /** `since`: when bytes were seen last, or a send began: those to come have come since; now, on a clock that does not jump. To be closed. */
  constructor(
    private since: Micros,
    farEnd: FarEnd = 'unknown',
    private readonly host = HOST,
  ) {
    host.wakeupLatency.worst();
    this.watch = host.delays.watch(farEnd);
    this.sampledAt = since;
  }

  /**
   * The earliest that bytes seen `now` can have come; not before those that were seen earlier. `held`: how long something
   * else may have kept them, microseconds.
   */
  notBefore(now: Micros, held = 0): Micros {
    this.earliest = Math.max(this.earliest, now - this.lateness(now) - WAY_US - held);
    this.since = now;
    this.sent = false;
    this.host.delays.busyTime.endTurn();
    this.host.wakeupLatency.sample();
    return micros(this.earliest);
  }

  /** Begins anew, where a send begins: what was before is none of what comes next. */
  beginSend(now: Micros): void {
    this.since = now;
    this.sent = true;
    const { delays } = this.host;
    if (now - this.sampledAt < WAY_US + this.wakeupSlack()) {
      delays.busyTime.endTurn();
      return;
    }
    this.sampledAt = now;
    delays.sample();
  }

  /** The longest that the far end, or bytes on their way to it, may have stood still in the last `span`; 0 where it is a machine of its own. */
  longestStall(span: number): Micros {
    return micros(this.watch.sharesHost ? this.host.delays.longestStall(span) : 0);
  }

  close(): void {
    this.watch.end();
  }

  /**
   * By what was waited on the way, and by what this process did, microseconds. Bytes do not overtake each other: what came
   * when nothing had come for less than is usual can be no later than that.
   */
  private lateness(now: Micros): number {
    const { complete: whole } = this.watch;
    const { delays, wakeupLatency } = this.host;
    const least =
      delays.busyTime.sincePoll() + (whole ? this.wakeupSlack() : TAIL_FACTOR * wakeupLatency.worst());
    const open = now - this.since;
    if (open < WAY_US + least) return least;
    this.sampledAt = now;
    return Math.max(least, delays.longestDelay(whole, least, open, this.sent));
  }

  /** What wake-ups may be late besides what is counted, microseconds. */
  private wakeupSlack(): number {
    const { wakeupLatency, idleCpu } = this.host;
    return idleCpu.isIdle()
      ? Math.max(LATE_WAKEUPS.resting * wakeupLatency.usual(), TAIL_FACTOR * wakeupLatency.unexplained())
      : LATE_WAKEUPS.working * wakeupLatency.usual();
  }
}
