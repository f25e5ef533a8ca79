/**
 * One direction of a line: chunks in, frames out, each with bounds of its time. It can be forked where nobody knows whether a silence
 * ended something.
 *
 *     pause between two chunks     0 ──── 0.5 ──────── 1.2 ────▶   of the silence that ends a frame
 *     the frame                    goes on │ either way │ has ended
 *
 * The decoder's own clock stands still until a silence is certain, so that the host's delays end no frame.
 */
import { boundsOf, type Chunk } from '../protocols/chunk';
import type { Codec, Decoder, FrameEvent, FramedCodec } from '../protocols/frame';
import type { Bounds } from '../protocols/monitor/timed-decoder';
import { micros, type Micros } from '../protocols/time';
import { boundsIn, NO_PAUSE, widest, type HeldChunk } from './chunk-times';
import { refuseDropped } from './dropped-bytes';
import type { LineReading, LinkChange, LinkChunk, ReadEvent, Span } from './line-reading';

/** A shorter pause, as a part of the silence that ends a frame, ends none. */
const SURELY_SHORT = 0.5;
/** A longer one surely ends it. */
export const SURELY_LONG = 1.2;
/** What is shorter is no pause: microseconds, and as a part of the silence that ends a frame. */
const SHORTEST_PAUSE_US = 1000;
const SHORTEST_PAUSE = 0.25;
/** An earlier part of what a later reject decides: nothing is due for it. */
const DISCARDED = 'discarded';
/** What may be the beginning of a frame. */
const TRUNCATED = 'truncated';
/** A packet without a byte is no message. */
const EMPTY = { code: 'empty', offset: 0, message: 'an empty packet' } as const;
/** Of a longer stretch that is no frame nobody asks whether it was cut. */
const MOST_FORKED = 65_536;

/** It asks for nothing. */
export function isDiscarded({ passed: { event } }: ReadEvent<unknown>): boolean {
  return event.kind === 'reject' && event.error.code === DISCARDED;
}

const NONE: readonly never[] = [];

export class Reading<T> implements LineReading<T> {
  private decoder: Decoder<T>;
  private clock = micros(0);
  private held: HeldChunk[] = [];
  /** What was pushed since nothing was pending: a fork gets the same. */
  private log: { readonly bytes: Uint8Array; readonly at: Micros }[] = [];
  private logged = 0;
  private pushed = 0;
  private chunks = 0;
  private taken = 0;
  /** Bytes of other links that have become events: all are counted together. */
  before = 0;
  private lastEnd = -Infinity;

  /** `silence` ends a frame, and `age`, from its first byte on, what is pending; `changes`: what a link is told as that begins and ends; `link`: its name. */
  constructor(
    private readonly codec: Codec<T> & Partial<Pick<FramedCodec<T>, 'endsBy'>>,
    private readonly silence: Micros | undefined,
    private readonly changes?: Readonly<Record<LinkChange, T>>,
    private readonly age?: { readonly least: Micros; readonly most: Micros },
    private readonly link?: string,
  ) {
    this.decoder = codec.decoder();
  }

  /** The same with a decoder of its own. */
  fork(): Reading<T> {
    const copy = new Reading(this.codec, this.silence, this.changes, this.age, this.link);
    const { prelude } = this.decoder;
    if (prelude !== undefined) copy.decoder.push(prelude, copy.clock);
    for (const { bytes, at } of this.log) copy.decoder.push(bytes, at);
    copy.held = [...this.held];
    copy.log = [...this.log];
    copy.logged = this.logged;
    copy.pushed = this.pushed;
    copy.chunks = this.chunks;
    // Of a longer stretch a fork lacks a part.
    copy.taken = copy.pushed - copy.pending;
    copy.lastEnd = this.lastEnd;
    return copy;
  }

  /** Bytes that have become events. */
  get count(): number {
    return this.taken;
  }

  get canFork(): boolean {
    return this.logged <= MOST_FORKED;
  }

  /** What is pending is the same, and ends alike. */
  isSame(other: LineReading<T>): boolean {
    return (
      this === other ||
      (other instanceof Reading &&
        this.pushed === other.pushed &&
        this.taken === other.taken &&
        this.decoder.pending === other.decoder.pending &&
        this.logged === other.logged)
    );
  }

  /** Bytes that have come and are no event yet. */
  get pending(): number {
    return this.decoder.pending;
  }

  /** What is pending came in pieces. */
  get isInPieces(): boolean {
    return this.pending > 0 && this.held.some(({ pause }) => pause.low > this.shortestPause);
  }

