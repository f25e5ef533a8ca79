/**
 * What was waited for so far, as it stood at some times: how long what is seen now may have been on its way, when at each
 * moment of it but for a little somebody waited.
 *
 *     told     0         0             26 ms           26 ms
 *     at    ───┴─────────┴──────────────┴───────────────┴──── now
 *
 * A sum over a long silence would be no measure of it: what was waited while nothing was under way has kept nothing.
 */

/** Between waits something runs: so much of what was waited is taken for it. */
const RUNNING_SHARE = 0.1;

/** A wait that goes on is told by the look behind it: microseconds until it is certain that there is none. */
const REPORTING_DELAY_US = 20_000;

/** Of so many looks. */
const MAX_SAMPLES = 2048;

interface Sample {
  readonly at: number;
  readonly total: number;
}

export class DelayHistory {
  private samples: Sample[] = [];

  /** `total`: waited in all until then; both in microseconds, and neither ever less than before. */
  add(at: number, total: number): void {
    if (this.samples.length >= 2 * MAX_SAMPLES) this.samples = this.samples.slice(-MAX_SAMPLES);
    this.samples.push({ at, total });
  }

  /**
   * Microseconds at most before the last look, and not before `since`: the longest span that what was waited in it and
   * `slack` explain.
   */
  longestDelay(slack: number, since: number): number {
    return this.samples.length === 0 ? slack : this.spanTo(this.samples.length - 1, slack, since);
  }

  /**
   * The longest span that begins at `since` and that what was waited in it explains: so much later what went out then may have
   * reached the far side. A wait is told when it is over, which may be some looks later.
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

  /** The longest such span without slack that ends at any look since then. */
  longestStall(since: number): number {
    let most = 0;
    for (let i = this.samples.length - 1; i > 0 && (this.samples[i]?.at ?? 0) >= since; i--)
      most = Math.max(most, this.spanTo(i, 0, -Infinity));
    return most;
  }

  private spanTo(last: number, slack: number, since: number): number {
    const now = this.samples[last]?.at ?? 0;
    let earliest = now;
    let unexplained = slack;
    /** What is told at a look was waited before it, maybe before the look before it too. */
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
