/**
 * The incremental decoder of both directions, and a one-shot one for a frame that is at hand whole.
 *
 * Silence of `interByte` ends a frame that stopped half-way and the stretch behind a bad LEN. Behind a
 * lone 00 from the host, silence of 25 ms makes it a wake byte.
 *
 * Bytes are copied and summed once, into a slab that the events' `raw` are views of and that is never written twice:
 * a buffer of its own for each event would cost more than reading a frame.
 */
import type { Decoder, FrameError, FrameEvent } from '../frame';
import { DecodeError, explainRejection } from '../decode-error';
import { after, micros, type Micros } from '../time';
import { checksumFault, discardedFault, lengthFault, opcodeFault, truncatedFault } from './fault';
import { checksum, LONG, WAKE_SILENCE } from './message';
import { copyPayload, type PayloadSlice } from './content';
import { BAD, MORE, type Measure } from './shape';

/** One direction of the line: where its frames end, how they are read and judged. */
export interface Direction<T> {
  readonly measure: Measure;
  /** The message of a whole frame, undefined where its type cannot carry what came. */
  readonly read: (raw: Uint8Array, cut?: PayloadSlice) => T | undefined;
  /** What is wrong with a whole frame whose checksum is right. */
  readonly flaw: (raw: Uint8Array) => FrameError | undefined;
  /** Bytes of the longest frame: pending never exceeds it. */
  readonly longest: number;
  /** What a lone 00 and silence mean, in a direction that has it. */
  readonly wake?: T;
}

const NOTHING: readonly never[] = [];
/** Bytes of a slab: hundreds of frames of usual length. */
const SLAB = 8192;

export class SsiDecoder<T> implements Decoder<T> {
  /** The pending bytes are `length` bytes from `base`; `sum` is theirs. */
  private slab = new Uint8Array(0);
  /** The slab's: asking for it again for each event costs as much as the event's view. */
  private memory = this.slab.buffer;
  private base = 0;
  private length = 0;
  private sum = 0;
  private total = MORE;
  /** Why the pending bytes are dropped up to the next pause. */
  private refused: FrameError | undefined;
  private first = micros(0);
  private last = micros(0);
  private found: FrameEvent<T>[] | undefined;

