/**
 * Frames that begin with a start byte (or several), and whose length follows from the bytes after it.
 *
 *     noise START content START content noise START …
 *
 * Bytes before a start byte are one reject. So is a start byte without content after it, up to the next start byte.
 */
import { EventQueue } from '../../event-queue';
import type { Decoder, FrameError, FrameEvent } from '../../frame';
import { after, type Micros } from '../../time';
import { atOffset, copyOf, MORE, NONE, toEvent, type ContentReader } from './content';
import { discarded, falseStart, noise, truncated } from './faults';
import { HeldBytes } from './held-bytes';

/** The held bytes: before a start byte, from a start byte on, or from one that no content follows. */
type State = 'noise' | 'frame' | 'false-start';

export class StartDecoder<M> implements Decoder<M> {
  private readonly held: HeldBytes;
  private state: State = 'noise';
  /** Bytes of the held frame, 0: not known yet. */
  private total = 0;
  /** Where the search for the next start byte goes on. */
  private searched = 0;
  /** Why the current stretch is rejected, once a part of it was. */
  private error: FrameError | undefined;
  private readonly events = new EventQueue<M>();

  constructor(
    private readonly wire: ContentReader<M>,
    private readonly marker: readonly number[],
    private readonly idle: Micros,
  ) {
    this.held = new HeldBytes(wire.longest + marker.length);
  }

  get pending(): number {
    return this.held.length;
  }

  deadline(): Micros | undefined {
    const { length } = this.held;
    return length === 0 ? undefined : after(this.held.timeOf(length - 1), this.idle);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<M>[] {
    this.expire(at);
    const end = bytes.length;
    for (let from = 0; from < end;) {
      const next = this.held.length === 0 ? this.wholeFrame(bytes, from, end, at) : from;
      if (next > from) {
        from = next;
        continue;
      }
      if (this.held.isFull) this.part();
      from = this.held.append(bytes, from, end, at);
      this.sort();
    }
    return this.events.take();
  }

  tick(now: Micros): readonly FrameEvent<M>[] {
    this.expire(now);
    return this.events.take();
  }

  /** Emits the frame at `from` if it is complete. Gives its end, or `from`. */
  private wholeFrame(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    if (!this.isMarker(bytes, from, end)) return from;
    const total = this.measure(bytes, from, end);
    if (total <= 0 || from + total > end) return from;
    this.emit(copyOf(bytes, from, from + total), at, at);
    return from + total;
  }

  /** Bytes of the frame at `from`, start bytes included. */
  private measure(bytes: Uint8Array, from: number, end: number): number {
    const { longest } = this.wire;
    const begin = from + this.marker.length;
    const length = begin < end ? this.wire.measure(bytes, begin, end) : MORE;
    if (length === MORE) return end - begin < longest ? MORE : NONE;
    return length < 0 || length > longest ? NONE : this.marker.length + length;
  }

  /** Turns the held bytes into events, until more bytes are needed. */
  private sort(): void {
    const { held } = this;
    while (held.length > 0) {
      if (this.state !== 'frame' && !this.skipNoise()) return;
      if (this.total === MORE) this.total = this.measure(held.buffer, held.start, held.end);
      if (this.total === NONE) {
        this.become('false-start');
        this.searched = 1;
      } else if (this.total === MORE || held.length < this.total) return;
      else {
        const { total } = this;
        this.emit(held.first(total), held.timeOf(0), held.timeOf(total - 1));
        held.drop(total);
        this.become('noise');
      }
    }
  }

  /** Rejects the bytes before the next start byte. False: there is none yet. */
  private skipNoise(): boolean {
    const { held } = this;
    const found = this.findMarker();
    if (found < 0) {
      this.searched = Math.max(this.searched, held.length - this.marker.length + 1);
      return false;
    }
    if (found > 0) this.reject(found, this.reason(found));
    this.become('frame');
    return true;
  }

  private findMarker(): number {
    const { buffer, start, end } = this.held;
    for (let at = start + this.searched; at < end; at++)
      if (this.isMarker(buffer, at, end)) return at - start;
    return -1;
  }

  private isMarker(bytes: Uint8Array, at: number, end: number): boolean {
    const { marker } = this;
    if (at + marker.length > end) return false;
    for (let i = 0; i < marker.length; i++) if (bytes[at + i] !== marker[i]) return false;
    return true;
  }

  private become(state: State): void {
    this.state = state;
    this.total = MORE;
    this.searched = 0;
    this.error = undefined;
  }

  /**
   * Rejects noise in which no start byte can have begun, so that at least one byte is left for the silence to decide.
   */
  private part(): void {
    const count = this.held.length - this.marker.length;
    this.error = atOffset(this.reason(this.held.length), 0);
    this.reject(count, discarded(count));
    this.searched = 1;
  }

  private expire(now: Micros): void {
    const { length } = this.held;
    if (length === 0 || now < this.held.timeOf(length - 1) + this.idle) return;
    this.reject(length, this.state === 'frame' ? truncated(length, this.total) : this.reason(length));
    this.become('noise');
  }

  /** Why the first `length` held bytes are no frame. */
  private reason(length: number): FrameError {
    if (this.error !== undefined) return this.error;
    if (this.state !== 'false-start') return noise(length, this.marker);
    const from = this.marker.length;
    const content = this.held.first(length).subarray(from);
    if (content.length === 0 || this.wire.measure(content, 0, content.length) !== NONE)
      return falseStart(from);
    const error = this.wire.startError(content);
    return atOffset(error, from + error.offset);
  }

  private reject(count: number, error: FrameError): void {
    const { held } = this;
    this.events.reject(held.first(count), held.timeOf(0), held.timeOf(count - 1), error);
    held.drop(count);
  }

  private emit(raw: Uint8Array, first: Micros, last: Micros): void {
    const from = this.marker.length;
    const read = this.wire.decode(raw.subarray(from));
    const placed =
      read.kind === 'frame' ? read : { ...read, error: atOffset(read.error, from + read.error.offset) };
    this.events.add(toEvent(placed, raw, first, last));
  }
}
