/**
 * Samples of a total delay. They bound how long bytes may have been on their way: something must have waited for nearly
 * all of that time.
 *
 *     total    0         0             26 ms           26 ms
 *     at    ───┴─────────┴──────────────┴───────────────┴──── now
 *
 * The sum over a long silence is no such bound: while no byte was on its way, a delay delayed nothing.
 */

/** Between two waits a thread runs: its run time is taken as this share of the wait. */
const RUNNING_SHARE = 0.1;

/** The kernel reports a wait after its end: without a report for this long there was none, microseconds. */
const REPORTING_DELAY_US = 20_000;

const MAX_SAMPLES = 2048;

interface Sample {
  readonly at: number;
  readonly total: number;
}

export class DelayHistory {
  private samples: Sample[] = [];

  /** `total`: the delay until `at`. Both are microseconds, and never decrease. */
  add(at: number, total: number): void {
    const [before, last] = [this.samples.at(-2), this.samples.at(-1)];
    // A sample between two without a delay says nothing more. A board that fails thousands of checks has one taken for each.
    if (before?.total === total && last?.total === total) this.samples.pop();
    if (this.samples.length >= 2 * MAX_SAMPLES) this.samples = this.samples.slice(-MAX_SAMPLES);
    this.samples.push({ at, total });
  }

  /** The longest span before the last sample, not before `since`, that its delay and `slack` explain; microseconds. */
  longestDelay(slack: number, since: number): number {
    return this.samples.length === 0 ? slack : this.spanTo(this.samples.length - 1, slack, since);
  }

  /**
   * The longest span from `since` on that its delay explains: bytes that left at `since` may have arrived that much
   * later. The report of a wait may come some samples later.
   */
  delayFrom(since: number): number {
    let begin = this.samples.length - 1;
    while (begin > 0 && (this.samples[begin]?.at ?? 0) > since) begin--;
    const before = this.samples[begin]?.total ?? 0;
    let longest = 0;
    for (const { at, total } of this.samples.slice(begin + 1)) {
      const waited = (1 + RUNNING_SHARE) * (total - before);
      longest = Math.max(longest, Math.min(at - since, waited));
      if (at - since > waited + REPORTING_DELAY_US) break;
    }
    return longest;
  }

  /** The longest such span, without slack, that ends at any sample since `since`. */
  longestStall(since: number): number {
    let most = 0;
    for (let i = this.samples.length - 1; i > 0 && (this.samples[i]?.at ?? 0) >= since; i--)
      most = Math.max(most, this.spanTo(i, 0, -Infinity));
    return most;
  }

  /** The delay from `since` to the last sample. */
  totalSince(since: number): number {
    let begin = this.samples.length - 1;
    while (begin > 0 && (this.samples[begin]?.at ?? 0) > since) begin--;
    return (this.samples.at(-1)?.total ?? 0) - (this.samples[begin]?.total ?? 0);
  }

  private spanTo(last: number, slack: number, since: number): number {
    const now = this.samples[last]?.at ?? 0;
    let earliest = now;
    let unexplained = slack;
    // The delay in a sample was before the sample, maybe before the previous one too.
    let waited = 0;
    for (let i = last; i > 0 && earliest > since; i--) {
      const [before, sample] = [this.samples[i - 1], this.samples[i]];
      if (before === undefined || sample === undefined) break;
      waited += sample.total - before.total;
      const span = sample.at - before.at;
      const missing = Math.max(0, span - waited);
      if (missing > unexplained + RUNNING_SHARE * (span - missing)) {
        earliest -= (1 + RUNNING_SHARE) * (span - missing) + unexplained;
        break;
      }
      unexplained += RUNNING_SHARE * (span - missing) - missing;
      waited -= span - missing;
      earliest = before.at;
    }
    return now - Math.max(earliest, since);
  }
}
