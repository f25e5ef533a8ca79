/**
 * The bytes on the links, in columns and with bounds: all bytes around checks that did not pass, others while there is
 * room. The rest is counted. And what they show of the run: how long each answer took.
 */
import type { ChunkRecord } from '../../scenarios/record';

/** Chunks that are kept in a run, and additional ones that are kept because of a failure close by. */
const KEPT_CHUNKS = 240_000;
const KEPT_NEAR_FAILURES = 20_000;
/** After this number of bytes only the first few of each chunk are kept. */
const KEPT_BYTES = 12 << 20;
const SHORTENED_BYTES = 16;
/** Chunks before and after a check that did not pass: their bytes are kept completely. */
const CHUNKS_BEFORE = 48;
const CHUNKS_AFTER = 8;

/** One column for each property of the kept chunks, in the order of the journal. */
class WireColumns {
  /** The index of the link in `links` times two; plus one for bytes from the board. */
  readonly lane: number[] = [];
  readonly notBefore: number[] = [];
  readonly notAfter: number[] = [];
  /** The start of its bytes among all, the number of kept bytes, and the number of all. */
  readonly start: number[] = [];
  readonly kept: number[] = [];
  readonly size: number[] = [];
  /** A check close to it did not pass. */
  readonly nearFailure: boolean[] = [];
  readonly bytes = new ByteBuffer();
}

export interface WireTrace {
  readonly links: readonly string[];
  readonly count: number;
  /** The number of chunks that were not kept, and of their bytes. */
  readonly leftOut: { readonly chunks: number; readonly bytes: number };
  readonly columns: WireColumns;
}

export class WireTraceCollector implements WireTrace {
  readonly links: string[] = [];
  readonly columns = new WireColumns();
  private recent: ChunkRecord[] = [];
  private keepNext = 0;
  private dropped = { chunks: 0, bytes: 0 };

  get count(): number {
    return this.columns.lane.length;
  }

  get leftOut(): { readonly chunks: number; readonly bytes: number } {
    return this.dropped;
  }

  add(chunk: ChunkRecord): void {
    if (this.count < KEPT_CHUNKS || this.keepNext > 0) {
      this.keep(chunk, this.keepNext > 0);
      this.keepNext = Math.max(0, this.keepNext - 1);
      return;
    }
    this.recent.push(chunk);
    if (this.recent.length <= CHUNKS_BEFORE) return;
    const [oldest] = this.recent.splice(0, 1);
    if (oldest !== undefined) this.drop(oldest);
  }

  /** A check did not pass: the chunks before and after it are kept completely. */
  markFailure(): void {
    const late = this.recent;
    this.recent = [];
    const room = this.count + late.length < KEPT_CHUNKS + KEPT_NEAR_FAILURES;
    for (const chunk of late)
      if (room) this.keep(chunk, true);
      else this.drop(chunk);
    for (let index = Math.max(0, this.count - CHUNKS_BEFORE); index < this.count; index++)
      this.columns.nearFailure[index] = true;
    if (room) this.keepNext = CHUNKS_AFTER;
  }

  finish(): this {
    for (const chunk of this.recent.splice(0)) this.drop(chunk);
    return this;
  }

  private keep({ link, direction, notBefore, notAfter, hex, elided = 0 }: ChunkRecord, near: boolean): void {
    const { columns } = this;
    const all = Buffer.from(hex, 'hex');
    const bytes = near || columns.bytes.length < KEPT_BYTES ? all : all.subarray(0, SHORTENED_BYTES);
    columns.lane.push(2 * this.laneOf(link) + (direction === 'rx' ? 1 : 0));
    columns.notBefore.push(notBefore);
    columns.notAfter.push(notAfter);
    columns.start.push(columns.bytes.length);
    columns.kept.push(bytes.length);
    columns.size.push(all.length + elided);
    columns.nearFailure.push(near);
    columns.bytes.push(bytes);
  }

  private drop({ hex, elided = 0 }: ChunkRecord): void {
    this.dropped = {
      chunks: this.dropped.chunks + 1,
      bytes: this.dropped.bytes + (hex.length >> 1) + elided,
    };
  }

  private laneOf(link: string): number {
    const known = this.links.indexOf(link);
    return known >= 0 ? known : this.links.push(link) - 1;
  }
}

const INITIAL_CAPACITY = 1 << 12;

export class ByteBuffer {
  private buffer = new Uint8Array(INITIAL_CAPACITY);
  length = 0;

  push(bytes: Uint8Array): void {
    this.ensureCapacity(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends the bytes of another buffer, from `from` up to `to`. */
  pushFrom(other: ByteBuffer, from: number, to: number): void {
    this.push(other.view(from, to));
  }

  /** A whole number from 0 to 2⁵³ − 1, seven bits a byte, the lowest first; the top bit says that more follow. */
  pushVarint(value: number): void {
    this.ensureCapacity(8);
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  /** The written bytes, not copied: they may change with the next push. */
  view(from = 0, to = this.length): Uint8Array {
    return this.buffer.subarray(from, to);
  }

  private ensureCapacity(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * this.buffer.length, this.length + more));
    larger.set(this.view());
    this.buffer = larger;
  }
}

/** A part of the run, and the times from the host's last byte to the board's first one, in microseconds. */
export interface AnswerTimes {
  /** Its middle, in microseconds of the run. */
  readonly at: number;
  readonly median: number;
  readonly worst: number;
}

/** Parts of a run: one has a point where there was an answer. */
export const STRETCHES = 120;
/** Fewer answers show no drift. */
const ENOUGH_ANSWERS = 20;

/** Oldest first; empty if too few requests were answered. */
export function answerTimes({ columns, count, links }: WireTrace): readonly AnswerTimes[] {
  const lastSent = links.map((): number | undefined => undefined);
  const answers: Answer[] = [];
  for (let index = 0; index < count; index++) {
    const lane = columns.lane[index] ?? 0;
    const link = lane >> 1;
    const sent = lastSent[link];
    if (lane % 2 === 0) lastSent[link] = columns.notAfter[index];
    else if (sent !== undefined) {
      const at = columns.notBefore[index] ?? sent;
      // A byte that came before the request's end answers something else.
      if (at > sent) answers.push({ at, span: at - sent });
      lastSent[link] = undefined;
    }
  }
  return stretchesOf(answers);
}

/** When an answer began, and how long after the host's last byte. */
export interface Answer {
  readonly at: number;
  readonly span: number;
}

/** None where there are too few. */
export function stretchesOf(answers: readonly Answer[]): readonly AnswerTimes[] {
  if (answers.length < ENOUGH_ANSWERS) return [];
  const end = answers.reduce((last, { at }) => Math.max(last, at), 1);
  const width = end / STRETCHES;
  const stretches = Array.from({ length: STRETCHES }, (): number[] => []);
  for (const { at, span } of answers) stretches[Math.min(STRETCHES - 1, Math.floor(at / width))]?.push(span);
  return stretches.flatMap((spans, index) => {
    const sorted = spans.toSorted((a, b) => a - b);
    const [median, worst] = [sorted[sorted.length >> 1], sorted.at(-1)];
    return median === undefined || worst === undefined ? [] : [{ at: (index + 0.5) * width, median, worst }];
  });
}
