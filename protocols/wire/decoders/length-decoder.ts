/**
 * Frames whose length follows from their first bytes, or is constant.
 *
 *     content content … (silence) …     silence ends a half frame, and bytes that begin no frame
 *
 * A frame that is complete within one push is read from there. Only the rest is held.
 */
import { EventQueue } from '../../event-queue';
import type { Decoder, FrameError, FrameEvent } from '../../frame';
import { after, micros, type Micros } from '../../time';
import { atOffset, copyInto, copyOf, MORE, NONE, toEvent, type ContentReader } from './content';
import { discarded, tooLong, truncated } from './faults';

const LARGEST = 8192;
/** A decoder may live for a few frames only. */
const FIRST = 256;

export class LengthDecoder<M> implements Decoder<M> {
  private readonly held: PendingBytes;
  /** Bytes of the held frame, {@link MORE}, or {@link NONE} while bytes are discarded. */
  private total = MORE;
  /** Why the current stretch is discarded, once a part of it was rejected. */
  private error: FrameError | undefined;
  private first = micros(0);
  private last = micros(0);
  private readonly events = new EventQueue<M>();

  constructor(
    private readonly wire: ContentReader<M>,
    private readonly idle: Micros,
  ) {
    this.held = new PendingBytes(wire.longest);
  }

  get pending(): number {
    return this.held.length;
  }

  deadline(): Micros | undefined {
    return this.held.length === 0 ? undefined : after(this.last, this.idle);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<M>[] {
    const { held } = this;
    if (held.length > 0 && at >= this.last + this.idle) this.flush();
    const end = bytes.length;
    let from = 0;
    while (from < end) {
      if (held.length === 0) {
        const total = this.measure(bytes, from, end);
        if (total > 0 && from + total <= end) {
          held.append(bytes, from, from + total);
          this.emit(total, at, at);
          from += total;
          continue;
        }
        this.first = at;
        this.total = total;
      }
      from = this.hold(bytes, from, end, at);
    }
    return this.events.take();
  }

  tick(now: Micros): readonly FrameEvent<M>[] {
    if (this.held.length > 0 && now >= this.last + this.idle) this.flush();
    return this.events.take();
  }

  /**
   * The length of the frame at `from`. NONE where it is longer than allowed, or where the longest frame's bytes do not
   * tell it.
   */
  private measure(bytes: Uint8Array, from: number, end: number): number {
    const total = this.wire.measure(bytes, from, end);
    const least = total === MORE ? end - from : total;
    return least > this.wire.longest || (total === MORE && least === this.wire.longest) ? NONE : total;
  }

  /** Holds bytes up to the end of the frame or of the room. Gives where it stopped. */
  private hold(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    const { held } = this;
    const { longest } = this.wire;
    if (this.total === NONE && held.length === longest) this.part(at);
    const { length } = held;
    const room = (this.total > 0 ? this.total : longest) - length;
    const stop = Math.min(end, from + room);
    held.append(bytes, from, stop);
    this.last = at;
    if (this.total === MORE) this.total = this.measure(held.bytes, held.base, held.base + held.length);
    const { total } = this;
    if (total <= 0 || held.length < total) return stop;
    this.emit(total, this.first, at);
    this.total = MORE;
    return from + total - length;
  }

  /** Rejects a full buffer of discarded bytes, so that at least one byte is left for the silence to decide. */
  private part(at: Micros): void {
    this.error = atOffset(this.refusal(), 0);
    this.reject(discarded(this.held.length));
    this.first = at;
  }

  private flush(): void {
    if (this.total === NONE) this.reject(this.error ?? this.refusal());
    else this.reject(truncated(this.held.length, this.total));
    this.total = MORE;
    this.error = undefined;
  }

  /** Why no frame begins with the held bytes. */
  private refusal(): FrameError {
    if (this.error !== undefined) return this.error;
    const { longest } = this.wire;
    const { bytes, base, length } = this.held;
    if (this.wire.measure(bytes, base, base + length) !== NONE)
      return tooLong(longest, Math.min(longest, length));
    return this.wire.startError(copyOf(bytes, base, base + length));
  }

  private reject(error: FrameError): void {
    const { held } = this;
    this.events.reject(held.take(held.length), this.first, this.last, error);
  }

  private emit(total: number, first: Micros, last: Micros): void {
    const raw = this.held.take(total);
    this.events.add(toEvent(this.wire.decode(raw), raw, first, last));
  }
}

/**
 * Bytes that wait for the end of their frame. Memory is never written twice, so taken bytes are views that stay valid.
 * A buffer for each frame would cost more than reading a short frame.
 */
class PendingBytes {
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
