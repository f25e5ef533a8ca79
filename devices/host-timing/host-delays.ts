/**
 * What everything that bytes pass through on this host has waited for so far: for a processor, and for the host of a
 * virtual machine to give its processors back. It is looked at every few milliseconds while a link is open, so that it is
 * known of a silence where in it waits were.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { CpuPressure } from './cpu-pressure';
import { DelayHistory } from './delay-history';
import { EventLoopBusyTime } from './event-loop-busy-time';
import { Steal } from './steal-time';
import { RunQueueDelay } from './run-queue-delay';
import { ReceivePathDelay } from './receive-path-delay';

const EVERY_MS = 10;

/** The kernel's count of all programs is lost where it is read more often than it ticks: not again within this, in microseconds. */
const FRESH_US = 5000;

/** What is stolen is told to 10 ms: not looked at again within this, nor within so many times what a look costs. */
const STOLEN = { leastMs: 1, costs: 20 } as const;

/** The programs of this host that are at the far end, by their pids; unknown: there may be some. */
export type FarEnd = readonly number[] | 'unknown';

export interface Watch {
  /** Each step of the way is counted. */
  readonly complete: boolean;
  /** The far end is, or may be, on this host too. */
  readonly shared: boolean;
  readonly end: () => void;
}

/** One for all links of the process. */
export class HostDelays {
  private readonly way: ReceivePathDelay;
  private readonly steal: Steal;
  private readonly contention: CpuPressure;
  /** Of the threads that are known to be on the way; and of all programs, where some of those are not known. */
  private readonly counted = new DelayHistory();
  private readonly pressed = new DelayHistory();
  /** And of what was stolen alone. */
  private readonly robbed = new DelayHistory();
  private readonly farEnds = new Set<RunQueueDelay>();
  private timer: NodeJS.Timeout | undefined;
  /** Microseconds that the far ends which are gone waited. */
  private past = 0;
  private stolen: number;
  private stealAgain = -Infinity;
  private pressure = 0;
  private pressedAt = -Infinity;

  /** `now`: microseconds on a clock that does not jump. */
  constructor(
    private readonly proc = '/proc',
    private readonly now = (): number => performance.now() * 1000,
    readonly work = new EventLoopBusyTime(),
  ) {
    this.way = new ReceivePathDelay(proc);
    this.steal = new Steal(join(proc, 'stat'));
    this.contention = new CpuPressure(join(proc, 'pressure/cpu'));
    this.stolen = this.steal.total();
  }

  /** Begins to look at a link's way. */
  watch(farEnd: FarEnd): Watch {
    const far = new RunQueueDelay();
    const whole =
      this.way.complete && farEnd !== 'unknown' && farEnd.every((pid) => far.addProgram(pid, this.proc));
    this.farEnds.add(far);
    this.timer ??= setInterval(() => this.look(), EVERY_MS).unref();
    this.look();
    return { complete: whole, shared: farEnd === 'unknown' || farEnd.length > 0, end: () => this.leave(far) };
  }

  /** Looks. */
  look(): void {
    this.way.look();
    this.note();
    this.work.turn();
  }

  /**
   * Looks, and tells how long what is seen now may have been kept in the last `open`; `slack`: and without any wait;
   * `whole`: by the threads that are counted; `sent`: and what went out before that, on its way to the far side.
   * Microseconds.
   */
  longest(whole: boolean, slack: number, open: number, sent = false): number {
    const since = this.note() - open;
    const history = whole ? this.counted : this.pressed;
    return Math.min(open, history.longest(slack, since) + (sent ? history.first(since) : 0));
  }

  /**
   * The longest that all of this machine may have stood still in one piece in the last `span`, microseconds each. By what was
   * stolen alone: what programs take from each other is shared out every few milliseconds, and a busy machine would excuse
   * every failure.
   */
  stood(span: number): number {
    return this.robbed.most(this.note() - span);
  }

  /** Gives the time of it. */
  private note(): number {
    const at = this.now();
    const stolen = this.stolenBy(at);
    let total = this.past + this.way.total() + stolen;
    for (const far of this.farEnds) total += far.total();
    this.counted.note(at, total);
    this.robbed.note(at, stolen);
    if (at - this.pressedAt >= FRESH_US) {
      this.pressure += this.contention.take();
      this.pressed.note(at, this.pressure + stolen);
      this.pressedAt = at;
    }
    return at;
  }

  private stolenBy(at: number): number {
    if (at < this.stealAgain) return this.stolen;
    this.stolen = this.steal.total();
    const cost = this.now() - at;
    this.stealAgain = at + Math.max(STOLEN.leastMs * 1000, STOLEN.costs * cost);
    return this.stolen;
  }

  private leave(far: RunQueueDelay): void {
    if (!this.farEnds.delete(far)) return;
    this.past += far.total();
    far.close();
    if (this.farEnds.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
