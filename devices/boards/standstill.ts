/**
 * How long an emulated board, or the bytes on their way to it, stood still in one piece because this host had other work:
 * looked at every few milliseconds for as long as something may be under way.
 *
 *     look     |─────|─────|────────────────|─────|
 *     waited     0     1          34           2     ms, of which all may have been at once
 */
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { CancelAlarm, Clock } from '../clock';

const EVERY = millis(10);
/** After something passed it is looked for so long whether the board had its time. */
const WATCHED = millis(1000);
/** What is further back explains nothing of now. */
const REMEMBERED = millis(5000);

interface Look {
  readonly at: Micros;
  readonly stood: number;
}

export class Standstill {
  private looks: Look[] = [];
  private at: Micros;
  private waitedBy: number;
  private until: Micros = micros(0);
  private cancel: CancelAlarm | undefined;
  private closed = false;

  /** `waited`: what the emulator and its cables have waited for a processor since their start. */
  constructor(
    private readonly clock: Clock,
    private readonly waited: () => Micros,
  ) {
    this.at = clock.now();
    this.waitedBy = waited();
  }

  /** Something passes now. */
  watch(): void {
    const now = this.clock.now();
    this.until = after(now, WATCHED);
    if (this.cancel !== undefined || this.closed) return;
    // Nothing was under way: what was waited since is nobody's standstill.
    this.at = now;
    this.waitedBy = this.waited();
    this.arm();
  }

  /** This process itself kept the bytes of a frame apart for so long, microseconds. */
  paused(span: number): void {
    this.looks.push({ at: this.clock.now(), stood: span });
  }

  /** The longest since then, microseconds. */
  since(instant: Micros): Micros {
    if (this.cancel !== undefined) this.look();
    return micros(Math.max(0, ...this.looks.filter(({ at }) => at >= instant).map(({ stood }) => stood)));
  }

  /** Looks no more, whatever passes yet. */
  close(): void {
    this.closed = true;
    this.cancel?.();
    this.cancel = undefined;
  }

  private arm(): void {
    this.cancel = this.clock.alarm(after(this.clock.now(), EVERY), () => {
      this.look();
      if (this.at < this.until && !this.closed) this.arm();
      else this.cancel = undefined;
    });
  }

  private look(): void {
    const now = this.clock.now();
    const waitedBy = this.waited();
    this.looks.push({ at: now, stood: waitedBy - this.waitedBy });
    this.at = now;
    this.waitedBy = waitedBy;
    if (this.looks[0] !== undefined && this.looks[0].at < now - 2 * REMEMBERED)
      this.looks = this.looks.filter(({ at }) => at >= now - REMEMBERED);
  }
}
