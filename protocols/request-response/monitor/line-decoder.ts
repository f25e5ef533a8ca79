/**
 * One direction of a line: chunks in, frames out, each with bounds of its time.
 *
 *     pause between two chunks     0 ──── 0.5 ──────── 1.2 ────▶   of the silence that ends a frame
 *     the frame                    goes on │ either way │ has ended
 *
 * The decoder's own clock stands still until a silence is certain, so that the host's delays end no frame.
 */
import type { Chunk } from '../../chunk';
import type { Codec, Decoder, FrameEvent } from '../../frame';
import { after, micros, type Micros } from '../../time';
import type { Bounds, TimedEvent } from '../../monitor/timed-decoder';

/** A shorter pause, as a part of the silence that ends a frame, ends none. */
const SURELY_SHORT = 0.5;
/** An earlier part of what a later reject decides: nothing is due for it. */
const DISCARDED = 'discarded';
/** What may be the beginning of a frame. */
const TRUNCATED = 'truncated';
/** A longer one surely ends it. */
export const SURELY_LONG = 1.2;

export interface LineEvent<T> {
  readonly passed: TimedEvent<T>;
  /** Pauses inside it that are sure. */
  readonly pauses: number;
  /** The widest, as bounds in microseconds. */
  readonly pause: Span;
  /** It may be a part of something else: nobody knows how long the pauses inside it were, or what came before it. */
  readonly doubtful: boolean;
  /** From when on what it asks for is due: after its last byte, or after the silence that ended it. */
  readonly end: Bounds;
  /** The silence that ended it; 0: its last byte did. */
  readonly silence: Micros;
}

interface Span {
  readonly low: number;
  readonly high: number;
}

/** It asks for nothing. */
export function isDiscarded({ passed: { event } }: LineEvent<unknown>): boolean {
  return event.kind === 'reject' && event.error.code === DISCARDED;
}

interface HeldChunk {
  readonly chunk: Chunk;
  /** Counted from the first byte of the line. */
  readonly from: number;
  readonly pause: Span;
  readonly doubtful: boolean;
}

export class LineDecoder<T> {
  private readonly decoder: Decoder<T>;
  private clock = micros(0);
  private held: HeldChunk[] = [];
  private pushed = 0;
  private taken = 0;
  /** Bytes that nobody told of may stand before the next ones. */
  private doubtful = false;

  /** `frameSilence` ends a frame; undefined: silence ends none. */
  constructor(
    private readonly codec: Codec<T>,
    private readonly frameSilence: Micros | undefined,
  ) {
    this.decoder = codec.decoder();
  }

  /** true: bytes have come that are no event yet. */
  get pending(): boolean {
    return this.decoder.pending > 0;
  }

  /** What is pending came in pieces. */
  get isInPieces(): boolean {
    return this.pending && this.held.some(({ pause }) => pause.low > this.shortestPause);
  }

  /** Earliest and latest time of the last byte that is pending. */
  get lastByte(): Bounds | undefined {
    const last = this.held.at(-1);
    return this.pending && last !== undefined ? boundsOf(last.chunk, last.chunk.bytes.length - 1) : undefined;
  }

  /** true: the pause before this chunk may have ended what is pending, or not. */
  isAmbiguous(chunk: Chunk): boolean {
    const silence = this.silence();
    if (silence === undefined) return false;
    const { low, high } = this.pauseBefore(chunk);
    return high > SURELY_SHORT * silence && low < SURELY_LONG * silence;
  }

  /** true: what is pending may have ended by silence before `at`. */
  mayHaveEnded(at: Micros): boolean {
    const silence = this.silence();
    const { lastByte } = this;
    return (
      silence !== undefined && lastByte !== undefined && at >= lastByte.notBefore + SURELY_SHORT * silence
    );
  }

  /** true: what comes at `at` may be for what is pending, before silence has ended it. What came in pieces, no pause may end. */
  mayBeAnsweredEarly(at: Micros): boolean {
    const { lastByte } = this;
    return lastByte !== undefined && at >= lastByte.notBefore && !this.isInPieces;
  }

  push(chunk: Chunk): readonly LineEvent<T>[] {
    const pause = this.pauseBefore(chunk);
    const doubtful = this.isAmbiguous(chunk);
    const ended = this.tick(chunk.notBefore);
    this.held.push({ chunk, from: this.pushed, pause: this.pending ? pause : NO_PAUSE, doubtful });
    this.pushed += chunk.bytes.length;
    const found = this.collect(this.decoder.push(chunk.bytes, this.clock), undefined);
    return ended.length === 0 ? found : [...ended, ...found];
  }

  /** When silence surely ends what is pending; undefined: never. */
  deadline(): Micros | undefined {
    const silence = this.silence();
    const last = this.held.at(-1);
    if (silence === undefined || last === undefined) return undefined;
    return after(last.chunk.notAfter, micros(SURELY_LONG * silence));
  }

  tick(now: Micros): readonly LineEvent<T>[] {
    const deadline = this.deadline();
    return deadline === undefined || now < deadline ? NONE : this.endBySilence();
  }

