/**
 * Frames that are looked for in any bytes: they begin with start bytes, and there may be several framings on the line.
 *
 *     noise FRAME FRAME noise START noise FRAME …
 *
 * Bytes before a frame are one reject. So is a start of which no frame comes, up to the next start. With `rescans`, a
 * frame that is refused is searched from its second byte on: a good frame inside ends the reject.
 */
import { EventQueue } from '../../event-queue';
import type { Decoder, FrameError, FrameEvent } from '../../frame';
import { after, type Micros } from '../../time';
import { atOffset, copyOf, MORE, toEvent, type Refusal } from './content';
import { discarded, truncated } from './faults';
import { HeldBytes } from './held-bytes';
import type { HuntReader } from './hunt-reader';

/** A frame that was refused, and whose bytes may have a good one in them. */
interface Refused<M> {
  readonly total: number;
  readonly refusal: Refusal<M>;
  /** It has start bytes: a line may begin in it. */
  readonly isStarted: boolean;
}

export class HuntDecoder<M> implements Decoder<M> {
  private readonly held: HeldBytes;
  /** No good frame begins in the first bytes, so many. */
  private searched = 0;
  /** With fewer bytes nothing is decided. */
  private needed = 0;
  private refused: Refused<M> | undefined;
  /** Why the current stretch is rejected, once a part of it was. */
  private error: FrameError | undefined;
  private readonly events = new EventQueue<M>();

  constructor(
    private readonly reader: HuntReader<M>,
    private readonly idle: Micros | undefined,
    private readonly rescans: boolean,
  ) {
    this.held = new HeldBytes(reader.longest);
  }

  get pending(): number {
    return this.held.length;
  }

  get prelude(): Uint8Array | undefined {
    return this.reader.last;
  }

  deadline(): Micros | undefined {
    const { length } = this.held;
    return length === 0 || this.idle === undefined
      ? undefined
      : after(this.held.timeOf(length - 1), this.idle);
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
      if (this.held.length >= this.needed) this.search(false);
    }
    return this.events.take();
  }

  tick(now: Micros): readonly FrameEvent<M>[] {
    this.expire(now);
    return this.events.take();
  }

  /** Emits the frame at `from` if it is complete. Gives its end, or `from`. */
  private wholeFrame(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    const total = this.reader.measure(bytes, from, end);
    if (total <= 0 || from + total > end) return from;
    const raw = copyOf(bytes, from, from + total);
    const read = this.reader.decode(raw);
    if (read.kind === 'reject' && this.rescans) return from;
    this.events.add(toEvent(read, raw, at, at));
    return from + total;
  }

  /** Turns the held bytes into events, until more bytes are needed. `isOver`: no more come. */
  private search(isOver: boolean): void {
    const { held } = this;
    this.needed = 0;
    while (this.searched < held.length) {
      if (this.endsLine()) this.rejectHead();
      const total = this.measure();
      if (total === MORE || total > held.length - this.searched) {
        if (!isOver) {
          this.beginStretch();
          this.needed = this.searched + total;
          return;
        }
        this.giveUp(total);
      } else if (total > 0) this.take(total);
      else if (!this.beginStretch()) this.searched++;
      if (this.searched === this.refused?.total) this.rejectRefused(this.searched);
    }
  }

  /** Bytes of the frame that may begin at the searched place. */
  private measure(): number {
    const { held, reader, searched, refused } = this;
    const at = held.start + searched;
    const mayBeLine = searched === 0 ? this.error === undefined : refused?.isStarted === true;
    return mayBeLine
      ? reader.measure(held.buffer, at, held.end)
      : reader.measureInside(held.buffer, at, held.end);
  }

  /** Noise ends with the line that it is a part of. */
  private endsLine(): boolean {
    const { held, reader, searched, refused } = this;
    return (
      searched > 0 && refused === undefined && reader.endsLine(held.buffer, held.start, held.start + searched)
    );
  }

  /** A frame, good or refused, is complete at the searched place. */
  private take(total: number): void {
    const { held, searched } = this;
    const raw = copyOf(held.buffer, held.start + searched, held.start + searched + total);
    const read = this.reader.decode(raw);
    if (read.kind === 'reject' && this.rescans) {
      if (this.refused !== undefined) this.searched++;
      else this.refuse(total, read);
      return;
    }
    this.rejectHead();
    this.events.add(toEvent(read, raw, held.timeOf(0), held.timeOf(total - 1)));
    held.drop(total);
  }

  /** What begins at the searched place is no frame: its first byte, and perhaps all of it. */
  private refuse(total: number, refusal: Refusal<M>): void {
    const { held, reader } = this;
    this.rejectHead();
    this.refused = { total, refusal, isStarted: reader.begins(held.buffer, held.start, held.end) };
    this.searched = 1;
  }

  /** The frame at the searched place stays unfinished. */
  private giveUp(total: number): void {
    const { length } = this.held;
    const isLine = this.reader.hasStartless && this.searched === 0 && this.error === undefined;
    if (this.refused !== undefined || !(isLine || this.beginsHere())) {
      this.searched++;
      return;
    }
    const left = length - this.searched;
    this.refuse(left, { kind: 'reject', error: truncated(left, total) });
    if (!this.rescans) this.searched = left;
  }

  private beginsHere(): boolean {
    const { held, reader, searched } = this;
    return reader.begins(held.buffer, held.start + searched, held.end);
  }

  /** A start ends the noise before it, or a false start. False: there is none. */
  private beginStretch(): boolean {
    if (this.searched === 0 || this.refused !== undefined || !this.beginsHere()) return false;
    this.rejectHead();
    return true;
  }

  /** Rejects what comes before the searched place. */
  private rejectHead(): void {
    const { searched } = this;
    if (this.refused !== undefined) this.rejectRefused(searched);
    else if (searched > 0) this.reject(searched, this.reason(searched));
    this.error = undefined;
    this.searched = 0;
  }

  /** Rejects the refused frame, as far as no good one begins in it. */
  private rejectRefused(count: number): void {
    const { held } = this;
    const { error, value } = this.refused!.refusal;
    const own = error.offset > count ? atOffset(error, count) : error;
    const refusal: Refusal<M> = { kind: 'reject', error: own, ...(value === undefined ? {} : { value }) };
    this.events.add(toEvent(refusal, held.first(count), held.timeOf(0), held.timeOf(count - 1)));
    held.drop(count);
    this.refused = undefined;
    this.searched = 0;
  }

  /** Makes room: rejects bytes in which nothing begins, so that at least one byte is left for the silence to decide. */
  private part(): void {
    this.needed = 0;
    if (this.refused !== undefined) {
      this.rejectRefused(this.searched);
      return;
    }
    const { length } = this.held;
    const count = Math.min(this.searched, length - this.reader.startLength);
    this.error = atOffset(this.reason(length), 0);
    this.reject(count, discarded(count));
    this.searched -= count;
  }

  private expire(now: Micros): void {
    const { held, idle } = this;
    if (held.length === 0 || idle === undefined || now < held.timeOf(held.length - 1) + idle) return;
    this.search(true);
    if (held.length > 0) this.reject(held.length, this.reason(held.length));
    this.error = undefined;
    this.searched = 0;
  }

  /** Why the first `length` held bytes are no frame. */
  private reason(length: number): FrameError {
    return this.error ?? this.reader.startError(this.held.first(length));
  }

  private reject(count: number, error: FrameError): void {
    const { held } = this;
    this.events.reject(held.first(count), held.timeOf(0), held.timeOf(count - 1), error);
    held.drop(count);
  }
}
