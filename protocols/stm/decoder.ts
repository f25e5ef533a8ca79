/**
 * The incremental decoder of both directions, and a one-shot one for a frame that is at hand whole.
 *
 * A frame that lies whole in the pushed bytes is taken from there; only what a push leaves over is held.
 */
import type { Decoder, FrameError, FrameEvent } from '../frame';
import { DecodeError, explainRejection } from '../decode-error';
import { after, micros, type Micros } from '../time';
import { checksumFault, contentFault, discardedFault, headFault, truncatedFault } from './fault';
import { LONGEST_FRAME } from './message';
import { measure, MORE, UNKNOWN_COMMAND, type Shape } from './shape';

/** One direction of the line: its forms, and how their content is read and judged. */
export interface Direction<T> {
  readonly shape: Shape;
  /** The message of a whole frame, undefined where its type cannot carry what came. */
  readonly read: (raw: Uint8Array) => T | undefined;
  /** Offset of what is out of range in a whole frame, -1: nothing. */
  readonly flaw: (raw: Uint8Array) => number;
}

const NOTHING: readonly never[] = [];

function judge<T>(
  direction: Direction<T>,
  raw: Uint8Array,
  sum: number,
  first: Micros,
  last: Micros,
): FrameEvent<T> {
  const value = direction.read(raw);
  const flaw = direction.flaw(raw);
  if (sum === 0 && flaw < 0 && value !== undefined) return { kind: 'frame', raw, first, last, value };
  const error = sum === 0 ? contentFault(raw, flaw) : checksumFault(raw, sum ^ raw[raw.length - 1]!);
  return value === undefined
    ? { kind: 'reject', raw, first, last, error }
    : { kind: 'reject', raw, first, last, error, value };
}

export class StmDecoder<T> implements Decoder<T> {
  private readonly held = new Uint8Array(LONGEST_FRAME);
  private length = 0;
  /** What {@link measure} says of the held bytes: negative while they are discarded. */
  private total = MORE;
  /** CMD and offending byte of a discarded stretch, and whether a part of it is gone already. */
  private cmd = 0;
  private seen = 0;
  private partDiscarded = false;
  private first = micros(0);
  private last = micros(0);
  private found: FrameEvent<T>[] | undefined;

  constructor(
    private readonly direction: Direction<T>,
    private readonly idleGap: Micros,
  ) {}

  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.idleGap);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<T>[] {
    if (this.length > 0 && at >= this.last + this.idleGap) this.flush();
    const end = bytes.length;
    let from = 0;
    while (from < end) {
      if (this.length === 0) {
        const total = measure(this.direction.shape, bytes, from, end);
        if (total > 0 && from + total <= end) {
          this.takeFrame(bytes, from, total, at, at);
          from += total;
          continue;
        }
        this.first = at;
        if (total > 0) this.total = total;
      }
      from = this.hold(bytes, from, end, at);
    }
    return this.take();
  }

  tick(now: Micros): readonly FrameEvent<T>[] {
    if (this.length > 0 && now >= this.last + this.idleGap) this.flush();
    return this.take();
  }

  /** A whole frame: copied, summed up and judged. */
  private takeFrame(bytes: Uint8Array, from: number, total: number, first: Micros, last: Micros): void {
    // Not slice(): a Buffer's is a view of the caller's memory.
    const raw = new Uint8Array(total);
    let sum = 0;
    let i = 0;
    // Four at a time: a third of what a frame costs is this loop.
    for (; i + 3 < total; i += 4) {
      const a = bytes[from + i]!;
      const b = bytes[from + i + 1]!;
      const c = bytes[from + i + 2]!;
      const d = bytes[from + i + 3]!;
      raw[i] = a;
      raw[i + 1] = b;
      raw[i + 2] = c;
      raw[i + 3] = d;
      sum ^= a ^ b ^ c ^ d;
    }
    for (; i < total; i++) sum ^= raw[i] = bytes[from + i]!;
    this.emit(judge(this.direction, raw, sum, first, last));
  }

  /** Holds bytes up to the end of the frame or of the room; gives where it stopped. */
  private hold(bytes: Uint8Array, from: number, end: number, at: Micros): number {
    const { held, direction } = this;
    let next = from;
    while (this.total === MORE && next < end) {
      held[this.length++] = bytes[next++]!;
      this.total = measure(direction.shape, held, 0, this.length);
      if (this.total < 0) this.refuse();
    }
    if (this.total < 0 && this.length === LONGEST_FRAME) this.part(at);
    const room = (this.total < 0 ? LONGEST_FRAME : this.total) - this.length;
    if (this.total !== MORE) {
      const stop = Math.min(end, next + room);
      let length = this.length;
      while (next < stop) held[length++] = bytes[next++]!;
      this.length = length;
    }
    this.last = at;
    if (this.total > 0 && this.length === this.total) {
      this.takeFrame(held, 0, this.length, this.first, at);
      this.clear();
    }
    return next;
  }

  private refuse(): void {
    this.cmd = this.held[0]!;
    this.seen = this.held[this.length - 1]!;
  }

  /** A full hold of discarded bytes goes, so that what decides at the gap still holds a byte. */
  private part(at: Micros): void {
    this.reject(discardedFault());
    this.partDiscarded = true;
    this.length = 0;
    this.first = at;
  }

  private flush(): void {
    const { total, length } = this;
    if (total < 0) {
      const offset = this.partDiscarded ? 0 : UNKNOWN_COMMAND - total;
      this.reject(headFault(this.direction.shape, total, this.cmd, this.seen, offset));
    } else {
      this.reject(truncatedFault(length, total));
    }
    this.clear();
  }

  private reject(error: FrameError): void {
    const { first, last } = this;
    this.emit({ kind: 'reject', raw: this.held.slice(0, this.length), first, last, error });
  }

  private clear(): void {
    this.length = 0;
    this.total = MORE;
    this.partDiscarded = false;
  }

  private emit(event: FrameEvent<T>): void {
    if (this.found === undefined) this.found = [event];
    else this.found.push(event);
  }

  private take(): readonly FrameEvent<T>[] {
    const found = this.found;
    if (found === undefined) return NOTHING;
    this.found = undefined;
    return found;
  }
}

/** The message of exactly one good frame, without a decoder's bookkeeping. Throws {@link DecodeError}. */
export function decodeOnce<T>(direction: Direction<T>, raw: Uint8Array): T {
  const length = raw.length;
  if (length > 0 && measure(direction.shape, raw, 0, length) === length) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum ^= raw[i]!;
    if (sum === 0 && direction.flaw(raw) < 0) {
      const value = direction.read(raw);
      if (value !== undefined) return value;
    }
  }
  throw new DecodeError(explainRejection(new StmDecoder(direction, micros(1)), raw, micros(1)));
}