  /** The line was silent for long enough: what is pending ends, if silence can end it. */
  endBySilence(): readonly LineEvent<T>[] {
    const silence = this.silence();
    const deadline = this.decoder.deadline();
    if (silence === undefined || deadline === undefined) return NONE;
    this.clock = deadline;
    return this.collect(this.decoder.tick(deadline), silence);
  }

  /** What is pending ends, if it is no beginning of a frame, whatever follows it. */
  endGarbage(): readonly LineEvent<T>[] {
    if (!this.pending) return [];
    const bytes = this.held.flatMap(({ chunk }) => [...chunk.bytes]).slice(-this.decoder.pending);
    const decoder = this.codec.decoder();
    const events = decoder.push(Uint8Array.from(bytes), micros(0));
    const [event] = [...events, ...decoder.tick(decoder.deadline() ?? micros(0))];
    return event?.kind === 'reject' && event.error.code !== TRUNCATED ? this.endBySilence() : [];
  }

  /** Bytes passed that nobody told of. Unless silence ends them, what comes next may be a part of the same frame. */
  lose(): void {
    this.endBySilence();
    this.doubtful = this.frameSilence === undefined;
  }

  /** The silence that would end what is pending. */
  private silence(): Micros | undefined {
    return this.decoder.deadline() === undefined ? undefined : this.frameSilence;
  }

  private pauseBefore(chunk: Chunk): Span {
    const last = this.held.at(-1)?.chunk;
    if (last === undefined || !this.pending) return NO_PAUSE;
    const low = Math.max(0, chunk.notBefore - last.notAfter);
    // Where the end of the chunk is exact, so is the begin of its first byte: a pause ends with that.
    const isExact = chunk.lastNotBefore === chunk.notAfter;
    const begin = isExact ? chunk.notBefore : boundsOf(chunk, 0).notAfter;
    return { low, high: Math.max(low, begin - last.lastNotBefore) };
  }

  private get shortestPause(): number {
    return Math.min(SHORTEST_PAUSE_US, SHORTEST_PAUSE * (this.frameSilence ?? Infinity));
  }

  /** The host does not know whether the bytes of one chunk came without a pause. */
  private mayPause({ bytes, notAfter, lastNotBefore }: Chunk): boolean {
    const limit = SURELY_SHORT * (this.frameSilence ?? Infinity);
    return bytes.length > 1 && notAfter - lastNotBefore > limit;
  }

  private collect(events: readonly FrameEvent<T>[], silence: Micros | undefined): readonly LineEvent<T>[] {
    const found = events.length === 0 ? NONE : events.map((event) => this.timed(event, silence));
    if (!this.pending) this.held.length = 0;
    else if (events.length > 0)
      this.held = this.held.filter(({ chunk, from }) => from + chunk.bytes.length > this.taken);
    return found;
  }

  private timed(event: FrameEvent<T>, silence: Micros | undefined): LineEvent<T> {
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
    const doubtful =
      this.doubtful || chunks.some(({ chunk }) => this.mayPause(chunk)) || inner.some((one) => one.doubtful);
    this.doubtful = false;
    return {
      passed: { event: withTimes(event, first.notAfter, last.notAfter), first, last },
      pauses: isWhole ? 0 : inner.filter(({ pause }) => pause.low > this.shortestPause).length,
      pause: isWhole ? NO_PAUSE : widest(inner),
      doubtful,
      end:
        silence === undefined
          ? last
          : { notBefore: after(last.notBefore, silence), notAfter: after(last.notAfter, silence) },
      silence: silence ?? micros(0),
    };
  }
}

/** What is shorter is no pause: microseconds, and as a part of the silence that ends a frame. */
const SHORTEST_PAUSE_US = 1000;
const SHORTEST_PAUSE = 0.25;
function withTimes<T>(event: FrameEvent<T>, first: Micros, last: Micros): FrameEvent<T> {
  const { raw } = event;
  return event.kind === 'frame'
    ? { kind: 'frame', value: event.value, raw, first, last }
    : { ...event, first, last };
}

const NONE: readonly never[] = [];
const NO_PAUSE: Span = { low: 0, high: 0 };

function widest(chunks: readonly HeldChunk[]): Span {
  let widest = NO_PAUSE;
  for (const { pause } of chunks) if (pause.low > widest.low || pause.high > widest.high) widest = pause;
  return widest;
}

function boundsIn(held: HeldChunk | undefined, position: number): Bounds {
  if (held === undefined) return { notBefore: micros(0), notAfter: micros(0) };
  return boundsOf(held.chunk, position - held.from);
}

/** When one byte of a chunk passed. Where the end of the chunk is exact, its bytes passed at an even pace. */
function boundsOf({ direction, bytes, notBefore, notAfter, lastNotBefore }: Chunk, index: number): Bounds {
  const last = bytes.length - 1;
  if (index === last) return { notBefore: lastNotBefore, notAfter };
  if (lastNotBefore < notAfter) return { notBefore, notAfter };
  // What is sent begins before its first byte; what is received is known from the end of its first byte on.
  const begin = direction === 'tx' ? -1 : 0;
  const pace = (notAfter - notBefore) / (last - begin);
  const at = micros(notAfter - (last - index) * pace);
  return { notBefore: at, notAfter: at };
}
