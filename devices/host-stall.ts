/**
 * How long received bytes may have been on their way to this process before it saw them.
 *
 *     far end ── kernel's worker ── run queue ── event loop ── seen
 *
 * Bytes wake the event loop from its poll; only the loop's own work can keep them waiting there, and the time it slept is
 * no part of that. Before, each step needs a processor. What this process, the kernel's workers and a program at the far
 * end of a pseudo-terminal waited for one is counted by the kernel, thread by thread; where one of them cannot be seen,
 * what all programs waited is the bound. How late wake-ups are besides is tried as it goes. What went out passes through as
 * many hands on the far side; that is in here as well, so that a latency is not said to be longer than the board's own.
 */
import { performance } from 'node:perf_hooks';
import { Contention } from './contention';
import { Steal } from './steal';
import { Waits } from './waits';
import { WakeUps } from './wake-ups';
import { WayWaits } from './way-waits';
import { micros, type Micros } from '../protocols/time';

/** Of the process, and so of all links: they are read at each look of any of them. */
const contention = new Contention();
const steal = new Steal();
const wakeUps = new WakeUps();
const way = new WayWaits();
let waited = 0;

/** What the way there and back costs on a machine that nothing else wants, in microseconds. */
const WAY_US = 100;

/** Bytes take three wake-ups to pass: kernel's worker, this process, and the far side. Seldom more than two are late together. */
const LATE_TOGETHER = 2;

/**
 * What all programs waited together in a long silence is no measure of what one byte did, nor what was stolen from all
 * processors: so much worse than the worst wake-up that was tried it may have been.
 */
const MOST_WORSE = 8;

/**
 * Where waits cannot be counted: of some hundred wake-ups that were tried the worst is beaten by one in as many of those
 * that come. Where waits fall off as they do in a queue, one that is half as long again is 20 times rarer.
 */
const TAIL = 1.5;

/** The kernel's count of all is lost where it is read more often than it ticks: not again within this, in microseconds. */
const FRESH_US = 5000;

/** Where bytes keep coming their waits are looked at so often, in microseconds, lest all be told of the one that comes late. */
const STALE_US = 2000;

/** What is stolen is told to 10 ms, and costs more to read than the rest: not again within this, in microseconds. */
const STOLEN_US = 1000;

/** The programs of this host that are at the far end, by their pids; unknown: there may be some. */
export type FarEnd = readonly number[] | 'unknown';

export class HostStall {
  private idle = performance.nodeTiming.idleTime;
  private waited = waited;
  private readAt: number;
  private readonly far = new Waits();
  /** Each step of the way is counted. */
  private readonly whole: boolean;
  private counted: Micros;
  private stolen: Micros;
  private countedAt: number;
  private stolenAt: number;
  /** When bytes were seen last. */
  private seenAt: number;
  private earliest = 0;

  /** `last`: now, on a clock that does not jump. */
  constructor(
    private last: Micros,
    farEnd: FarEnd = 'unknown',
  ) {
    wakeUps.worst();
    this.whole = way.whole && farEnd !== 'unknown' && farEnd.every((pid) => this.far.addProgram(pid));
    this.counted = this.count();
    this.stolen = steal.total();
    this.readAt = this.countedAt = this.stolenAt = this.seenAt = last;
  }

  /**
   * The earliest that bytes seen `now` can have come; not before those that were seen earlier. `held`: how long something
   * else may have kept them, microseconds.
   */
  notBefore(now: Micros, held = 0): Micros {
    const busy = Math.max(0, this.busy(now));
    this.earliest = Math.max(this.earliest, now - busy - this.late(now) - WAY_US - held);
    this.seenAt = now;
    wakeUps.look();
    way.look();
    return micros(this.earliest);
  }

  /** Begins anew, as where a send begins: what was before is none of what comes next. */
  mark(now: Micros): void {
    this.busy(now);
    this.known(now);
    if (!this.whole) this.kept(now);
  }

  close(): void {
    this.far.close();
  }

  private busy(now: Micros): number {
    const idle = performance.nodeTiming.idleTime;
    const busy = now - this.last - (idle - this.idle) * 1000;
    this.last = now;
    this.idle = idle;
    return busy;
  }

  private late(now: Micros): number {
    const known = this.known(now);
    if (this.whole) return usual() + known;
    const worst = wakeUps.worst();
    return Math.max(TAIL * worst, known, Math.min(this.kept(now), MOST_WORSE * worst));
  }

  /**
   * What was waited on the way since the last look. Bytes do not overtake each other: what came when nothing had come for
   * less than is usual can be no later than that.
   */
  private known(now: Micros): number {
    const least = WAY_US + usual();
    const open = now - this.seenAt;
    const age = now - this.countedAt;
    if (age < least || (open < least && age < STALE_US)) return 0;
    const counted = this.count();
    const known = counted - this.counted;
    this.counted = counted;
    this.countedAt = now;
    const gone = Math.min(this.gone(now), MOST_WORSE * wakeUps.worst());
    return open < least ? 0 : Math.min(known + gone, open);
  }

  /** What was stolen since the last look that was not too soon. */
  private gone(now: Micros): number {
    if (now - this.stolenAt < STOLEN_US) return 0;
    const stolen = steal.total();
    const gone = stolen - this.stolen;
    this.stolen = stolen;
    this.stolenAt = now;
    return gone;
  }

  private count(): Micros {
    return micros(way.total() + this.far.total());
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

function usual(): number {
  return LATE_TOGETHER * wakeUps.usual();
}
