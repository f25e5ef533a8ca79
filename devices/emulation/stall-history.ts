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

const EVERY = millis(5);
/** What was waited within so long may have been at once. */
const AT_ONCE = millis(10);
/** What is further back explains nothing of now. */
const REMEMBERED = millis(20_000);

interface Look {
  /** From one look to the next. */
  readonly from: Micros;
  readonly at: Micros;
  readonly core: number;
  readonly rest: number;
}

export class StallHistory {
  private looks: Look[] = [];
  private at: Micros;
  private by: EmulatorDelay;
  private cancel: CancelAlarm | undefined;

  /** `waited`: until now, of the emulator and its cables. To be closed. */
  constructor(
    private readonly clock: Clock,
    private readonly waited: () => EmulatorDelay,
  ) {
    this.at = clock.now();
    this.by = waited();
    this.arm();
  }

  /** This process itself kept the bytes of a frame apart for so long, microseconds. */
  paused(span: number): void {
    const at = this.clock.now();
    this.looks.push({ from: at, at, core: 0, rest: span });
  }

  /** The longest since then, microseconds. */
  since(instant: Micros): Micros {
    const looks = this.lately(instant);
    let [longest, sum, oldest] = [0, 0, 0];
    for (const look of looks) {
      sum += waitedIn(look);
      while ((looks[oldest]?.at ?? Infinity) < look.from - AT_ONCE + EVERY) sum -= waitedIn(looks[oldest++]);
      longest = Math.max(longest, sum);
    }
    return micros(longest);
  }

  /**
   * What was waited while bytes were taken one by one, from `from` to `end` and as much later as was waited: a chip that
   * waits for a byte loses no tick by it.
   */
  taking(from: Micros, end: Micros): EmulatorDelay {
    let [core, rest] = [0, 0];
    for (const look of this.lately(from))
      if (look.from <= end + core + rest) {
        core += look.core;
        rest += look.rest;
      }
    return { core: micros(core), rest: micros(rest) };
  }

  /** What bytes that come now have waited on their way at most, and not before `since`. */
  bringing(since: Micros): Micros {
    const now = this.clock.now();
    let rest = 0;
    for (const look of this.lately(since).reverse()) {
      if (look.at < now - EVERY - rest) break;
      rest += look.rest;
    }
    return micros(rest);
  }

  /** Looks no more. */
  close(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private arm(): void {
    this.cancel = this.clock.alarm(after(this.clock.now(), EVERY), () => {
      this.look();
      this.arm();
    });
  }

  /** What was seen since then, the oldest first; looked for from now back, as that is mostly near. */
  private lately(instant: Micros): Look[] {
    this.look();
    return this.looks.slice(this.looks.findLastIndex(({ at }) => at < instant) + 1);
  }

  private look(): void {
    const [now, by] = [this.clock.now(), this.waited()];
    const [core, rest] = [by.core - this.by.core, by.rest - this.by.rest];
    if (core > 0 || rest > 0) this.looks.push({ from: this.at, at: now, core, rest });
    this.at = now;
    this.by = by;
    if (this.looks[0] !== undefined && this.looks[0].at < now - 2 * REMEMBERED)
      this.looks = this.looks.filter(({ at }) => at >= now - REMEMBERED);
  }
}

function waitedIn(look: Look | undefined): number {
  return look === undefined ? 0 : look.core + look.rest;
}
