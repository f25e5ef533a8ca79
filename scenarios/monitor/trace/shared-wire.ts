/**
 * Both directions on one wire (an RS-485 pair), told apart by what each of them can read. A request is followed by its answer, unless the
 * line was quiet; what both could have sent, after that, is of nobody.
 */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { FrameEvent } from '../../../protocols/frame';
import { micros } from '../../../protocols/time';
import type { FrameCounts, FrameReading, TraceEvent } from './trace-monitor';

/** Byte times without a byte: the end of what cannot be read. */
const PAUSE_BYTES = 1.5;
/** The most bytes of a frame, and of a stretch that is none. */
const LONGEST = 4096;
/** Of a longer file the rest stays unread: some seconds of work. */
const MOST_WORK = 20_000_000;

interface SharedWire {
  readonly events: readonly TraceEvent[];
  readonly counts: FrameCounts;
}

/** `bytes`: one byte a chunk, in order of time; their direction counts for nothing. What is no chunk stays as it is. */
export function separateDirections(bytes: readonly TraceEvent[], reading: FrameReading): SharedWire {
  const events: TraceEvent[] = [];
  const counts = { right: 0, wrong: 0, unread: 0 };
  const run: ByteEvent[] = [];
  const separation = new Separation(reading, events, counts);
  const flush = (): void => separation.separate(run.splice(0));
  for (const event of bytes) {
    if (event.kind === 'chunk') run.push(event);
    else {
      flush();
      events.push(event);
    }
  }
  flush();
  return { events, counts };
}

type ByteEvent = Extract<TraceEvent, { kind: 'chunk' }>;

/** A frame that begins at some byte. */
interface FoundFrame {
  readonly length: number;
  readonly value: unknown;
}

class Separation {
  private work = 0;

  constructor(
    private readonly reading: FrameReading,
    private readonly events: TraceEvent[],
    private readonly counts: { right: number; wrong: number; unread: number },
  ) {}

  separate(run: readonly ByteEvent[]): void {
    const { reading, counts } = this;
    /** The latest frame. undefined: nobody knows what was before. */
    let latest: Direction | undefined;
    let isAnswered = false;
    for (let at = 0; at < run.length;) {
      const isQuiet = at > 0 && pauseBefore(run, at) > reading.idle;
      const isAnswerDue = latest === 'tx' && isAnswered && !isQuiet;
      const [tx, rx] = [this.frameAt(run, at, reading.tx), this.frameAt(run, at, reading.rx)];
      const isOfOthers = latest === 'tx' && !isAnswered;
      const isUnasked = rx !== undefined && reading.isUnasked?.(rx.value) === true;
      const direction = directionOf(tx !== undefined, rx !== undefined, latest, {
        isQuiet,
        isAnswerDue,
        isOfOthers,
        isUnasked,
      });
      const found = direction === 'tx' ? tx : rx;
      const isSpoilt = direction === undefined && isAnswerDue && tx === undefined && rx === undefined;
      const end = direction !== undefined && found !== undefined ? at + found.length : burstEnd(run, at);
      if (direction === undefined && !isSpoilt) {
        counts.unread++;
        const until = run[end - 1]?.chunk.notAfter ?? micros(0);
        this.events.push({ kind: 'lost', at: until, detail: 'bytes of which nobody can tell who sent them' });
        latest = undefined;
      } else {
        counts[isSpoilt ? 'wrong' : 'right']++;
        latest = direction ?? 'rx';
        this.give(run.slice(at, end), latest);
        isAnswered = tx !== undefined && reading.isAnswered?.(tx.value) !== false;
      }
      at = end;
    }
  }

  private give(bytes: readonly ByteEvent[], direction: Direction): void {
    for (const event of bytes) this.events.push({ ...event, chunk: { ...event.chunk, direction } });
  }

  /** The frame that begins here; undefined: none does. */
  private frameAt(
    run: readonly ByteEvent[],
    from: number,
    codec: FrameReading[Direction],
  ): FoundFrame | undefined {
    const decoder = codec.decoder();
    for (const { chunk } of run.slice(from, from + LONGEST)) {
      if (++this.work > MOST_WORK) return undefined;
      const [event] = [...decoder.tick(chunk.notBefore), ...decoder.push(chunk.bytes, chunk.notAfter)];
      if (event !== undefined) return foundIn(event);
    }
    const deadline = decoder.deadline();
    const [event] = deadline === undefined ? [] : decoder.tick(deadline);
    return event === undefined ? undefined : foundIn(event);
  }
}

function foundIn(event: FrameEvent<unknown>): FoundFrame | undefined {
  return event.kind === 'frame' ? { length: event.raw.length, value: event.value } : undefined;
}

interface Situation {
  /** Nothing was in flight. */
  readonly isQuiet: boolean;
  readonly isAnswerDue: boolean;
  /** The latest request was for another board. */
  readonly isOfOthers: boolean;
  /** The board may send it without a request. */
  readonly isUnasked: boolean;
}

/** Who sent the frame; undefined: it may be either, or it is none. */
function directionOf(
  isTx: boolean,
  isRx: boolean,
  latest: Direction | undefined,
  { isQuiet, isAnswerDue, isOfOthers, isUnasked }: Situation,
): Direction | undefined {
  if (isTx !== isRx) {
    if (isTx) return 'tx';
    // A request in pieces, and the answer of another board, may look like an answer of this one.
    return isUnasked || (latest === 'tx' && !isOfOthers) ? 'rx' : undefined;
  }
  if (!isTx) return undefined;
  if (isAnswerDue) return 'rx';
  return latest === 'rx' || (latest === undefined && isQuiet) ? 'tx' : undefined;
}

function pauseBefore(run: readonly ByteEvent[], at: number): number {
  return (run[at]?.chunk.notBefore ?? 0) - (run[at - 1]?.chunk.notAfter ?? 0);
}

function burstEnd(run: readonly ByteEvent[], from: number): number {
  const widthOf = ({ notBefore, notAfter }: Chunk): number => notAfter - notBefore;
  let end = from + 1;
  for (const { chunk } of run.slice(end, end + LONGEST)) {
    if (pauseBefore(run, end) > PAUSE_BYTES * widthOf(chunk)) break;
    end++;
  }
  return end;
}
