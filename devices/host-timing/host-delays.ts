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
import { StealTime } from './steal-time';
import { RunQueueDelay } from './run-queue-delay';
import { ReceivePathDelay } from './receive-path-delay';

const SAMPLE_INTERVAL_MS = 10;

/** The kernel's count of all programs is lost where it is read more often than it ticks: not again within this, in microseconds. */
const PRESSURE_INTERVAL_US = 5000;

/** What is stolen is told to 10 ms: not looked at again within this, nor within so many times what a look costs. */
const STEAL_INTERVAL = { leastMs: 1, costs: 20 } as const;

/** The programs of this host that are at the far end, by their pids; unknown: there may be some. */
export type FarEnd = readonly number[] | 'unknown';

export interface Watch {
  /** Each step of the way is counted. */
  readonly complete: boolean;
  /** The far end is, or may be, on this host too. */
  readonly sharesHost: boolean;
  readonly end: () => void;
}

/** One for all links of the process. */
export class HostDelays {
  private readonly receivePath: ReceivePathDelay;
  private readonly steal: StealTime;
  private readonly cpuPressure: CpuPressure;
  /** Of the threads that are known to be on the way; and of all programs, where some of those are not known. */
  private readonly byThreads = new DelayHistory();
  private readonly byPressure = new DelayHistory();
  /** And of what was stolen alone. */
  private readonly bySteal = new DelayHistory();
  private readonly farEnds = new Set<RunQueueDelay>();
  private timer: NodeJS.Timeout | undefined;
  /** Microseconds that the far ends which are gone waited. */
  private closedDelay = 0;
  private stolen: number;
  private nextStealAt = -Infinity;
  private pressure = 0;
  private pressedAt = -Infinity;

  /** `now`: microseconds on a clock that does not jump. */
  constructor(
    private readonly proc = '/proc',
    private readonly now = (): number => performance.now() * 1000,
    readonly busyTime = new EventLoopBusyTime(),
  ) {
    this.receivePath = new ReceivePathDelay(proc);
    this.steal = new StealTime(join(proc, 'stat'));
    this.cpuPressure = new CpuPressure(join(proc, 'pressure/cpu'));
    this.stolen = this.steal.total();
  }

  /** Begins to look at a link's way. */
  watch(farEnd: FarEnd): Watch {
    const far = new RunQueueDelay();
    const whole =
      this.receivePath.complete &&
      farEnd !== 'unknown' &&
      farEnd.every((pid) => far.addProgram(pid, this.proc));
    this.farEnds.add(far);
    this.timer ??= setInterval(() => this.sample(), SAMPLE_INTERVAL_MS).unref();
    this.sample();
    return {
      complete: whole,
      sharesHost: farEnd === 'unknown' || farEnd.length > 0,
      end: () => this.leave(far),
    };
  }

  /** Looks. */
  sample(): void {
    this.receivePath.findWorkers();
    this.record();
    this.busyTime.endTurn();
  }

  /**
   * Looks, and tells how long what is seen now may have been kept in the last `open`; `slack`: and without any wait;
   * `whole`: by the threads that are counted; `sent`: and what went out before that, on its way to the far side.
   * Microseconds.
   */
  longestDelay(whole: boolean, slack: number, open: number, sent = false): number {
    const since = this.record() - open;
    const history = whole ? this.byThreads : this.byPressure;
    return Math.min(open, history.longestDelay(slack, since) + (sent ? history.delayFrom(since) : 0));
  }

  /**
   * The longest that all of this machine may have stood still in one piece in the last `span`, microseconds each. By what was
   * stolen alone: what programs take from each other is shared out every few milliseconds, and a busy machine would excuse
   * every failure.
   */
  longestStall(span: number): number {
    return this.bySteal.longestStall(this.record() - span);
  }

  /** Gives the time of it. */
  private record(): number {
    const at = this.now();
    const stolen = this.stealTotal(at);
    let total = this.closedDelay + this.receivePath.total() + stolen;
    for (const far of this.farEnds) total += far.total();
    this.byThreads.add(at, total);
    this.bySteal.add(at, stolen);
    if (at - this.pressedAt >= PRESSURE_INTERVAL_US) {
      this.pressure += this.cpuPressure.take();
      this.byPressure.add(at, this.pressure + stolen);
      this.pressedAt = at;
    }
    return at;
  }

  private stealTotal(at: number): number {
    if (at < this.nextStealAt) return this.stolen;
    this.stolen = this.steal.total();
    const cost = this.now() - at;
    this.nextStealAt = at + Math.max(STEAL_INTERVAL.leastMs * 1000, STEAL_INTERVAL.costs * cost);
    return this.stolen;
  }

  private leave(far: RunQueueDelay): void {
    if (!this.farEnds.delete(far)) return;
    this.closedDelay += far.total();
    far.close();
    if (this.farEnds.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
