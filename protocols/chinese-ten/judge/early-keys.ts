/** Keys that were typed while no prompt was shown: whether they may have been read is told by their times. */
import { after, micros, millis, type Micros } from '../../../api/index';

/** Output that comes sooner after a key may have begun before it, so the key may have been read. */
export const CLEARLY = millis(30);
/** A key that has drawn nothing for this long may be sent again: the program has discarded it. */
const REPEATED = millis(500);

export class EarlyKeys {
  private last = new Uint8Array(0);
  private lastAt = micros(0);
  /** The time of a key within a pause, until the output goes on. */
  private pausedAt: Micros | undefined;
  /** The time of a key that was sent again. */
  private repeatedAt: Micros | undefined;

  /** Keys at a prompt. */
  typed(bytes: Uint8Array, at: Micros): void {
    this.last = Uint8Array.from(bytes);
    this.lastAt = at;
    this.clear();
  }

  /** The same keys, which have drawn nothing so far, are sent again. */
  repeats(bytes: Uint8Array, notBefore: Micros, notAfter: Micros): boolean {
    if (notBefore < after(this.lastAt, REPEATED) || Buffer.compare(bytes, this.last) !== 0) return false;
    this.lastAt = this.repeatedAt = notAfter;
    return true;
  }

  /** Keys in a pause of the program. */
  paused(at: Micros): void {
    this.pausedAt = at;
  }

  /** Output begins. Returns the time of a key that it may have been on its way for, so that the key may have been read. */
  takeUnclear(notBefore: Micros): Micros | undefined {
    const { pausedAt, repeatedAt } = this;
    this.clear();
    if (pausedAt !== undefined && notBefore < after(pausedAt, CLEARLY)) return pausedAt;
    return repeatedAt !== undefined && notBefore < repeatedAt ? repeatedAt : undefined;
  }

  clear(): void {
    this.pausedAt = this.repeatedAt = undefined;
  }
}
