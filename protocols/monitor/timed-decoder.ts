/** Decodes the bytes of one direction into events, with bounds of their times on the wire. */
import type { Chunk } from '../chunk';
import type { Decoder, FrameEvent } from '../frame';
import { micros, type Micros } from '../time';

/** The time of a byte: not before, not after. */
export interface Bounds {
  readonly notBefore: Micros;
  readonly notAfter: Micros;
}

export function instant(at: number): Bounds {
  return { notBefore: micros(at), notAfter: micros(at) };
}

/** An event of a decoder with the times of its first and last byte. */
export interface TimedEvent<T> {
  readonly event: FrameEvent<T>;
  readonly first: Bounds;
  readonly last: Bounds;
}

/** A {@link Decoder} that takes chunks, and knows when the first and the last byte of each event passed. */
export class TimedDecoder<T> {
  /** The chunks of pending bytes, oldest first. */
  private held: Chunk[] = [];

  constructor(private readonly decoder: Decoder<T>) {}

  /** The chunks of pending bytes; the first may begin with bytes of an earlier event. */
  get open(): readonly Chunk[] {
    return this.held;
  }

  /** true: some bytes belong to no event yet. */
  get pending(): boolean {
    return this.decoder.pending > 0;
  }

  /** When silence ends what is pending; undefined: never. */
  get deadline(): Micros | undefined {
    return this.decoder.deadline();
  }

  push(chunk: Chunk): TimedEvent<T>[] {
    this.held.push(chunk);
    return this.passed(this.decoder.push(chunk.bytes, chunk.notAfter));
  }

  tick(now: Micros): TimedEvent<T>[] {
    const deadline = this.decoder.deadline();
    return deadline === undefined || deadline > now ? [] : this.passed(this.decoder.tick(now));
  }

  private passed(events: readonly FrameEvent<T>[]): TimedEvent<T>[] {
    const found = events.map((event): TimedEvent<T> => {
      const first = this.held.find((chunk) => chunk.notAfter >= event.first);
      const last = this.held.findLast((chunk) => chunk.notAfter <= event.last);
      return {
        event,
        first: { notBefore: first?.notBefore ?? event.first, notAfter: event.first },
        last: { notBefore: last?.lastNotBefore ?? event.last, notAfter: event.last },
      };
    });
    const latest = this.held.at(-1);
    if (this.decoder.pending === 0) this.held = [];
    else if (events.length > 0 && latest !== undefined) this.held = [latest];
    return found;
  }
}
