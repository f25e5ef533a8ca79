/**
 * Bytes that wait for their end, in memory that is never written twice: what is taken out stays as it is, as a view. Memory of its own
 * for each frame costs more than to read a short one.
 */
import { copyInto } from './content';

const SIZE = 8192;

export class PendingBytes {
  /** What waits is `length` bytes from `base`. */
  bytes = new Uint8Array(0);
  base = 0;
  length = 0;
  /** Asked of `bytes` for each view, it would cost as much as the view. */
  private memory = this.bytes.buffer;

  /** `most`: more bytes never wait. */
  constructor(private readonly most: number) {}

  append(bytes: Uint8Array, from: number, to: number): void {
    const end = this.base + this.length;
    const length = this.length + to - from;
    if (this.base + length > this.bytes.length) {
      this.renew(length);
      copyInto(this.bytes, this.length, bytes, from, to);
    } else copyInto(this.bytes, end, bytes, from, to);
    this.length = length;
  }

  /** The first bytes that wait. They are all let go. */
  take(count: number): Uint8Array {
    const taken = new Uint8Array(this.memory, this.base, count);
    this.base += count;
    this.length = 0;
    return taken;
  }

  private renew(length: number): void {
    const bytes = new Uint8Array(Math.max(SIZE, Math.min(2 * length, this.most)));
    copyInto(bytes, 0, this.bytes, this.base, this.base + this.length);
    this.bytes = bytes;
    this.memory = bytes.buffer;
    this.base = 0;
  }
}
