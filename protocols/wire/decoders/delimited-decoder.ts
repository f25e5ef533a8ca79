/**
 * Frames that a delimiter ends.
 *
 *     body DELIMITER body DELIMITER …                          delimiter, lines
 *     DELIMITER body DELIMITER DELIMITER body DELIMITER …      SLIP, HDLC, COBS: one may come before a frame too
 *
 * A frame that is complete within one push is read from there. Only the rest is held.
 */
import { EventQueue } from '../../event-queue';
import type { Decoder, FrameError, FrameEvent } from '../../frame';
import { after, micros, type Micros } from '../../time';
import { copyOf, toEvent, type ContentReader } from './content';
import { readBody } from './delimited-envelope';
import { longestDelimited, type Delimiting } from './delimiting';
import { discarded, emptyFrames, tooLong, undelimited } from './faults';

export class DelimitedDecoder<M> implements Decoder<M> {
  private readonly held: Uint8Array;
  private length = 0;
  /** Whether all held bytes are delimiters. */
  private isFill = false;
  private beforeLast = micros(0);
  /** Whether a part of an over-long frame was rejected. Its last bytes are kept: a delimiter may begin in them. */
  private isOver = false;
  private gone = new Uint8Array(0);
  private first = micros(0);
  private last = micros(0);
  /** The delimiter's last byte. */
  private readonly ending: number;
  private readonly events = new EventQueue<M>();

  constructor(
    private readonly wire: ContentReader<M>,
    private readonly delimiting: Delimiting,
    private readonly idle: Micros | undefined,
  ) {
    this.held = new Uint8Array(longestDelimited(delimiting, wire.longest));
    this.ending = delimiting.marker[delimiting.marker.length - 1]!;
  }

  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 || this.idle === undefined ? undefined : after(this.last, this.idle);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<M>[] {
    this.expire(at);
    const end = bytes.length;
    for (let from = 0; from < end;) {
      const next = this.length === 0 && !this.isOver ? this.wholeFrame(bytes, from, end, at) : from;
      from = next > from ? next : this.hold(bytes, from, end, at);
    }
    return this.events.take();
  }

  tick(now: Micros): readonly FrameEvent<M>[] {
    this.expire(now);
    return this.events.take();
  }

  /** Emits the frame at `from` if it is complete. Gives its end, or `from`. */
  private wholeFrame(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    const { marker, isFill } = this.delimiting;
    const lead = isFill && bytes[from] === this.ending ? 1 : 0;
    if (lead === 1 && bytes[from + 1] === this.ending) return from;
    const least = from + lead + marker.length - 1;
    let found = least < end ? bytes.indexOf(this.ending, least) : -1;
    while (found >= 0 && !this.marks(bytes, found)) found = bytes.indexOf(this.ending, found + 1);
    if (found < 0 || found + 1 - from > this.held.length) return from;
    this.complete(copyOf(bytes, from, found + 1), at, at);
    return found + 1;
  }

  /** Whether a delimiter ends at `found`. */
  private marks(bytes: Uint8Array, found: number): boolean {
    const { marker } = this.delimiting;
    for (let i = marker.length - 2, at = found - 1; i >= 0; i--, at--)
      if (bytes[at] !== marker[i]) return false;
    return true;
  }

  /** Holds bytes up to the next that may end a delimiter. Gives where it stopped. */
  private hold(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    if (this.delimiting.isFill && !this.isOver && (this.isFill || this.length === 0)) {
      if (bytes[from] === this.ending) {
        this.holdFill(at);
        return from + 1;
      }
      this.releaseFill();
    }
    if (this.length === this.held.length) this.part();
    if (this.length === 0) this.first = at;
    this.last = at;
    const { held, ending } = this;
    const most = Math.min(end, from + held.length - this.length);
    let next = from;
    let byte: number;
    do held[this.length++] = byte = bytes[next++]!;
    while (byte !== ending && next < most);
    if (byte === ending && this.isEnded()) this.complete(this.takeHeld(), this.first, at);
    return next;
  }

  private holdFill(at: Micros): void {
    if (this.length === this.held.length) this.rejectFill(this.length, this.last);
    if (this.length === 0) this.first = at;
    this.beforeLast = this.last;
    this.last = at;
    this.isFill = true;
    this.held[this.length++] = this.ending;
  }

  /** A body follows: it takes the last delimiter, and those before it are rejected. */
  private releaseFill(): void {
    if (this.length > 1) {
      this.rejectFill(this.length - 1, this.beforeLast);
      this.length = 1;
      this.first = this.last;
    }
    this.isFill = false;
  }

  private rejectFill(count: number, last: Micros): void {
    this.events.reject(copyOf(this.held, 0, count), this.first, last, emptyFrames(this.ending));
    this.length = 0;
  }

  /** Whether the held bytes end with the delimiter. */
  private isEnded(): boolean {
    const { marker } = this.delimiting;
    for (let i = marker.length - 1, at = this.length - 1; i >= 0; i--, at--) {
      const byte = at >= 0 ? this.held[at] : this.gone[this.gone.length + at];
      if (byte !== marker[i]) return false;
    }
    return true;
  }

  private part(): void {
    const raw = this.takeHeld();
    this.gone = raw.slice(-this.delimiting.marker.length);
    this.events.reject(raw, this.first, this.last, discarded(raw.length));
    this.isOver = true;
  }

  private expire(now: Micros): void {
    if (this.length === 0 || this.idle === undefined || now < this.last + this.idle) return;
    if (this.isFill) this.rejectFill(this.length, this.last);
    else this.rejectHeld(this.isOver ? this.overlong(0) : undelimited(this.length, this.delimiting.marker));
    this.isFill = false;
    this.forget();
  }

  private complete(raw: Uint8Array, first: Micros, last: Micros): void {
    if (this.isOver) {
      this.events.reject(raw, first, last, this.overlong(0));
      this.forget();
      return;
    }
    this.events.add(toEvent(readBody(this.wire, this.delimiting, raw), raw, first, last));
  }

  private overlong(offset: number): FrameError {
    return tooLong(this.wire.longest, offset);
  }

  private rejectHeld(error: FrameError): void {
    this.events.reject(this.takeHeld(), this.first, this.last, error);
  }

  private takeHeld(): Uint8Array {
    const raw = copyOf(this.held, 0, this.length);
    this.length = 0;
    return raw;
  }

  private forget(): void {
    this.isOver = false;
    this.gone = new Uint8Array(0);
  }
}
