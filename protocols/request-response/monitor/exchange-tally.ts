/** How many exchanges were judged, and why the others were not. */
import type { Accounting, UnjudgedReason } from '../../monitor/monitor';

export class ExchangeTally {
  private judged = 0;
  private readonly unjudged: Partial<Record<UnjudgedReason, number>> = {};
  /** Those that were counted: a fault can be found before an exchange ends. */
  private readonly counted = new WeakSet();
  /** Why nothing is judged while the monitor is lost. */
  private lost: UnjudgedReason = 'left-open';

  get accounting(): Accounting {
    return { judged: this.judged, unjudged: { ...this.unjudged } };
  }

  /** `exchange`: the pending response, or the event of a request that has none. Only its first verdict counts. */
  count(exchange: object, reason?: UnjudgedReason): void {
    if (this.counted.has(exchange)) return;
    this.counted.add(exchange);
    if (reason === undefined) this.judged++;
    else this.unjudged[reason] = (this.unjudged[reason] ?? 0) + 1;
  }

  leaveOpen(exchanges: readonly object[]): void {
    for (const exchange of exchanges) this.count(exchange, 'left-open');
  }

  /** A request while nothing is judged. */
  countLost(exchange: object): void {
    this.count(exchange, this.lost);
  }

  lose(reason: UnjudgedReason = 'left-open'): void {
    this.lost = reason;
  }

  /** Something was not told, which these may wait for. What passes before the first exchange is missing because the recording begins later. */
  gap(waiting: readonly object[]): UnjudgedReason {
    const isBeginning = this.judged + waiting.length === 0 && Object.keys(this.unjudged).length === 0;
    for (const exchange of waiting) this.count(exchange, 'bytes-lost');
    return isBeginning ? 'state-unknown' : 'bytes-lost';
  }
}
