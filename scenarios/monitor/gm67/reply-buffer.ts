/**
 * The bytes of a scanner since the last command, as frames and other bytes. In raw mode a code has any bytes, before or
 * after the replies. In packet mode every byte belongs to a frame.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { FrameEvent } from '../../../protocols/frame';
import { replies } from '../../../protocols/gm67/gm67';
import { checksum, OPCODE, REPLIES, type Reply } from '../../../protocols/gm67/message';
import { micros } from '../../../protocols/time';
import type { Bounds, TimedEvent } from '../../../protocols/monitor/timed-decoder';

export interface ReceivedReplies {
  /** Well-formed frames. If every byte must belong to a frame, rejects too. */
  readonly frames: readonly TimedEvent<Reply>[];
  /** Bytes outside frames. */
  readonly junk: Uint8Array;
  readonly junkFrom: Bounds | undefined;
}

/** The length of a frame's head, which holds the frame's length. */
const HEAD = 6;
const REPLY_OPCODES: readonly number[] = [OPCODE.ack, OPCODE.nak, OPCODE.parameter, OPCODE.revisionReply];

export class ReplyBuffer {
  private bytes: number[] = [];
  private times: Bounds[] = [];

  constructor(private readonly byteTime: number) {}

  get length(): number {
    return this.bytes.length;
  }

  push({ bytes, notBefore, notAfter, lastNotBefore }: Chunk): void {
    const last = bytes.length - 1;
    bytes.forEach((byte, i) => {
      this.bytes.push(byte);
      const latest = Math.max(notBefore, notAfter - (last - i) * this.byteTime);
      this.times.push({ notBefore: i === last ? lastNotBefore : notBefore, notAfter: micros(latest) });
    });
  }

  clear(): void {
    this.bytes = [];
    this.times = [];
  }

  /** `framed`: codes never come raw. `over`: an unfinished frame will not be completed. */
  read(framed: boolean, over: boolean): ReceivedReplies {
    return framed ? this.readFrames(over) : this.findFrames();
  }

  /** Drops what `read` gave, up to a frame that has begun. */
  drop(framed: boolean): void {
    if (!framed) return this.clear();
    let at = 0;
    for (let next = this.endOf(at); next > at; next = this.endOf(at)) at = next;
    const rest = Uint8Array.from(this.bytes.slice(at));
    if (beginsNoFrame(rest)) return this.clear();
    this.bytes.splice(0, at);
    this.times.splice(0, at);
  }

  private readFrames(over: boolean): ReceivedReplies {
    const frames: TimedEvent<Reply>[] = [];
    let at = 0;
    for (let next = this.endOf(at); next > at; next = this.endOf(at)) {
      frames.push(this.frame(at, next));
      at = next;
    }
    const rest = Uint8Array.from(this.bytes.slice(at));
    const junk = over || beginsNoFrame(rest) ? rest : new Uint8Array();
    return { frames, junk, junkFrom: junk.length > 0 ? this.times[at] : undefined };
  }

  private findFrames(): ReceivedReplies {
    const frames: TimedEvent<Reply>[] = [];
    const junk: number[] = [];
    let junkFrom: Bounds | undefined;
    for (let at = 0; at < this.bytes.length;) {
      const end = this.endOf(at);
      const found = end > at && isSummed(this.bytes.slice(at, end)) ? this.frame(at, end) : undefined;
      if (found?.event.kind === 'frame') {
        frames.push(found);
        at = end;
        continue;
      }
      junkFrom ??= this.times[at];
      junk.push(this.bytes[at++] ?? 0);
    }
    return { frames, junk: Uint8Array.from(junk), junkFrom };
  }

  /** The end of the frame that begins at `at`; `at`: it is incomplete, or no frame. */
  private endOf(at: number): number {
    const total = totalOf(Uint8Array.from(this.bytes.slice(at, at + HEAD)));
    return total > 0 && at + total <= this.bytes.length ? at + total : at;
  }

  private frame(at: number, end: number): TimedEvent<Reply> {
    const raw = Uint8Array.from(this.bytes.slice(at, end));
    const [first, last] = [this.times[at], this.times[end - 1]];
    if (first === undefined || last === undefined) throw new RangeError(`no frame at ${at}`);
    const [event] = replies().decoder().push(raw, last.notAfter);
    if (event === undefined) throw new RangeError(`no whole frame at ${at}`);
    const timed: FrameEvent<Reply> = { ...event, first: first.notAfter, last: last.notAfter };
    return { event: timed, first, last };
  }
}

/** The length of the frame with this beginning; 0: unknown yet; negative: no frame begins so. */
function totalOf(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : REPLIES.measure(bytes, 0, bytes.length);
}

function beginsNoFrame(bytes: Uint8Array): boolean {
  return totalOf(bytes) < 0;
}

/** Whether the last two bytes are the checksum of the others. */
export function isSummed(raw: readonly number[]): boolean {
  const bytes = Uint8Array.from(raw);
  const right = checksum(bytes, bytes.length - 2);
  return bytes.at(-2) === right >> 8 && bytes.at(-1) === (right & 0xff);
}

/**
 * Bytes that would be a reply without an error. `surely`: they are complete, so a code with the same beginning is
 * unlikely.
 */
export function looksLikeDamagedReply(junk: Uint8Array, surely: boolean): boolean {
  const listed = REPLY_OPCODES.includes(junk[1] ?? 0);
  if (totalOf(junk) === junk.length) return listed || isSummed([...junk]);
  return !surely && junk.length >= HEAD && listed && junk[2] === 0 && junk[3] === 0;
}

/** The error of bytes that are no frame, in words. */
export function rejectReason(junk: Uint8Array): string {
  const decoder = replies().decoder();
  const events = [...decoder.push(junk, micros(0)), ...decoder.tick(micros(1e9))];
  const [first] = events;
  return first?.kind === 'reject' ? first.error.message : 'no frame';
}
