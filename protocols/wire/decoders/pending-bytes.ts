/**
 * Bytes that wait for the end of their frame. Memory is never written twice, so taken bytes are views that stay valid.
 * A buffer for each frame would cost more than reading a short frame.
 */
import { copyInto } from './content';

const LARGEST = 8192;
/** A decoder may live for a few frames only. */
const FIRST = 256;

export class PendingBytes {
  /** The pending bytes are `length` bytes from `base`. */
  bytes = new Uint8Array(0);
  base = 0;
  length = 0;
  /** `bytes.buffer`, kept here: to read it costs as much as a view. */
  private memory = this.bytes.buffer;

  /** `most`: the most bytes that are ever pending. */
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

  /** The first `count` pending bytes. All pending bytes are dropped. */
  take(count: number): Uint8Array {
    const taken = new Uint8Array(this.memory, this.base, count);
    this.base += count;
    this.length = 0;
    return taken;
  }

  private renew(length: number): void {
    const size = Math.min(LARGEST, Math.max(FIRST, 4 * this.bytes.length));
    const bytes = new Uint8Array(Math.max(size, Math.min(2 * length, this.most)));
    copyInto(bytes, 0, this.bytes, this.base, this.base + this.length);
    this.bytes = bytes;
    this.memory = bytes.buffer;
    this.base = 0;
  }
}
