/** Bytes that wait for their frame, with the times at which they came. */
import { micros, type Micros } from '../../time';
import { copyInto, copyOf } from './content';

export class HeldBytes {
  readonly buffer: Uint8Array;
  /** The held bytes are those of `buffer` from `start` up to `end`. */
  start = 0;
  end = 0;
  /** For each push: the offset of its first byte in the buffer, and its time. */
  private pushes: { from: number; readonly at: Micros }[] = [];

  constructor(private readonly most: number) {
    this.buffer = new Uint8Array(most);
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Whether the buffer is full. */
  get isFull(): boolean {
    return this.length === this.most;
  }

  /** Takes bytes as far as there is room. Gives where it stopped. */
  append(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    if (this.start > 0) this.moveToFront();
    const stop = Math.min(end, from + this.most - this.end);
    copyInto(this.buffer, this.end, bytes, from, stop);
    this.pushes.push({ from: this.end, at });
    this.end += stop - from;
    return stop;
  }

  /** When the byte at `offset` from the first held one came. */
  timeOf(offset: number): Micros {
    const at = this.start + offset;
    return this.pushes.findLast(({ from }) => from <= at)?.at ?? micros(0);
  }

  /** The first `count` bytes as a copy. */
  first(count: number): Uint8Array {
    return copyOf(this.buffer, this.start, this.start + count);
  }

  drop(count: number): void {
    this.start += count;
  }

  private moveToFront(): void {
    const { start } = this;
    this.buffer.copyWithin(0, start, this.end);
    this.end -= start;
    this.start = 0;
    const oldest = Math.max(
      0,
      this.pushes.findLastIndex(({ from }) => from <= start),
    );
    this.pushes = this.pushes.slice(oldest);
    for (const push of this.pushes) push.from -= start;
  }
}
