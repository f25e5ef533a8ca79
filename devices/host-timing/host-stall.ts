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
  readonly wakeUps: Pick<WakeupLatency, 'worst' | 'usual' | 'unexplained' | 'look'>;
  readonly rest: Pick<IdleCpu, 'now'>;
  readonly delays: Pick<HostDelays, 'watch' | 'work' | 'look' | 'longest' | 'stood'>;
}

/** Of the process, and so of all links. */
const HOST: Host = { wakeUps: new WakeupLatency(), rest: new IdleCpu(), delays: new HostDelays() };

/** What the way there and back costs on a machine that nothing else wants, in microseconds. */
const WAY_US = 100;

/**
 * Bytes take two wake-ups to the far side and two back: kernel's worker and reader. Where the processors rest, each of them
 * may be late; where one works, one is at most (`npm run bench latency`).
 */
const LATE_TOGETHER = { resting: 4, working: 1 } as const;

/**
 * Of some hundred wake-ups that were tried the worst is beaten by one in as many of those that come. Where waits fall off as
 * they do in a queue, one that is half as long again is 20 times rarer.
 */
const TAIL = 1.5;

export class HostStall {
  private readonly watch: Watch;
  private lookedAt: number;
  private earliest = 0;
  /** That was a send. */
  private sent = false;

  /** `since`: when bytes were seen last, or a send began: those to come have come since; now, on a clock that does not jump. To be closed. */
  constructor(
    private since: Micros,
    farEnd: FarEnd = 'unknown',
    private readonly host = HOST,
  ) {
    host.wakeUps.worst();
    this.watch = host.delays.watch(farEnd);
    this.lookedAt = since;
  }

  /**
   * The earliest that bytes seen `now` can have come; not before those that were seen earlier. `held`: how long something
   * else may have kept them, microseconds.
   */
  notBefore(now: Micros, held = 0): Micros {
    this.earliest = Math.max(this.earliest, now - this.late(now) - WAY_US - held);
    this.since = now;
    this.sent = false;
    this.host.delays.work.turn();
    this.host.wakeUps.look();
    return micros(this.earliest);
  }

  /** Begins anew, where a send begins: what was before is none of what comes next. */
  mark(now: Micros): void {
    this.since = now;
    this.sent = true;
    const { delays } = this.host;
    if (now - this.lookedAt < WAY_US + this.usual()) {
      delays.work.turn();
      return;
    }
    this.lookedAt = now;
    delays.look();
  }

  /** The longest that the far end, or bytes on their way to it, may have stood still in the last `span`; 0 where it is a machine of its own. */
  stood(span: number): Micros {
    return micros(this.watch.shared ? this.host.delays.stood(span) : 0);
  }

  close(): void {
    this.watch.end();
  }

  /**
   * By what was waited on the way, and by what this process did, microseconds. Bytes do not overtake each other: what came
   * when nothing had come for less than is usual can be no later than that.
   */
  private late(now: Micros): number {
    const { complete: whole } = this.watch;
    const { delays, wakeUps } = this.host;
    const least = delays.work.since() + (whole ? this.usual() : TAIL * wakeUps.worst());
    const open = now - this.since;
    if (open < WAY_US + least) return least;
    this.lookedAt = now;
    return Math.max(least, delays.longest(whole, least, open, this.sent));
  }

  /** What wake-ups may be late besides what is counted, microseconds. */
  private usual(): number {
    const { wakeUps, rest } = this.host;
    return rest.now()
      ? Math.max(LATE_TOGETHER.resting * wakeUps.usual(), TAIL * wakeUps.unexplained())
      : LATE_TOGETHER.working * wakeUps.usual();
  }
}
