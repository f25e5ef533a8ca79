/**
 * One direction of a virtual UART line: 10 bit times a byte at 8N1, in order, nothing lost.
 *
 *     send(3 bytes) at t        |start 8 bits stop|start 8 bits stop|start 8 bits stop|
 *                               t                 t+1 byte          t+2               t+3 = free again
 *
 * Bytes are delivered at the end of their stop bit. Bytes of an unbroken run come in slices of at most 1 ms,
 * the first byte of a run by itself where `firstAlone`: so its time is exact.
 */
import { micros, type Micros } from '../../protocols/time';
import type { VirtualClock } from './virtual-clock';

const BITS_PER_BYTE = 10;
const SLICE_US = 1000;

interface Segment {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly fresh: boolean;
  sent: number;
}

export class PacedLine {
  private readonly queue: Segment[] = [];
  private free = 0;
  private armed = false;
  private generation = 0;
  private byteTime: number;
  private slice: number;

  /** `deliver` gets the bytes, when the last of them ended, and how long they took; returns true when it touched the host. */
  constructor(
    private readonly clock: VirtualClock,
    baud: number,
    private readonly firstAlone: boolean,
    private readonly deliver: (bytes: Uint8Array, at: Micros, span: number) => boolean,
  ) {
    this.byteTime = (BITS_PER_BYTE * 1e6) / baud;
    this.slice = Math.max(1, Math.floor(SLICE_US / this.byteTime));
  }

  /** When the last byte given so far has left. */
  get freeAt(): Micros {
    return micros(this.free);
  }

  /** Bits per second from the next byte on. */
  setBaud(baud: number): void {
    this.byteTime = (BITS_PER_BYTE * 1e6) / baud;
    this.slice = Math.max(1, Math.floor(SLICE_US / this.byteTime));
  }

  /** Queues bytes; returns when the last of them will have left. */
  send(bytes: Uint8Array): Micros {
    if (bytes.length === 0) return micros(this.free);
    const now = this.clock.now();
    const fresh = now > this.free || (this.queue.length === 0 && this.free === 0);
    const start = Math.max(now, this.free);
    this.queue.push({ bytes, start, fresh, sent: 0 });
    this.free = start + bytes.length * this.byteTime;
    if (!this.armed) this.arm();
    return micros(this.free);
  }

  /** Drops what has not been delivered: a reset, or a cut line. */
  clear(): void {
    this.queue.length = 0;
    this.generation++;
    this.armed = false;
    this.free = Math.min(this.free, this.clock.now());
  }

  private arm(): void {
    const segment = this.queue[0];
    this.armed = segment !== undefined;
    if (segment === undefined) return;
    const alone = this.firstAlone && segment.fresh && segment.sent === 0;
    const count = alone ? 1 : Math.min(this.slice, segment.bytes.length - segment.sent);
    const generation = this.generation;
    this.clock.world(micros(segment.start + (segment.sent + count) * this.byteTime), () => {
      if (generation !== this.generation) return false;
      const bytes = segment.bytes.subarray(segment.sent, segment.sent + count);
      segment.sent += count;
      if (segment.sent === segment.bytes.length) this.queue.shift();
      this.arm();
      return this.deliver(bytes, this.clock.now(), (count - 1) * this.byteTime);
    });
  }
}
