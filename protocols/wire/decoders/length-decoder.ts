/**
 * Frames whose length follows from their first bytes, or is always the same.
 *
 *     content content … (silence) …     a half frame ends by silence; so does what can begin no frame
 *
 * A frame that lies whole in the pushed bytes is taken from there; only what a push leaves over is held.
 */
import type { Decoder, FrameError, FrameEvent } from '../../frame';
import { after, micros, type Micros } from '../../time';
import { atOffset, copyOf, EventQueue, MORE, NONE, toEvent, type ContentReader } from './content';
import { discarded, tooLong, truncated } from './faults';
import { PendingBytes } from './pending-bytes';

export class LengthDecoder<M> implements Decoder<M> {
  private readonly held: PendingBytes;
  /** Bytes of the held frame, {@link MORE}, or {@link NONE} while what is held is discarded. */
  private total = MORE;
  /** Why a stretch is discarded of which a part is gone. */
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

  /** The length of the frame at `from`. More than the longest, or no length in so many bytes, is none. */
  private measure(bytes: Uint8Array, from: number, end: number): number {
    const total = this.wire.measure(bytes, from, end);
    const least = total === MORE ? end - from : total;
    return least > this.wire.longest || (total === MORE && least === this.wire.longest) ? NONE : total;
  }

  /** Holds bytes up to the end of the frame or of the room; gives where it stopped. */
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

  /** A full hold of discarded bytes goes, so that what silence decides still holds a byte. */
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

  /** Why the held bytes can begin no frame. */
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
