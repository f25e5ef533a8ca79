/**
 * The lag of an emulated chip's clock: the host's time minus the chip's. When the emulator gets no processor it loses
 * timer ticks, and an interval of 50 ms takes the firmware longer. The firmware's own count of milliseconds shows the
 * lag.
 *
 *     this host    ──t0───────t1──       asked at t0, answered at t1: at some instant between them the count was c
 *     the chip     ──── c ms ─────       the lag is more than t0 - (c + 1), and t1 - c at most
 *
 * A chip never catches up: until a reset the lag never decreases.
 */
import type { Clock } from '../clock/clock';
import { micros, type Micros } from '../../protocols/time';

const TICK_US = 1000;
/** After a slow answer the count is read again, up to `TRIES` times in all. */
const SLOW_US = 2000;
const TRIES = 3;

export class ChipClock {
  /** The least lag by the last sample, microseconds from any zero. */
  private low = -Infinity;
  /** The same at its reset, or at the first sample. */
  private first = -Infinity;
  /** When the last reset was done. */
  private reset = Infinity;

  /** `count`: the firmware's milliseconds. It rejects when the emulator has ended. */
  constructor(
    private readonly clock: Clock,
    private readonly count: () => Promise<number>,
  ) {}

  /** The least lag: an argument for {@link lost}. */
  get lag(): Micros {
    return micros(this.low);
  }

  /** Time lost before this call does not count. */
  async started(): Promise<void> {
    this.low = -Infinity;
    await this.sample();
    this.first = this.low;
  }

  /** The count started again between these instants. */
  restarted(from: Micros, to: Micros): void {
    this.low = this.first = from;
    this.reset = to;
  }

  /** The least time that it lost since its reset, by the last sample; 0 if bytes passed since then (`passed`), or without a reset. */
  lostSinceReset(passed: Micros): Micros {
    return micros(passed > this.first ? 0 : Math.max(0, this.low - this.reset));
  }

  /** The most time that it lost since its lag was `lag`, or since a later reset; Infinity: unknown. */
  async lost(lag: Micros): Promise<Micros> {
    const most = await this.sample();
    return micros(Math.max(0, most - Math.max(lag, this.first)));
  }

  /** Returns the greatest possible lag. */
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
