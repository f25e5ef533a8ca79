/**
 * Whether the processors of this machine rest, or have had as much work all the time as keeps one of them awake. Where they
 * rest, those of a virtual machine's host may sleep as well, and each wake-up may be late.
 *
 *     working  ████░░░░████        of the last seconds; who works goes from one processor to the other
 *              ░░░░████░░░░
 *     resting  ██░░░░█░░░░░        and as long as it is not known
 *              ░░░█░░░░░██░
 */
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Not looked at more often than this, and so far back at least where that is known; ms. */
const SAMPLE_INTERVAL_MS = 250;
const WINDOW_MS = 2000;
/** Of one processor's time: that is work enough. */
const BUSY_SHARE = 0.9;

interface Sample {
  readonly at: number;
  readonly idle: readonly number[];
}

export class IdleCpu {
  private samples: Sample[] = [];
  private idleNow = true;

  /** `clock`: ms; `idle`: how long each processor has been idle so far, ms. */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly idle: () => readonly number[] = () => cpus().map(({ times }) => times.idle),
  ) {}

  /** False where there was work all the time. */
  isIdle(): boolean {
    const at = this.clock();
    const last = this.samples.at(-1);
    if (last === undefined || at - last.at >= SAMPLE_INTERVAL_MS) this.sample(at);
    return this.idleNow;
  }

  private sample(at: number): void {
    const idle = this.idle();
    const last = this.samples.findLastIndex((sample) => at - sample.at >= WINDOW_MS);
    this.samples = this.samples.slice(Math.max(0, last));
    const [first] = this.samples;
    this.samples.push({ at, idle });
    if (first === undefined || at - first.at < WINDOW_MS / 2) return;
    const worked = idle.map((one, i) => at - first.at - (one - (first.idle[i] ?? 0)));
    this.idleNow = worked.reduce((sum, one) => sum + one, 0) < BUSY_SHARE * (at - first.at);
  }
}
