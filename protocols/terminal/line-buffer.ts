/** The bytes of one line, taken one after another. A decoder of lines says what ends one. */
import { EventQueue } from '../event-queue';
import type { Decoder, FrameError, FrameEvent } from '../frame';
import { micros, type Micros } from '../time';

/**
 * A decoder of lines whose author says what ends one: `feed` takes a byte and calls `hold`, `accept` or `reject`; `expire` does what silence
 * does.
 */
export abstract class LineBuffer<T> implements Decoder<T> {
  protected readonly held: Uint8Array;
  protected length = 0;
  /** A part of this line was rejected: it is too long. */
  protected over = false;
  protected last = micros(0);
  private first = micros(0);
  private readonly events = new EventQueue<T>();

  /** `longest`: the most bytes of a line. Throws RangeError with `limit` in words if it is below `least`. */
  constructor(longest: number, least: number, limit: string) {
    if (!Number.isInteger(longest) || longest < least) throw new RangeError(`${limit}, not ${longest}`);
    this.held = new Uint8Array(longest);
  }

  get pending(): number {
    return this.length;
  }

  abstract deadline(): Micros | undefined;

  protected abstract feed(byte: number, at: Micros): void;

  /** Ends what silence up to `now` ends. */
  protected abstract expire(now: Micros): void;

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<T>[] {
    if (bytes.length > 0) this.expire(at);
    for (const byte of bytes) this.feed(byte, at);
    return this.events.take();
  }

  tick(now: Micros): readonly FrameEvent<T>[] {
    this.expire(now);
    return this.events.take();
  }

  protected hold(byte: number, at: Micros): void {
    if (this.length === 0) this.first = at;
    this.held[this.length++] = byte;
    this.last = at;
  }

  /** All held bytes are this message. */
  protected accept(value: T): void {
    this.events.add({ kind: 'frame', raw: this.release(), first: this.first, last: this.last, value });
  }

  /** All held bytes are none. */
  protected reject(error: FrameError): void {
    if (this.length > 0) this.events.reject(this.release(), this.first, this.last, error);
  }

  private release(): Uint8Array {
    const raw = this.held.slice(0, this.length);
    this.length = 0;
    return raw;
  }
}
