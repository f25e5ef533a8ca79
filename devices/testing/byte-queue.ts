/** For tests: a queue of received bytes, taken by count. */
export class ByteQueue {
  private chunks: Uint8Array[] = [];
  private length = 0;
  private waiting: { count: number; resolve: (bytes: Uint8Array) => void } | undefined;

  push(bytes: Uint8Array): void {
    this.chunks.push(Uint8Array.from(bytes));
    this.length += bytes.length;
    this.settle();
  }

  /** Resolves with the next `count` bytes. One call at a time. */
  take(count: number): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.waiting = { count, resolve };
      this.settle();
    });
  }

  private settle(): void {
    const waiting = this.waiting;
    if (waiting === undefined || this.length < waiting.count) return;
    this.waiting = undefined;
    const all = Uint8Array.from(Buffer.concat(this.chunks));
    const rest = all.subarray(waiting.count);
    this.chunks = rest.length === 0 ? [] : [rest];
    this.length = rest.length;
    waiting.resolve(all.subarray(0, waiting.count));
  }
}
