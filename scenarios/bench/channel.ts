/**
 * A link with a protocol: sends messages, receives frame events, and remembers the last traffic.
 *
 * A failed check shows the memory as evidence. It is bounded in entries and in bytes.
 */
import type { Link } from '../../devices/links/link';
import type { Chunk } from '../../protocols/chunk';
import type { Codec, Decoder, FrameError, FrameEvent } from '../../protocols/frame';
import { after, micros, type Micros } from '../../protocols/time';
import { sortByTime } from './traffic-order';
import type { BytesRecord, DueRecord } from '../record';

interface Transfer {
  readonly direction: 'tx' | 'rx';
  readonly notBefore: number;
  readonly notAfter: number;
  readonly bytes: Uint8Array;
  readonly error?: FrameError;
}

/** A frame whose bytes trickle in is waited for until this long after the deadline of its first byte. */
const LONGEST_TRICKLE_US = 5e6;
const HISTORY_LENGTH = 24;
/** Of long evidence, so many bytes are shown. */
export const SHOWN_BYTES = 640;

export interface ChannelOptions<Out, In> {
  readonly name: string;
  readonly link: () => Link;
  readonly tx: Codec<Out>;
  readonly rx: Codec<In>;
  /** Called at each send and each event: counts, progress. */
  readonly onTransfer: (direction: 'tx' | 'rx') => void;
}

export class Channel<Out, In> {
  private decoder: Decoder<In>;
  private readonly events: FrameEvent<In>[] = [];
  private readonly history: Transfer[] = [];
  /** The chunks of the decoder's pending bytes. */
  private open: Chunk[] = [];

  constructor(private readonly options: ChannelOptions<Out, In>) {
    this.decoder = options.rx.decoder();
  }

  get clock() {
    return this.options.link().clock;
  }

  now(): Micros {
    return this.clock.now();
  }

  /** Encodes and sends. */
  send(message: Out): Promise<Chunk> {
    return this.sendBytes(this.options.tx.encode(message));
  }

  async sendBytes(bytes: Uint8Array): Promise<Chunk> {
    const chunk = await this.options.link().send(bytes);
    const { notBefore, notAfter } = chunk;
    this.record({ direction: 'tx', notBefore, notAfter, bytes });
    this.options.onTransfer('tx');
    return chunk;
  }

  /** The next event whose first byte comes by `deadline`; the end of a frame that has begun is waited for. */
  async next(deadline: Micros): Promise<FrameEvent<In> | undefined> {
    for (;;) {
      const event = this.events.shift();
      if (event !== undefined) return event;
      const until = this.decoder.deadline();
      const limit = until === undefined ? deadline : micros(Math.min(until, deadline + LONGEST_TRICKLE_US));
      const chunk = await this.options.link().receive(limit);
      if (chunk !== undefined) this.addChunk(chunk);
      else if (until === undefined || limit < until) return undefined;
      else this.queueEvents(this.decoder.tick(limit), limit);
    }
  }

  /** The next chunk by `deadline`, for callers with their own decoder. It is evidence, but no event of {@link next}. */
  async nextChunk(deadline: Micros): Promise<Chunk | undefined> {
    const silent = this.decoder.deadline();
    const chunk = await this.options.link().receive(deadline);
    if (chunk !== undefined) this.addChunk(chunk);
    else if (silent !== undefined && silent <= deadline)
      this.queueEvents(this.decoder.tick(deadline), deadline);
    this.events.length = 0;
    return chunk;
  }

  /**
   * Discards bytes until the line has been quiet for `quiet`. Resolves with false if that does not happen within
   * `limit`.
   */
  async waitForSilence(quiet: Micros, limit: Micros): Promise<boolean> {
    const end = after(this.now(), limit);
    this.discardInput();
    let quietAt = after(this.now(), quiet);
    while (this.now() < end) {
      const chunk = await this.options.link().receive(quietAt);
      if (chunk === undefined) return true;
      quietAt = after(micros(Math.max(chunk.notAfter, this.now())), quiet);
    }
    return false;
  }

  /** Drops all pending and queued bytes. */
  discardInput(): void {
    this.events.length = 0;
    this.open = [];
    this.decoder = this.options.rx.decoder();
  }

  /** The last `count` exchanges, oldest first, with their fields. Bytes may be decoded after later bytes were sent. */
  evidence(count = 10): BytesRecord[] {
    const last = sortByTime(this.history).slice(-count);
    return last.map((passage) => this.describeTransfer(passage));
  }

  /** The right bytes of the board, for the report. */
  describeDueBytes(bytes: Uint8Array): DueRecord {
    return dueRecord(this.options.name, this.options.rx, bytes);
  }

  private addChunk(chunk: Chunk): void {
    this.open.push(chunk);
    this.queueEvents(this.decoder.push(chunk.bytes, chunk.notAfter), chunk.notAfter);
  }

  private queueEvents(events: readonly FrameEvent<In>[], at: Micros): void {
    for (const event of events) {
      const first = this.open.find(({ notAfter }) => notAfter >= event.first && notAfter <= event.last);
      const notBefore = first?.notBefore ?? event.first;
      this.events.push(event);
      const error = event.kind === 'reject' ? { error: event.error } : {};
      this.record({ direction: 'rx', notBefore, notAfter: event.last, bytes: event.raw, ...error });
      this.options.onTransfer('rx');
    }
    if (this.decoder.pending === 0) this.open = [];
    else if (events.length > 0) this.open = this.open.filter((chunk) => chunk.notAfter >= at);
  }

  private record(passage: Transfer): void {
    this.history.push(passage);
    if (this.history.length > HISTORY_LENGTH * 2) this.history.splice(0, HISTORY_LENGTH);
  }

  private describeTransfer({ direction, notBefore, notAfter, bytes, error }: Transfer): BytesRecord {
    const codec = direction === 'tx' ? this.options.tx : this.options.rx;
    const shown = bytes.subarray(0, SHOWN_BYTES);
    return {
      ...recordBytes({ link: this.options.name, direction, bytes, notBefore, notAfter }, SHOWN_BYTES),
      ...(error === undefined ? {} : rejectFields(error, shown.length)),
      fields: codec.fields(shown),
    };
  }
}

/** The record fields of a reject. Dropped bytes have no single wrong byte. */
export function rejectFields(
  { code, offset, expected, message }: FrameError,
  length: number,
): Partial<BytesRecord> {
  const hasWrongByte = expected !== undefined && offset < length && code !== 'discarded';
  return { reject: message, ...(hasWrongByte ? { wrong: { offset, expected } } : {}) };
}

/** Bytes that should have come, for the report. */
export function dueRecord<T>(link: string, codec: Codec<T>, bytes: Uint8Array): DueRecord {
  const shown = bytes.subarray(0, SHOWN_BYTES);
  return { link, hex: hex(shown), fields: codec.fields(shown) };
}

type LinkBytes = Omit<Transfer, 'error'> & { readonly link: string };

/** Bytes on a link as a record, which shows `most` of them. `size`: the number of all, with those that nobody has. */
export function recordBytes(
  { link, direction, bytes, notBefore, notAfter }: LinkBytes,
  most: number,
  size = bytes.length,
): Omit<BytesRecord, 'fields'> {
  const shown = bytes.subarray(0, most);
  return {
    link,
    direction,
    notBefore: Math.round(notBefore),
    notAfter: Math.round(notAfter),
    hex: hex(shown),
    ...(size > shown.length ? { elided: size - shown.length } : {}),
  };
}

/** Lower-case hex text. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
