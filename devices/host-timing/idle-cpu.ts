/**
 * Whether the processors of this machine are idle, or have enough work to keep one of them always awake. Idle
 * processors of a virtual machine may sleep on its host too, and then each wake-up may be late.
 *
 *     busy     ████░░░░████        in the last seconds; the work may move from one processor to the other
 *              ░░░░████░░░░
 *     idle     ██░░░░█░░░░░        also while it is unknown
 *              ░░░█░░░░░██░
 */
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

const SAMPLE_INTERVAL_MS = 250;
const WINDOW_MS = 2000;
/** Work in this share of one processor's time keeps it awake. */
const BUSY_SHARE = 0.9;

interface Sample {
  readonly at: number;
  readonly idle: readonly number[];
}

export class IdleCpu {
  private samples: Sample[] = [];
  private idleNow = true;

  /** `clock`: ms. `idle`: how long each processor has been idle so far, ms. */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly idle: () => readonly number[] = () => cpus().map(({ times }) => times.idle),
  ) {}

  /** False if there was always work for one processor. */
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
