/**
 * The unfinished line of the host. A board drops it after a pause of 3000 ms; with about that pause, it may or may not.
 *
 *     SYN … pause …     open: less than 2450 ms      unclear      dropped: more than 3550 ms
 */
import type { Chunk } from '../../../../protocols/chunk';
import { EOT, LF, LINE_MAX, SYN } from '../../../../protocols/durak/packet';
import { after, millis, type Micros } from '../../../../protocols/time';

const UNCLEAR = { from: millis(2450), to: millis(3550) };

export class OpenLine {
  private beganAt: Micros | undefined;
  private length = 0;

  /** From this time on the board has dropped it. */
  get droppedAt(): Micros | undefined {
    return this.beganAt === undefined ? undefined : after(this.beganAt, UNCLEAR.to);
  }

  /** The board may have dropped it before this chunk. In an over-long line only an EOT makes a difference. */
  isUnclear({ bytes, notAfter }: Chunk): boolean {
    const open = this.beganAt === undefined ? 0 : notAfter - this.beganAt;
    if (open <= UNCLEAR.from || open >= UNCLEAR.to) return false;
    return this.length <= LINE_MAX || bytes.includes(EOT);
  }

  tx({ bytes, notBefore }: Chunk): void {
    const line = bytes.lastIndexOf(LF);
    const syn = bytes.lastIndexOf(SYN);
    if (line >= 0) this.beganAt = undefined;
    if (syn > line) this.beganAt = notBefore;
    else if (bytes.lastIndexOf(EOT) > line) this.beganAt ??= notBefore;
    this.length = this.beganAt === notBefore ? bytes.length - Math.max(syn, 0) : this.length + bytes.length;
  }

  tick(now: Micros): void {
    if (this.droppedAt !== undefined && now >= this.droppedAt) this.beganAt = undefined;
  }
}
