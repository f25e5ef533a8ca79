/** The answers after one send, and the time to the first of them. */
import type { Chunk } from '../../protocols/chunk';
import type { Codec } from '../../protocols/frame';
import type { Micros } from '../../protocols/time';
import { latency } from '../../protocols/monitor/measurement';
import { TimedDecoder, type TimedEvent } from '../../protocols/monitor/timed-decoder';

/** A time as bounds, ms: as exact as the host knows it. */
export interface MsBounds {
  readonly low: number;
  readonly high: number;
}

export class ExchangeRecorder<Answer> {
  private readonly decoder: TimedDecoder<Answer>;
  private readonly events: TimedEvent<Answer>[] = [];
  private sent: Chunk | undefined;
  private isOver = false;

  constructor(codec: Codec<Answer>) {
    this.decoder = new TimedDecoder(codec.decoder());
  }

  /** A later send, and all that comes after it, does not belong to this exchange. */
  add(chunk: Chunk): void {
    if (chunk.direction === 'tx') {
      this.isOver ||= this.sent !== undefined;
      this.sent ??= chunk;
    } else if (!this.isOver && this.sent !== undefined) this.events.push(...this.decoder.push(chunk));
  }

  end(now: Micros): void {
    this.events.push(...this.decoder.tick(now));
  }

  get answers(): readonly Answer[] {
    return this.events.flatMap(({ event }) => (event.kind === 'frame' ? [event.value] : []));
  }

  /** Time from the last sent byte to the first byte of the first answer. */
  get ms(): MsBounds | undefined {
    const first = this.events.find(({ event }) => event.kind === 'frame')?.first;
    if (first === undefined || this.sent === undefined) return undefined;
    const { low, high } = latency(this.sent, first);
    return { low: low / 1000, high: high / 1000 };
  }
}
