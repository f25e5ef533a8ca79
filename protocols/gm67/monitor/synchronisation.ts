/** Whether the monitor follows what passes; if not, what brings it back: a quiet line, or prompt replies in turn. */
import type { Bounds } from '../../monitor/timed-decoder';
import { after, micros, type Micros } from '../../time';
import { GOOD_EXCHANGES, HOST_SLACK_US, LATE_REPLY, LONGEST_CHATTER_US, PROMPT, type Limits } from './limits';

const NEVER = micros(-1e12);

export class Synchronisation {
  isLost = false;
  lastTx = NEVER;
  lastRx = NEVER;
  /** Nothing is judged before this time. */
  private quietUntil = micros(0);
  /** Until then the missing reply of an earlier command may come, and look like the reply of a later one. */
  private lateUntil = NEVER;
  private goodExchanges = 0;

  constructor(private readonly limits: Limits) {}

  get lastByte(): Micros {
    return micros(Math.max(this.lastTx, this.lastRx));
  }

  tx(at: Micros): void {
    this.lastTx = micros(Math.max(this.lastTx, at));
  }

  rx(at: Micros): void {
    this.lastRx = micros(Math.max(this.lastRx, at));
  }

  /** `asked`: when the last command was sent whose reply is due. */
  lose(until: Micros, asked: Micros | undefined): void {
    this.isLost = true;
    this.goodExchanges = 0;
    this.quietUntil = micros(Math.max(this.quietUntil, until));
    if (asked !== undefined) this.lateUntil = micros(Math.max(this.lateUntil, asked + LATE_REPLY));
  }

  /** Until then anything may have passed. */
  gap(until: Micros): void {
    this.tx(until);
    this.lateUntil = micros(Math.max(this.lateUntil, until + LATE_REPLY));
  }

  found(): void {
    this.isLost = false;
  }

  /** The line is quiet then, if nothing passes. */
  quietAt(): Micros {
    return micros(Math.max(after(this.lastByte, this.limits.quiet), this.quietUntil));
  }

  /** A command was answered rightly, within `took` at most. true: from now on each reply belongs to its command. */
  countGood({ notAfter }: Bounds, took: number): boolean {
    const isGood = took <= PROMPT + HOST_SLACK_US && notAfter > this.lateUntil;
    this.goodExchanges = isGood ? this.goodExchanges + 1 : 0;
    if (this.goodExchanges < GOOD_EXCHANGES) return false;
    this.isLost = false;
    return true;
  }

  /** While nothing is sent, and nothing can be due, bytes go on. */
  get isChatter(): boolean {
    return this.lastRx > Math.max(this.lastTx, this.quietUntil) + LONGEST_CHATTER_US;
  }
}