  /** The last byte that is pending. */
  get lastByte(): Bounds | undefined {
    const last = this.held.at(-1);
    return this.pending > 0 && last !== undefined
      ? boundsOf(last.chunk, last.chunk.bytes.length - 1)
      : undefined;
  }

  /** The earliest time of the first byte of what is pending, where its age ends it. */
  private get beganAt(): number | undefined {
    const deadline = this.decoder.deadline();
    if (this.age === undefined || deadline === undefined) return undefined;
    const { notBefore = 0, notAfter = 0 } = this.held[0]?.chunk ?? {};
    return deadline - this.age.most - (notAfter - notBefore);
  }

  /** When silence or its age surely ends what is pending; undefined: never. */
  deadline(): number | undefined {
    if (this.age !== undefined) return this.decoder.deadline();
    const silence = this.endingSilence();
    const last = this.held.at(-1);
    return silence === undefined || last === undefined
      ? undefined
      : last.chunk.notAfter + SURELY_LONG * silence;
  }

  /** What is pending may have ended before `at`. */
  mayHaveEnded(at: number): boolean {
    if (this.age !== undefined) return at >= (this.beganAt ?? Infinity) + this.age.least;
    const silence = this.endingSilence();
    const { lastByte } = this;
    return (
      silence !== undefined && lastByte !== undefined && at >= lastByte.notBefore + SURELY_SHORT * silence
    );
  }

  /** What comes at `at` may refuse what is pending, before all of it has passed. What came in pieces, no pause may end. */
  mayBeAnsweredEarly(at: number): boolean {
    const isBegun = this.pending > 0 && at >= boundsIn(this.held[0], this.taken).notBefore;
    return isBegun && !this.isInPieces;
  }

  /** The pause before this chunk may have ended what is pending. */
  mayEndBefore(chunk: Chunk): boolean {
    if (this.age !== undefined) return this.mayHaveEnded(boundsOf(chunk, 0).notAfter);
    const silence = this.endingSilence();
    return silence !== undefined && this.pauseBefore(chunk).high > SURELY_SHORT * silence;
  }

  /** The bytes of the chunk may have come with a silence between two of them. */
  mayPauseIn({ bytes, notBefore, notAfter, lastNotBefore }: Chunk): boolean {
    if (this.silence === undefined || bytes.length < 2 || notAfter === lastNotBefore) return false;
    return notAfter - Math.max(notBefore, lastNotBefore) > SURELY_SHORT * this.silence;
  }

  /** More bytes; no silence has ended what is pending. */
  push(chunk: LinkChunk): readonly ReadEvent<T>[] {
    this.chunks++;
    if (this.changes !== undefined && chunk.bytes.length === 0) return [this.mark(chunk, this.changes)];
    this.passSilence(chunk);
    this.held.push({ chunk, from: this.pushed, pause: this.pauseBefore(chunk) });
    this.pushed += chunk.bytes.length;
    // What is pending has not ended: a fork is told so.
    const before = Math.min(chunk.notAfter, (this.decoder.deadline() ?? Infinity) - 1);
    const at = this.age === undefined ? this.clock : micros(before);
    if (this.canFork) this.log.push({ bytes: chunk.bytes, at });
    this.logged += chunk.bytes.length;
    return this.collect(this.decoder.push(chunk.bytes, at), 0);
  }

  /** No bytes: the link changes, and what is pending on it is lost, or a packet is empty. */
  private mark(chunk: LinkChunk, changes: Readonly<Record<LinkChange, T>>): ReadEvent<T> {
    const { notBefore, notAfter, change } = chunk;
    if (change !== undefined) {
      this.decoder = this.codec.decoder();
      [this.held, this.log, this.logged] = [[], [], 0];
      this.taken = this.pushed;
    }
    this.pushed++;
    this.taken++;
    const [raw, at] = [chunk.bytes, { notBefore, notAfter }];
    const times = { raw, first: notAfter, last: notAfter };
    const event: FrameEvent<T> =
      change === undefined
        ? { kind: 'reject', ...times, error: EMPTY }
        : { kind: 'frame', ...times, value: changes[change] };
    const { link, chunks } = this;
    const id = { id: this.before + this.taken, link, chunk: chunks, isAlone: true, stalled: 0 };
    const passed = { event, first: at, last: at };
    const read = { passed, ...id, pauses: 0, pause: NO_PAUSE, silence: 0, gap: notBefore - this.lastEnd };
    this.lastEnd = notAfter;
    return change === undefined ? read : { ...read, change };
  }

