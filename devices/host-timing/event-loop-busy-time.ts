/**
 * What this process did since its event loop last looked for bytes: only that can have kept those which are seen now.
 *
 *     work ── poll: nothing ── work ── poll ── seen
 *                              └── counts ──┘
 *
 * Of an immediate that another one set it is certain that the loop has polled between the two.
 */
import { performance } from 'node:perf_hooks';

export class EventLoopBusyTime {
  /** Done when the loop polled last, as far as is known. */
  private atLastPoll: number;
  private most = -Infinity;

  /** `now`: microseconds on a clock that does not jump; `idle`: for how many of them this process had nothing to do. */
  constructor(
    private readonly now = (): number => performance.now() * 1000,
    private readonly idle = (): number => performance.nodeTiming.idleTime * 1000,
    private readonly later: (then: () => void) => void = (then) => void setImmediate(then),
  ) {
    this.atLastPoll = this.total();
  }

  /** Microseconds. */
  sincePoll(): number {
    return this.total() - this.atLastPoll;
  }

  /** What is done in this turn of the loop is over with its end: soon it counts no more. */
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
