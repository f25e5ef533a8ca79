/**
 * The bytes of a scanner that belong to no reply yet, as frames and other bytes. In raw mode a code has any bytes,
 * before or after the replies. Where codes come as packets, or all of them are told, every byte belongs to a frame.
 */
import type { Chunk } from '../../chunk';
import type { FrameEvent } from '../../frame';
import type { Bounds, TimedEvent } from '../../monitor/timed-decoder';
import { micros } from '../../time';
import { checksum, OPCODE, REPLIES, type Reply } from '../message';

/** Bytes outside frames. */
export interface Junk {
  readonly bytes: Uint8Array;
  readonly from: Bounds;
  /** The longest pause between them, in microseconds. */
  readonly pause: number;
}

/** The bytes of the shortest frame. */
const SHORTEST = 6;
/** For so many bytes there is room at first. */
const SPACE = 64;
const REPLY_OPCODES: readonly number[] = [OPCODE.ack, OPCODE.nak, OPCODE.parameter, OPCODE.revisionReply];

export class ReplyBuffer {
  private bytes = new Uint8Array(SPACE);
  length = 0;
  /** The chunks of the bytes, each with the place of its first byte. */
  private chunks: { from: number; readonly chunk: Chunk }[] = [];

  constructor(private readonly byteTime: number) {}

  push(chunk: Chunk): void {
    const { length } = this;
    this.length += chunk.bytes.length;
    if (this.length > this.bytes.length) {
      const { bytes } = this;
      this.bytes = new Uint8Array(2 * this.length);
      this.bytes.set(bytes);
    }
    this.bytes.set(chunk.bytes, length);
    this.chunks.push({ from: length, chunk });
  }

  clear(): void {
    this.length = 0;
    if (this.chunks.length > 0) this.chunks = [];
  }

  /** Takes the frame at the beginning, which may have a wrong checksum; undefined: it is incomplete, or there is none. */
  takeFrame(): TimedEvent<Reply> | undefined {
    const end = this.endOf(0);
    if (end === 0) return undefined;
    const frame = this.frame(0, end);
    if (end === this.length) this.clear();
    else this.drop(end);
    return frame;
  }

  private drop(count: number): void {
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
    const first = this.chunks.findLastIndex(({ from }) => from <= count);
    this.chunks.splice(0, first);
    for (const one of this.chunks) one.from -= count;
  }

  /** The only content is one well-formed frame. */
  get isOneFrame(): boolean {
    const { length } = this;
    return length > 0 && this.endOf(0) === length && isSummed(this.bytes.subarray(0, length));
  }

  /** Takes all bytes, as those of no frame. */
  takeJunk(): Junk | undefined {
    const junk = this.junkOf(Array.from({ length: this.length }, (_, i) => i));
    this.clear();
    return junk;
  }

  /** Takes all bytes: the well-formed frames among them, wherever they begin, and the others. */
  findFrames(): { readonly frames: readonly TimedEvent<Reply>[]; readonly junk: Junk | undefined } {
    const frames: TimedEvent<Reply>[] = [];
    const others: number[] = [];
    for (let at = 0; at < this.length;) {
      const end = this.endOf(at);
      const found = end > at && isSummed(this.bytes.subarray(at, end)) ? this.frame(at, end) : undefined;
      if (found?.event.kind === 'frame') {
        frames.push(found);
        at = end;
      } else others.push(at++);
    }
    const junk = this.junkOf(others);
    this.clear();
    return { frames, junk };
  }

  /** The bytes at these places. */
  private junkOf(places: readonly number[]): Junk | undefined {
    const [first] = places;
    if (first === undefined) return undefined;
    const bytes = Uint8Array.from(places, (at) => this.bytes[at] ?? 0);
    const times = places.map((at) => this.timeOf(at));
    const pauses = times.map(({ notBefore }, i) => notBefore - (times[i - 1]?.notAfter ?? Infinity));
    return { bytes, from: this.timeOf(first), pause: pauses.reduce((a, b) => Math.max(a, b), 0) };
  }

  private timeOf(at: number): Bounds {
    let i = this.chunks.length - 1;
    while (i > 0 && (this.chunks[i]?.from ?? 0) > at) i--;
    const found = this.chunks[i];
    if (found === undefined) throw new RangeError(`no byte at ${at}`);
    const { from, chunk } = found;
    const { bytes, notBefore, notAfter, lastNotBefore } = chunk;
    const after = from + bytes.length - 1 - at;
    return {
      notBefore: after === 0 ? lastNotBefore : notBefore,
      notAfter: micros(Math.max(notBefore, notAfter - after * this.byteTime)),
    };
  }

  /** The end of the frame that begins at `at`; `at`: it is incomplete, or no frame. */
  private endOf(at: number): number {
    const total = at < this.length ? REPLIES.measure(this.bytes, at, this.length) : 0;
    return total > 0 && at + total <= this.length ? at + total : at;
  }

  private frame(at: number, end: number): TimedEvent<Reply> {
    const raw = this.bytes.slice(at, end);
    const [first, last] = [this.timeOf(at), this.timeOf(end - 1)];
    const read = REPLIES.decode(raw);
    const [from, to] = [first.notAfter, last.notAfter];
    const event: FrameEvent<Reply> =
      read.kind === 'frame'
        ? { kind: 'frame', raw, first: from, last: to, value: read.value }
        : { ...read, raw, first: from, last: to };
    return { event, first, last };
  }
}

/** The length of the frame with this beginning; 0: unknown yet; negative: no frame begins so. */
function totalOf(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : REPLIES.measure(bytes, 0, bytes.length);
}

/** Whether the last two bytes are the checksum of the others. */
export function isSummed(bytes: Uint8Array): boolean {
  const right = checksum(bytes, bytes.length - 2);
  return bytes.at(-2) === right >> 8 && bytes.at(-1) === (right & 0xff);
}

/** These bytes have the opcode of a reply to a command. */
export function hasReplyOpcode(raw: Uint8Array): boolean {
  return REPLY_OPCODES.includes(raw[1] ?? 0);
}

/**
 * Bytes that would be a reply without an error. `surely`: they are complete, so a code with the same beginning is
 * unlikely.
 */
export function looksLikeDamagedReply(junk: Uint8Array, surely: boolean): boolean {
  if (totalOf(junk) === junk.length) return hasReplyOpcode(junk) || isSummed(junk);
  return !surely && junk.length >= SHORTEST && hasReplyOpcode(junk) && junk[2] === 0 && junk[3] === 0;
}
