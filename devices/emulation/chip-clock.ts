/**
 * How far the clock of an emulated chip is behind this host's. Where the emulator gets no processor its timer's ticks are
 * lost, and what the firmware means to do in 50 ms takes it longer: the firmware's own count of milliseconds tells by how
 * much, whatever kept it.
 *
 *     this host    ──t0───────t1──       asked at t0, told by t1: at some instant between them the count was c
 *     the chip     ──── c ms ─────       behind by more than t0 - (c + 1), and by t1 - c at most
 *
 * It never makes up for what it lost: behind is never less than before, until a reset.
 */
import type { Clock } from '../clock/clock';
import { micros, type Micros } from '../../protocols/time';

const TICK_US = 1000;
/** An answer that took so long tells little: it is asked again, so many times in all. */
const SLOW_US = 2000;
const TRIES = 3;

export class ChipClock {
  /** What it is behind at least since the last look, microseconds; of any zero. */
  private low = -Infinity;
  /** And was when it was reset, or first looked at. */
  private first = -Infinity;
  /** By when it had been reset. */
  private reset = Infinity;

  /** `count`: the firmware's milliseconds. Rejects where the emulator is gone. */
  constructor(
    private readonly clock: Clock,
    private readonly count: () => Promise<number>,
  ) {}

  /** What it is behind at least: to be given to {@link lost}. */
  get behind(): Micros {
    return micros(this.low);
  }

  /** What it lost until now counts no more. */
  async started(): Promise<void> {
    this.low = -Infinity;
    await this.sample();
    this.first = this.low;
  }

  /** The count began anew, between these. */
  restarted(from: Micros, to: Micros): void {
    this.low = this.first = from;
    this.reset = to;
  }

  /** What it lost at least since its reset, by the last look; 0 where something `passed` after that, or it was never reset. */
  lostSinceReset(passed: Micros): Micros {
    return micros(passed > this.first ? 0 : Math.max(0, this.low - this.reset));
  }

  /** What it lost at most since it was `behind` by that much, or since its reset if that was later; Infinity where it is not known. */
  async lost(behind: Micros): Promise<Micros> {
    const most = await this.sample();
    return micros(Math.max(0, most - Math.max(behind, this.first)));
  }

  /** Gives what it is behind at most. */
  async sample(): Promise<number> {
    let most = Infinity;
    for (let tries = 0; tries < TRIES; tries++) {
      const from = this.clock.now();
      const count = await this.count();
      const to = this.clock.now();
      most = Math.min(most, to - count * TICK_US);
      this.low = Math.max(this.low, from - (count + 1) * TICK_US);
      if (to - from < SLOW_US) break;
    }
    return most;
  }
}
