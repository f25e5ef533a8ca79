/**
 * What was waited for so far, as it stood at some times: how long what is seen now may have been on its way, when at each
 * moment of it but for a little somebody waited.
 *
 *     told     0         0             26 ms           26 ms
 *     at    ───┴─────────┴──────────────┴───────────────┴──── now: kept for no longer than since there
 *                        └─ the wait began here at the earliest
 *
 * A sum over a long silence would be no measure of it: what was waited while nothing was under way has kept nothing.
 */

/** Of so many looks. */
const LOOKS = 2048;

interface Look {
  readonly at: number;
  readonly total: number;
}

export class DelayHistory {
  private looks: Look[] = [];

  /** `total`: waited in all until then; both in microseconds, and neither ever less than before. */
  note(at: number, total: number): void {
    if (this.looks.length >= 2 * LOOKS) this.looks = this.looks.slice(-LOOKS);
    this.looks.push({ at, total });
  }

  /**
   * Microseconds at most before the last look, and not before `since`: the longest span that what was waited in it and
   * `slack` explain.
   */
  longest(slack: number, since: number): number {
    const now = this.looks.at(-1);
    if (now === undefined) return slack;
    let earliest = now.at;
    let next = now.at;
    for (let i = this.looks.length - 1; i >= 0; i--) {
      const look = this.looks[i];
      if (look === undefined) break;
      // Between two looks all of what was waited may have been waited at the end.
      const from = Math.max(look.at, now.at - slack - (now.total - look.total));
      if (from <= next) earliest = Math.min(earliest, from);
      if (look.at <= since) break;
      next = look.at;
    }
    return now.at - Math.max(earliest, since);
  }

  /** The most that was waited from one look to the next since then: what one thing may have waited in one piece. Microseconds. */
  most(since: number): number {
    let most = 0;
    for (let i = this.looks.length - 1; i > 0; i--) {
      const look = this.looks[i];
      const before = this.looks[i - 1];
      if (look === undefined || before === undefined || look.at < since) break;
      most = Math.max(most, look.total - before.total);
    }
    return most;
  }
}
