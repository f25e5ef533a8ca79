/**
 * What reached an STM board, cut into frames and into what must be refused, from a trace. Where the trace cannot tell
 * whether the line was idle long enough, nothing is taken for certain until it has been quiet.
 */
import type { Chunk } from '../../../devices/links/link';
import { requests, type Request } from '../../../protocols/stm/stm';
import { after, micros, type Micros } from '../../../protocols/time';
import { TimedDecoder, type TimedEvent } from '../../oracle/timed-decoder';

/** A frame or a reject that reached the board. */
export interface Received {
  readonly passed: TimedEvent<Request>;
  /** In how many chunks it came. */
  readonly pieces: number;
}

/** The decoder never ends a frame by itself: who listens says when the line was idle. */
const NEVER = micros(1e15);

export interface LineOptions {
  readonly gap: Micros;
  /** Of one byte, in microseconds. */
  readonly byteTime: number;
}

export class RequestFramer {
  private timedDecoder: TimedDecoder<Request>;
  private decoder;
  private last: Chunk | undefined;
  private pieces = 0;

  constructor(private readonly options: LineOptions) {
    this.decoder = requests({ idleGap: NEVER }).decoder();
    this.timedDecoder = new TimedDecoder(this.decoder);
  }

  /** true: a frame has begun, or a stretch that is discarded up to the next idle gap. */
  get pending(): boolean {
    return this.decoder.pending > 0;
  }

  /** By when a gap behind what is pending is certain. */
  get gapAt(): Micros | undefined {
    return this.pending && this.last !== undefined ? after(this.last.notAfter, this.options.gap) : undefined;
  }

  /** The chunk's events; undefined where the trace cannot tell what they are. */
  push(chunk: Chunk): Received[] | undefined {
    const { gap, byteTime } = this.options;
    const events: Received[] = [];
    if (this.pending && this.last !== undefined) {
      const low = chunk.notBefore - this.last.notAfter;
      const high = chunk.notAfter - (chunk.bytes.length - 1) * byteTime - this.last.lastNotBefore;
      if (low >= gap) events.push(...this.idle());
      else if (high > gap / 2) return undefined;
    }
    const inside = chunk.notAfter - chunk.notBefore - chunk.bytes.length * byteTime;
    if (chunk.bytes.length > 1 && inside > gap / 2) return undefined;
    const held = this.decoder.pending;
    this.last = chunk;
    this.pieces++;
    const found = this.timedDecoder.push(chunk);
    let end = -held;
    for (const received of this.received(found)) {
      end += received.passed.event.raw.length;
      events.push({ ...received, passed: this.withEarliestEnd(received.passed, chunk, end) });
    }
    return events;
  }

  /** The frame's last byte is the chunk's byte `end`, counted from 1: an answer may come while others still pass. */
  private withEarliestEnd(passed: TimedEvent<Request>, chunk: Chunk, end: number): TimedEvent<Request> {
    const earliest = Math.min(passed.last.notAfter, chunk.notBefore + (end - 1) * this.options.byteTime);
    return { ...passed, last: { ...passed.last, notBefore: micros(earliest) } };
  }

  /** The line was idle: what is pending ends. */
  idle(): Received[] {
    const last = this.last?.notAfter ?? micros(0);
    return this.received(this.timedDecoder.tick(after(last, NEVER)));
  }

  clear(): void {
    this.decoder = requests({ idleGap: NEVER }).decoder();
    this.timedDecoder = new TimedDecoder(this.decoder);
    this.last = undefined;
    this.pieces = 0;
  }

  private received(found: readonly TimedEvent<Request>[]): Received[] {
    const events = found.map((passed, i) => ({ passed, pieces: i === 0 ? this.pieces : 1 }));
    if (found.length > 0) this.pieces = this.pending ? 1 : 0;
    return events;
  }
}