  /** Nothing is pending, but a decoder may remember what came before a silence. */
  private passSilence({ notBefore }: Chunk): void {
    const { silence, lastEnd } = this;
    if (silence === undefined || this.pending > 0 || notBefore < lastEnd + SURELY_LONG * silence) return;
    this.clock = micros(this.clock + 2 * silence);
    this.decoder.tick(this.clock);
  }

  /** Enough time has passed: what is pending ends, if time can end it. */
  expire(): readonly ReadEvent<T>[] {
    const silence = this.age === undefined ? this.endingSilence() : 0;
    const deadline = this.decoder.deadline();
    if (silence === undefined || deadline === undefined) return NONE;
    this.clock = deadline;
    return this.collect(this.decoder.tick(deadline), silence);
  }

  /** What is pending ends, if it is no beginning of a frame, whatever follows it. */
  expireGarbage(): readonly ReadEvent<T>[] {
    if (this.pending === 0 || !this.canFork) return NONE;
    // A frame that silence ends may go on: its checksum is wrong until then.
    if (this.age !== undefined || this.codec.endsBy === 'silence') return NONE;
    const event = this.fork().expire()[0]?.passed.event;
    return event?.kind === 'reject' && event.error.code !== TRUNCATED ? this.expire() : NONE;
  }

  /** The silence that would end what is pending. */
  private endingSilence(): Micros | undefined {
    const deadline = this.decoder.deadline();
    if (deadline === undefined || this.silence === undefined) return undefined;
    // A shorter one may end what has begun so.
    return micros(Math.min(this.silence, deadline - this.clock));
  }

  private pauseBefore(chunk: Chunk): Span {
    const last = this.held.at(-1)?.chunk;
    if (last === undefined || this.pending === 0) return NO_PAUSE;
    const low = Math.max(0, chunk.notBefore - last.notAfter);
    // Where the end of the chunk is exact, so is the begin of its first byte: a pause ends with that.
    const isExact = chunk.lastNotBefore === chunk.notAfter;
    const begin = isExact ? chunk.notBefore : boundsOf(chunk, 0).notAfter;
    return { low, high: Math.max(low, begin - last.lastNotBefore) };
  }

  private get shortestPause(): number {
    return Math.min(SHORTEST_PAUSE_US, SHORTEST_PAUSE * (this.silence ?? Infinity));
  }

  private collect(events: readonly FrameEvent<T>[], silence: number): readonly ReadEvent<T>[] {
    const isAlone = events.length < 2;
    const found = events.length === 0 ? NONE : events.map((event) => this.timed(event, silence, isAlone));
    refuseDropped(this.pushed - this.taken - this.pending, this.held, this.link);
    if (this.pending === 0) [this.held, this.log, this.logged] = [[], [], 0];
    else if (events.length > 0)
      this.held = this.held.filter(({ chunk, from }) => from + chunk.bytes.length > this.taken);
    return found;
  }

  private timed(event: FrameEvent<T>, silence: number, isAlone: boolean): ReadEvent<T> {
    const begin = this.taken;
    this.taken += event.raw.length;
    const end = this.taken - 1;
    const { held } = this;
    const isWhole = held.length === 1;
    const chunks = isWhole
      ? held
      : held.filter(({ chunk, from }) => from <= end && from + chunk.bytes.length > begin);
    const first = boundsIn(chunks[0], begin);
    const last = boundsIn(chunks.at(-1), end);
    const inner = isWhole ? NONE : chunks.slice(1);
    const gap = first.notBefore - this.lastEnd;
    this.lastEnd = last.notAfter;
    return {
      passed: { event: withTimes(event, first.notAfter, last.notAfter), first, last },
      link: this.link,
      id: this.before + this.taken,
      chunk: this.chunks,
      isAlone,
      pauses: isWhole ? 0 : inner.filter(({ pause }) => pause.low > this.shortestPause).length,
      pause: isWhole ? NO_PAUSE : widest(inner),
      silence,
      gap,
      stalled: chunks[0]?.chunk.stalledSinceReset ?? 0,
    };
  }
}

function withTimes<T>(event: FrameEvent<T>, first: Micros, last: Micros): FrameEvent<T> {
  const { raw } = event;
  return event.kind === 'frame'
    ? { kind: 'frame', value: event.value, raw, first, last }
    : { ...event, first, last };
}
