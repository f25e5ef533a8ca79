/**
 * The incremental decoder of both directions.
 *
 * Silence of `interByte` ends a frame that stopped half-way and the stretch behind a bad LEN. Behind a
 * lone 00 from the host, silence of 25 ms makes it a wake byte.
 */
import type { Decoder, FrameError, FrameEvent } from '../frame';
import { after, micros, type Micros } from '../time';
import { checksumFault, discardedFault, lengthFault, opcodeFault, truncatedFault } from './fault';
import { checksum, WAKE_SILENCE } from './message';
import { BAD, MORE, type Measure } from './shape';

/** One direction of the line: where its frames end, how they are read and judged. */
export interface Direction<T> {
  readonly measure: Measure;
  /** The message of a whole frame, undefined where its type cannot carry what came. */
  readonly read: (raw: Uint8Array) => T | undefined;
  /** What is wrong with a whole frame whose checksum is right. */
  readonly flaw: (raw: Uint8Array) => FrameError | undefined;
  /** Bytes of the longest frame: pending never exceeds it. */
  readonly longest: number;
  /** What a lone 00 and silence mean, in a direction that has it. */
  readonly wake?: T;
}

const NOTHING: readonly never[] = [];
const FIRST_ROOM = 256;

export class SsiDecoder<T> implements Decoder<T> {
  private held = new Uint8Array(FIRST_ROOM);
  private length = 0;
  private total = MORE;
  /** The bytes that showed a bad LEN: what follows is dropped up to the next pause. */
  private head: Uint8Array | undefined;
  private first = micros(0);
  private last = micros(0);
  private found: FrameEvent<T>[] = [];

  constructor(
    private readonly direction: Direction<T>,
    private readonly interByte: Micros,
  ) {}

  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.waking() ? WAKE_SILENCE : this.interByte);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<T>[] {
    if (bytes.length > 0) this.expire(at);
    for (let i = 0; i < bytes.length; i++) this.feed(bytes[i]!, at);
    return this.take();
  }

  tick(now: Micros): readonly FrameEvent<T>[] {
    this.expire(now);
    return this.take();
  }

  /** Held is one 00 that may yet be a wake byte. */
  private waking(): boolean {
    return (
      this.length === 1 && this.held[0] === 0 && this.head === undefined && this.direction.wake !== undefined
    );
  }

  private expire(now: Micros): void {
    const deadline = this.deadline();
    if (deadline === undefined || now < deadline) return;
    const { wake } = this.direction;
    if (this.waking() && wake !== undefined) {
      this.found.push({ kind: 'frame', ...this.span(), value: wake });
    } else if (this.head !== undefined) {
      this.reject(lengthFault(this.head));
    } else {
      this.reject(truncatedFault(this.length, this.total));
    }
    this.clear();
  }

  private feed(byte: number, at: Micros): void {
    if (this.head !== undefined && this.length === this.direction.longest) this.part();
    if (this.length === 0) this.first = at;
    if (this.length === this.held.length) this.grow();
    this.held[this.length++] = byte;
    this.last = at;
    if (this.head !== undefined || this.waking()) return;
    if (this.total === MORE) this.total = this.direction.measure(this.held, this.length);
    if (this.total === BAD) this.head = this.held.slice(0, this.length);
    else if (this.length === this.total) this.complete();
  }

  private complete(): void {
    const { first, last } = this;
    const raw = this.held.slice(0, this.length);
    const value = this.direction.read(raw);
    const right = checksum(raw, raw.length - 2);
    const summed = raw[raw.length - 2] === right >> 8 && raw[raw.length - 1] === (right & 0xff);
    const error = summed ? this.direction.flaw(raw) : checksumFault(raw, right);
    if (value === undefined)
      this.found.push({ kind: 'reject', raw, first, last, error: error ?? opcodeFault(raw[1]!) });
    else if (error === undefined) this.found.push({ kind: 'frame', raw, first, last, value });
    else this.found.push({ kind: 'reject', raw, first, last, error, value });
    this.clear();
  }

  /** A full hold of dropped bytes goes, so that what the pause decides still holds a byte. */
  private part(): void {
    this.reject(discardedFault());
    this.length = 0;
  }

  private reject(error: FrameError): void {
    this.found.push({ kind: 'reject', ...this.span(), error });
  }

  private span(): { readonly raw: Uint8Array; readonly first: Micros; readonly last: Micros } {
    return { raw: this.held.slice(0, this.length), first: this.first, last: this.last };
  }

  private grow(): void {
    const larger = new Uint8Array(
      Math.min(this.held.length * 2, Math.max(this.direction.longest, FIRST_ROOM)),
    );
    larger.set(this.held);
    this.held = larger;
  }

  private clear(): void {
    this.length = 0;
    this.total = MORE;
    this.head = undefined;
  }

  private take(): readonly FrameEvent<T>[] {
    if (this.found.length === 0) return NOTHING;
    const found = this.found;
    this.found = [];
    return found;
  }
}
