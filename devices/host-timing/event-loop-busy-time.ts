/**
 * How long this process has worked since its event loop polled for bytes: only that work delays the bytes that it reads
 * now.
 *
 *     work ── poll: nothing ── work ── poll ── seen
 *                              └── counts ──┘
 *
 * Between an immediate and an immediate that it sets, the loop has certainly polled.
 */
import { performance } from 'node:perf_hooks';

export class EventLoopBusyTime {
  /** The work until the last known poll. */
  private atLastPoll: number;
  private most = -Infinity;

  /** `now`: microseconds on a clock that does not jump. `idle`: the part of them that this process was idle. */
  constructor(
    private readonly now = (): number => performance.now() * 1000,
    private readonly idle = (): number => performance.nodeTiming.idleTime * 1000,
    private readonly later: (then: () => void) => void = (then) => void setImmediate(then),
  ) {
    this.atLastPoll = this.total();
  }

  /** In microseconds. */
  sincePoll(): number {
    return this.total() - this.atLastPoll;
  }

  /** Work of this turn counts no longer after the next poll. */
  endTurn(): void {
    this.later(() => {
      const done = this.total();
      this.later(() => (this.atLastPoll = Math.max(this.atLastPoll, done)));
    });
  }

  private total(): number {
    return (this.most = Math.max(this.most, this.now() - this.idle()));
  }
}
