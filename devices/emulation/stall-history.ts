/**
 * When an emulated board, or the bytes on their way to it, waited for this host: looked at every few milliseconds.
 *
 *     look     |─────|─────|────────────────|─────|
 *     waited     0     1          34           2     ms, of which all may have been at once
 */
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { CancelAlarm } from '../clock/alarms';
import type { Clock } from '../clock/clock';
import type { EmulatorDelay } from './emulator-delay';

const SAMPLE_INTERVAL = millis(5);
/** What was waited within so long may have been at once. */
const MERGE_WINDOW = millis(10);
/** What is further back explains nothing of now. */
const REMEMBERED = millis(20_000);

interface Sample {
  /** From one look to the next. */
  readonly from: Micros;
  readonly at: Micros;
  readonly core: number;
  readonly rest: number;
}

export class StallHistory {
  private samples: Sample[] = [];
  private at: Micros;
  private total: EmulatorDelay;
  private cancel: CancelAlarm | undefined;

  /** `waited`: until now, of the emulator and its cables. To be closed. */
  constructor(
    private readonly clock: Clock,
    private readonly waited: () => EmulatorDelay,
  ) {
    this.at = clock.now();
    this.total = waited();
    this.arm();
  }

  /** This process itself kept the bytes of a frame apart for so long, microseconds. */
  addPause(span: number): void {
    const at = this.clock.now();
    this.samples.push({ from: at, at, core: 0, rest: span });
  }

  /** The longest since then, microseconds. */
  longestSince(instant: Micros): Micros {
    const samples = this.samplesSince(instant);
    let [longest, sum, oldest] = [0, 0, 0];
    for (const sample of samples) {
      sum += delayIn(sample);
      while ((samples[oldest]?.at ?? Infinity) < sample.from - MERGE_WINDOW + SAMPLE_INTERVAL)
        sum -= delayIn(samples[oldest++]);
      longest = Math.max(longest, sum);
    }
    return micros(longest);
  }

  /**
   * What was waited while bytes were taken one by one, from `from` to `end` and as much later as was waited: a chip that
   * waits for a byte loses no tick by it.
   */
  duringReception(from: Micros, end: Micros): EmulatorDelay {
    let [core, rest] = [0, 0];
    for (const sample of this.samplesSince(from))
      if (sample.from <= end + core + rest) {
        core += sample.core;
        rest += sample.rest;
      }
    return { core: micros(core), rest: micros(rest) };
  }

  /** What bytes that come now have waited on their way at most, and not before `since`. */
  inTransit(since: Micros): Micros {
    const now = this.clock.now();
    let rest = 0;
    for (const sample of this.samplesSince(since).reverse()) {
      if (sample.at < now - SAMPLE_INTERVAL - rest) break;
      rest += sample.rest;
    }
    return micros(rest);
  }

  /** Looks no more. */
  close(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private arm(): void {
    this.cancel = this.clock.alarm(after(this.clock.now(), SAMPLE_INTERVAL), () => {
      this.sample();
      this.arm();
    });
  }

  /** What was seen since then, the oldest first; looked for from now back, as that is mostly near. */
  private samplesSince(instant: Micros): Sample[] {
    this.sample();
    return this.samples.slice(this.samples.findLastIndex(({ at }) => at < instant) + 1);
  }

  private sample(): void {
    const [now, by] = [this.clock.now(), this.waited()];
    const [core, rest] = [by.core - this.total.core, by.rest - this.total.rest];
    if (core > 0 || rest > 0) this.samples.push({ from: this.at, at: now, core, rest });
    this.at = now;
    this.total = by;
    if (this.samples[0] !== undefined && this.samples[0].at < now - 2 * REMEMBERED)
      this.samples = this.samples.filter(({ at }) => at >= now - REMEMBERED);
  }
}

function delayIn(sample: Sample | undefined): number {
  return sample === undefined ? 0 : sample.core + sample.rest;
}
