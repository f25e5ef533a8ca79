/**
 * Frames that a pause ends.
 *
 *     content (silence) content (silence)
 */
import { EventQueue } from '../../event-queue';
import type { Decoder, FrameEvent } from '../../frame';
import { after, micros, type Micros } from '../../time';
import { copyInto, copyOf, toEvent, type ContentReader } from './content';
import { discarded, tooLong } from './faults';

export class SilenceDecoder<M> implements Decoder<M> {
  private readonly held: Uint8Array;
  private length = 0;
  /** Whether a part of an over-long frame was rejected. */
  private isOver = false;
  private first = micros(0);
  private last = micros(0);
  private readonly events = new EventQueue<M>();

  constructor(
    private readonly wire: ContentReader<M>,
    private readonly silence: Micros,
  ) {
    this.held = new Uint8Array(wire.longest);
  }

  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.silence);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<M>[] {
    this.expire(at);
    const end = bytes.length;
    for (let from = 0; from < end;) {
      if (this.length === this.held.length) this.part();
      if (this.length === 0) this.first = at;
      const stop = Math.min(end, from + this.held.length - this.length);
      copyInto(this.held, this.length, bytes, from, stop);
      this.length += stop - from;
      this.last = at;
      from = stop;
    }
    return this.events.take();
  }

  tick(now: Micros): readonly FrameEvent<M>[] {
    this.expire(now);
    return this.events.take();
  }

  private expire(now: Micros): void {
    if (this.length === 0 || now < this.last + this.silence) return;
    const raw = this.takeHeld();
    if (this.isOver) this.events.reject(raw, this.first, this.last, tooLong(this.held.length, 0));
    else this.events.add(toEvent(this.wire.decode(raw), raw, this.first, this.last));
    this.isOver = false;
  }

  private part(): void {
    const raw = this.takeHeld();
    this.events.reject(raw, this.first, this.last, discarded(raw.length));
    this.isOver = true;
  }

  private takeHeld(): Uint8Array {
    const raw = copyOf(this.held, 0, this.length);
    this.length = 0;
    return raw;
  }
}
