/**
 * The unfinished line of the host. A board drops it after a pause of 3000 ms (±500); with about that pause, it may or may not.
 *
 *     SYN … pause …     open: less than 2450 ms      unclear      dropped: more than 3550 ms
 */
import type { Chunk } from '../../chunk';
import { after, micros, millis, type Micros } from '../../time';
import { EOT, LF, LINE_MAX, SYN } from '../packet';

/** How a packet came: in two parts with one pause between them, or in any other way. */
export type LinePace = 'halves' | 'steady';

const UNCLEAR = { from: millis(2450), to: millis(3550) };

export class OpenLine {
  private beganAt: Micros | undefined;
  private length = 0;
  private lastAt = micros(0);
  private widestPause = 0;
  private lineBeganAt = micros(0);

  /** From this time on the board has dropped it. */
  get droppedAt(): Micros | undefined {
    return this.beganAt === undefined ? undefined : after(this.beganAt, UNCLEAR.to);
  }

  /** Of the line that ended last. */
  get pace(): LinePace {
    return 2 * this.widestPause > this.lastAt - this.lineBeganAt ? 'halves' : 'steady';
  }

  /**
   * The board may have dropped it before this chunk, and reads the chunk otherwise then: not a SYN, which begins a packet anyway. In an
   * over-long line only an EOT makes a difference.
   */
  isUnclear({ bytes, notAfter }: Chunk): boolean {
    const open = this.beganAt === undefined ? 0 : notAfter - this.beganAt;
    if (open <= UNCLEAR.from || open >= UNCLEAR.to || bytes[0] === SYN) return false;
    return this.length <= LINE_MAX || bytes.includes(EOT);
  }

  tx({ bytes, notBefore, notAfter }: Chunk): void {
    const line = bytes.lastIndexOf(LF);
    const syn = bytes.lastIndexOf(SYN);
    if (this.beganAt !== undefined) this.widestPause = Math.max(this.widestPause, notBefore - this.lastAt);
    this.lastAt = notAfter;
    if (line >= 0) this.beganAt = undefined;
    if (syn > line) this.begin(notBefore);
    else if (bytes.lastIndexOf(EOT) > line && this.beganAt === undefined) this.begin(notBefore);
    this.length = this.beganAt === notBefore ? bytes.length - Math.max(syn, 0) : this.length + bytes.length;
  }

  tick(now: Micros): void {
    if (this.droppedAt !== undefined && now >= this.droppedAt) this.beganAt = undefined;
  }

  private begin(at: Micros): void {
    this.beganAt = this.lineBeganAt = at;
    this.widestPause = 0;
  }
}
