/**
 * One direction of a virtual UART line: 10 bit times a byte at 8N1, in order, nothing lost.
 *
 *     send(3 bytes) at t        |start 8 bits stop|start 8 bits stop|start 8 bits stop|
 *                               t                 t+1 byte          t+2               t+3 = free again
 *
 * Bytes are delivered at the end of their stop bit. Bytes of an unbroken run come in slices of at most 1 ms,
 * with `firstAlone` the first byte of a run comes by itself, so that its time is exact.
 */
import { micros, type Micros } from '../../../protocols/time';
import type { VirtualClock } from './virtual-clock';

const BITS_PER_BYTE = 10;
const SLICE_US = 1000;

export class PacedLine {
  private free = 0;
  private used = false;
  private generation = 0;
  private byteTime: number;
  private slice: number;

  /**
   * `deliver` gets the bytes, the end of the last one, and their duration. It returns true when it touched the host.
   */
  constructor(
    private readonly clock: VirtualClock,
    baud: number,
    private readonly firstAlone: boolean,
    private readonly deliver: (bytes: Uint8Array, at: Micros, span: number) => boolean,
  ) {
    this.byteTime = (BITS_PER_BYTE * 1e6) / baud;
    this.slice = Math.max(1, Math.floor(SLICE_US / this.byteTime));
  }

  /** When the last queued byte will have left. */
  get freeAt(): Micros {
    return micros(this.free);
  }

  /** Bits per second from the next byte on. */
  setBaud(baud: number): void {
    this.byteTime = (BITS_PER_BYTE * 1e6) / baud;
    this.slice = Math.max(1, Math.floor(SLICE_US / this.byteTime));
  }

  /** Queues bytes, and returns when the last of them will have left. Events queued later for that instant come after them. */
  send(bytes: Uint8Array): Micros {
    if (bytes.length === 0) return micros(this.free);
    const now = this.clock.now();
    const start = Math.max(now, this.free);
    let to = this.firstAlone && (!this.used || now > this.free) ? 1 : this.slice;
    for (let from = 0; from < bytes.length; from = to, to += this.slice) {
      const slice = bytes.subarray(from, to);
      this.schedule(slice, start + (from + slice.length) * this.byteTime);
    }
    this.used = true;
    this.free = start + bytes.length * this.byteTime;
    return micros(this.free);
  }

  /** Drops everything not delivered: a reset, or a cut line. */
  clear(): void {
    this.generation++;
    this.used = false;
    this.free = Math.min(this.free, this.clock.now());
  }

  private schedule(slice: Uint8Array, end: number): void {
    const { generation, byteTime } = this;
    this.clock.schedule(micros(end), () => {
      if (generation !== this.generation) return false;
      return this.deliver(slice, this.clock.now(), (slice.length - 1) * byteTime);
    });
  }
}
