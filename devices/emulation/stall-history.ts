/**
 * When an emulated board, or bytes on the way to it, waited for this host. A sample is taken every few milliseconds.
 *
 *     sample   |─────|─────|────────────────|─────|
 *     waited     0     1          34           2     ms, maybe without a break
 */
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { CancelAlarm, Clock } from '../clock/clock';
import { PROC } from '../platform/proc-files';
import { StealTime } from '../host-timing/steal-time';
import { RunQueueDelay } from '../host-timing/run-queue-delay';

export interface EmulatorDelay {
  /** The thread that runs the chip's core. */
  readonly core: Micros;
  /** All threads that carry its bytes, and steal time. */
  readonly rest: Micros;
}

const steal = new StealTime();

/** Linux counts the waits of each thread. */
export class EmulatorDelayCounter {
  private readonly core = new RunQueueDelay();
  private readonly rest = new RunQueueDelay();

  /** Counts from now on. `thread`: the thread of the core. */
  addEmulator(pid: number, thread: number): void {
    this.core.add(`${PROC}/${pid}/task/${thread}/schedstat`);
    this.rest.addProgram(pid, PROC, [thread]);
  }

  addCable(pid: number): void {
    this.rest.addProgram(pid);
  }

  /** The total since some instant; it never decreases. */
  total(): EmulatorDelay {
    return { core: this.core.total(), rest: micros(this.rest.total() + steal.total()) };
  }

  /** Steal time counts twice on two processors: it would make a timeout too long. */
  totalWithoutSteal(): Micros {
    return micros(this.core.total() + this.rest.total());
  }

  close(): void {
    this.core.close();
    this.rest.close();
  }
}

const SAMPLE_INTERVAL = millis(5);
/** Delays that make up this share of a time may have been one stall: the threads that carry a byte wait one after the other. */
const STALL_SHARE = 1 / 2;
/** Older samples explain nothing. */
const REMEMBERED = millis(20_000);

interface Sample {
  /** The previous sample. */
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

  /** `waited`: the delay of the emulator and its cables until now. Close it after use. */
  constructor(
    private readonly clock: Clock,
    private readonly waited: () => EmulatorDelay,
  ) {
    this.at = clock.now();
    this.total = waited();
    this.arm();
  }

  /** This process itself paused for `span` within a frame, microseconds. */
  addPause(span: number): void {
    const at = this.clock.now();
    this.samples.push({ from: at, at, core: 0, rest: span });
  }

  /** The longest stall since `instant`, microseconds. */
  longestSince(instant: Micros): Micros {
    let [longest, sum, begin] = [0, 0, -Infinity];
    for (const sample of this.samplesSince(instant)) {
      const delay = delayIn(sample);
      if (sum + delay < (sample.at - begin) * STALL_SHARE) {
        // The system counts a delay at its end.
        begin = sample.from - delay;
        sum = 0;
      }
      sum += delay;
      longest = Math.max(longest, sum);
    }
    return micros(longest);
  }

  /**
   * The delay while the chip received bytes, from `from` to `end`, and longer by the delay itself. A chip that waits
   * for a byte loses no tick.
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

  /** The longest delay on the way of bytes that come now, not before `since`. */
  inTransit(since: Micros): Micros {
    const now = this.clock.now();
    let rest = 0;
    for (const sample of this.samplesSince(since).reverse()) {
      if (sample.at < now - SAMPLE_INTERVAL - rest) break;
      rest += sample.rest;
    }
    return micros(rest);
  }

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

  /** The samples since `instant`, the oldest first. */
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
