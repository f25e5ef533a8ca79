/** A growing buffer of bytes. */

const INITIAL_CAPACITY = 1 << 12;

export class ByteBuffer {
  private buffer = new Uint8Array(INITIAL_CAPACITY);
  length = 0;

  push(bytes: Uint8Array): void {
    this.ensureCapacity(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends the bytes of another buffer, from `from` up to `to`. */
  pushFrom(other: ByteBuffer, from: number, to: number): void {
    this.push(other.view(from, to));
  }

  /** A whole number from 0 to 2⁵³ − 1, seven bits a byte, the lowest first; the top bit says that more follow. */
  pushVarint(value: number): void {
    this.ensureCapacity(8);
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  /** The written bytes, not copied: they may change with the next push. */
  view(from = 0, to = this.length): Uint8Array {
    return this.buffer.subarray(from, to);
  }

  private ensureCapacity(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * this.buffer.length, this.length + more));
    larger.set(this.view());
    this.buffer = larger;
  }
}
