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
const EVERY_MS = 250;
const WINDOW_MS = 2000;
/** Of one processor's time: that is work enough. */
const WORKING = 0.9;

interface Look {
  readonly at: number;
  readonly idle: readonly number[];
}

export class IdleCpu {
  private looks: Look[] = [];
  private rests = true;

  /** `clock`: ms; `idle`: how long each processor has been idle so far, ms. */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly idle: () => readonly number[] = () => cpus().map(({ times }) => times.idle),
  ) {}

  /** False where there was work all the time. */
  now(): boolean {
    const at = this.clock();
    const last = this.looks.at(-1);
    if (last === undefined || at - last.at >= EVERY_MS) this.look(at);
    return this.rests;
  }

  private look(at: number): void {
    const idle = this.idle();
    const last = this.looks.findLastIndex((look) => at - look.at >= WINDOW_MS);
    this.looks = this.looks.slice(Math.max(0, last));
    const [first] = this.looks;
    this.looks.push({ at, idle });
    if (first === undefined || at - first.at < WINDOW_MS / 2) return;
    const worked = idle.map((one, i) => at - first.at - (one - (first.idle[i] ?? 0)));
    this.rests = worked.reduce((sum, one) => sum + one, 0) < WORKING * (at - first.at);
  }
}