  constructor(
    private readonly direction: Direction<T>,
    private readonly interByte: Micros,
  ) {}

  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.mayBeWake() ? WAKE_SILENCE : this.interByte);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<T>[] {
    const end = bytes.length;
    if (this.length > 0 && end > 0) this.expire(at);
    for (let from = 0; from < end;) {
      if (this.length === 0 && this.refused === undefined) {
        this.begin(bytes, from, end, at);
        const { total } = this;
        if (total > 0 && total <= end - from) {
          this.whole(bytes, from, total, at);
          from += total;
          continue;
        }
      }
      if (this.refused !== undefined) from = this.discard(bytes, from, end, at);
      else if (this.total === MORE) this.hold(bytes, from, ++from, at);
      else from = this.fill(bytes, from, end, at);
    }
    return this.take();
  }

  tick(now: Micros): readonly FrameEvent<T>[] {
    this.expire(now);
    return this.take();
  }

  /** Held is one 00 that may yet be a wake byte. */
  private mayBeWake(): boolean {
    return (
      this.length === 1 &&
      this.slab[this.base] === 0 &&
      this.refused === undefined &&
      this.direction.wake !== undefined
    );
  }

  private expire(now: Micros): void {
    const deadline = this.deadline();
    if (deadline === undefined || now < deadline) return;
    const { wake } = this.direction;
    if (wake !== undefined && this.mayBeWake()) this.accept(wake);
    else this.reject(this.refused ?? truncatedFault(this.length, this.total));
    this.restart();
  }

  /** What begins at `from`, as far as the bytes at hand tell: most often all of it. */
  private begin(bytes: Uint8Array, from: number, end: number, at: Micros): void {
    this.first = at;
    const lone = end - from === 1 && bytes[from] === 0 && this.direction.wake !== undefined;
    if (!lone) this.measureFrame(bytes, from, end);
  }

  /** Measures the frame that begins at `from`. */
  private measureFrame(bytes: Uint8Array, from: number, end: number): void {
    const { measure } = this.direction;
    this.total = measure(bytes, from, end);
    if (this.total !== BAD) return;
    let shown = from + 1;
    while (measure(bytes, from, shown) !== BAD) shown++;
    this.refused = lengthFault(bytes.subarray(from, shown));
  }

  /** Takes and judges a complete frame. */
  private whole(bytes: Uint8Array, from: number, total: number, at: Micros): void {
    if (this.base + total > this.slab.length) this.renew(total);
    const { slab, base } = this;
    let sum = 0;
    for (let i = 0; i < total; i++) sum += slab[base + i] = bytes[from + i]!;
    this.base = base + total;
    this.total = MORE;
    this.judge(new Uint8Array(this.memory, base, total), sum, at, at);
  }

  /** Takes in a byte of a head that does not tell the length yet. */
  private hold(bytes: Uint8Array, from: number, end: number, at: Micros): void {
    this.copy(bytes, from, end, at);
    if (!this.mayBeWake()) this.measureFrame(this.slab, this.base, this.base + this.length);
    if (this.length === this.total) this.complete();
  }

  /** Takes in what is there of a frame whose length is known. */
  private fill(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    const stop = Math.min(end, from + this.total - this.length);
    this.copy(bytes, from, stop, at);
    if (this.length === this.total) this.complete();
    return stop;
  }

  /** A full hold of dropped bytes goes, so that what the pause decides still holds a byte. */
  private discard(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    const { longest } = this.direction;
    if (this.length === longest) this.reject(discardedFault());
    if (this.length === 0) this.first = at;
    const stop = Math.min(end, from + longest - this.length);
    this.copy(bytes, from, stop, at);
    return stop;
  }

  private copy(bytes: Uint8Array, from: number, end: number, at: Micros): void {
    const need = this.length + end - from;
    if (this.base + need > this.slab.length) this.renew(need);
    const { slab } = this;
    const shift = this.base + this.length - from;
    let sum = this.sum;
    for (let i = from; i < end; i++) {
      const byte = bytes[i]!;
      slab[shift + i] = byte;
      sum += byte;
    }
    this.sum = sum;
    this.length = need;
    this.last = at;
  }

  /** Goes on in a new slab with room for `need` bytes: the old one belongs to its events. */
  private renew(need: number): void {
    const slab = new Uint8Array(Math.max(SLAB, Math.min(2 * need, this.direction.longest)));
    slab.set(this.slab.subarray(this.base, this.base + this.length));
    this.slab = slab;
    this.memory = slab.buffer;
    this.base = 0;
  }

  private complete(): void {
    const { sum } = this;
    this.judge(this.release(), sum, this.first, this.last);
    this.restart();
  }

  /** A whole frame whose bytes add up to `sum`. */
  private judge(raw: Uint8Array, sum: number, first: Micros, last: Micros): void {
    const { direction } = this;
    const { length } = raw;
    const value = direction.read(raw);
    const error = isSummed(raw, sum) ? direction.flaw(raw) : checksumFault(raw, checksum(raw, length - 2));
    if (value === undefined)
      this.emit({ kind: 'reject', raw, first, last, error: error ?? opcodeFault(raw[1]!) });
    else if (error === undefined) this.emit({ kind: 'frame', raw, first, last, value });
    else this.emit({ kind: 'reject', raw, first, last, error, value });
  }

  private accept(value: T): void {
    const { first, last } = this;
    this.emit({ kind: 'frame', raw: this.release(), first, last, value });
  }

  private reject(error: FrameError): void {
    const { first, last } = this;
    this.emit({ kind: 'reject', raw: this.release(), first, last, error });
  }

  private release(): Uint8Array {
    const raw = new Uint8Array(this.memory, this.base, this.length);
    this.base += this.length;
    this.length = 0;
    return raw;
  }

  private restart(): void {
    this.sum = 0;
    this.total = MORE;
    this.refused = undefined;
  }

  private emit(event: FrameEvent<T>): void {
    if (this.found === undefined) this.found = [event];
    else this.found.push(event);
  }

  private take(): readonly FrameEvent<T>[] {
    const { found } = this;
    if (found === undefined) return NOTHING;
    this.found = undefined;
    return found;
  }
}

/** The checksum of a frame whose bytes add up to `sum` is right: its high byte, counted once, weighs 256. */
function isSummed(raw: Uint8Array, sum: number): boolean {
  return raw.length >= LONG.checksum && ((sum + 255 * raw[raw.length - 2]!) & 0xffff) === 0;
}

/** The message of exactly one good frame, without a decoder's bookkeeping. Throws {@link DecodeError}. */
export function decodeOnce<T>(direction: Direction<T>, raw: Uint8Array): T {
  const { length } = raw;
  if (length > 1 && direction.measure(raw, 0, length) === length) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += raw[i]!;
    if (isSummed(raw, sum) && direction.flaw(raw) === undefined) {
      const value = direction.read(raw, copyPayload);
      if (value !== undefined) return value;
    }
  } else if (length === 1 && raw[0] === 0 && direction.wake !== undefined) return direction.wake;
  throw new DecodeError(explainRejection(new SsiDecoder(direction, WAKE_SILENCE), raw, WAKE_SILENCE));
}
