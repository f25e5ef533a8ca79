/**
 * What everything that bytes pass through on this host has waited for so far: for a processor, and for the host of a
 * virtual machine to give its processors back. It is looked at every few milliseconds while a link is open, so that it is
 * known of a silence where in it waits were.
 */
import { performance } from 'node:perf_hooks';
import { DelayHistory } from './delay-history';
import { Steal } from './steal';
import { Waits } from './waits';
import { WayWaits } from './way-waits';

const EVERY_MS = 10;

/** What is stolen is told to 10 ms: not looked at again within this, nor within so many times what a look costs. */
const STOLEN = { leastMs: 1, costs: 20 } as const;

/** The programs of this host that are at the far end, by their pids; unknown: there may be some. */
export type FarEnd = readonly number[] | 'unknown';

export interface Watch {
  /** Each step of the way is counted. */
  readonly whole: boolean;
  /** The far end is, or may be, on this host too. */
  readonly shared: boolean;
  readonly end: () => void;
}

/** One for all links of the process. */
export class HostDelays {
  private readonly way = new WayWaits();
  private readonly steal = new Steal();
  private readonly history = new DelayHistory();
  private readonly farEnds = new Set<Waits>();
  private timer: NodeJS.Timeout | undefined;
  /** Microseconds that the far ends which are gone waited. */
  private past = 0;
  private stolen = this.steal.total();
  private stealAgain = 0;

  /** Begins to look at a link's way. */
  watch(farEnd: FarEnd): Watch {
    const far = new Waits();
    const whole = this.way.whole && farEnd !== 'unknown' && farEnd.every((pid) => far.addProgram(pid));
    this.farEnds.add(far);
    this.timer ??= setInterval(() => this.sample(), EVERY_MS).unref();
    this.sample();
    return { whole, shared: farEnd === 'unknown' || farEnd.length > 0, end: () => this.leave(far) };
  }

  /** Looks. */
  look(): void {
    this.way.look();
    this.note();
  }

  /** Looks, and tells how long what is seen now may have been kept, in the last `open`; `slack`: and without any wait. Microseconds. */
  longest(slack: number, open: number): number {
    return this.history.longest(slack, this.note() - open);
  }

  /** The longest that something may have stood still in one piece in the last `span`, microseconds each. */
  stood(span: number): number {
    return this.history.most(this.note() - span);
  }

  private sample(): void {
    this.way.look();
    this.note();
  }

  /** Gives the time of it. */
  private note(): number {
    const at = performance.now() * 1000;
    let total = this.past + this.way.total() + this.stolenBy(at);
    for (const far of this.farEnds) total += far.total();
    this.history.note(at, total);
    return at;
  }

  private stolenBy(at: number): number {
    if (at < this.stealAgain) return this.stolen;
    this.stolen = this.steal.total();
    const cost = performance.now() * 1000 - at;
    this.stealAgain = at + Math.max(STOLEN.leastMs * 1000, STOLEN.costs * cost);
    return this.stolen;
  }

  private leave(far: Waits): void {
    if (!this.farEnds.delete(far)) return;
    this.past += far.total();
    far.close();
    if (this.farEnds.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
