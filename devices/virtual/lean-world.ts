/**
 * One virtual board on paced lines without a host's machinery: who asks waits, and time jumps.
 *
 * The same bytes at the same times as in `world.ts`, for work that needs a hundred thousand exchanges a second.
 */
import type { Chunk } from '../link';
import type { Symbology } from '../../protocols/gm67/message';
import { micros, type Micros } from '../../protocols/time';
import type { BoardKind, VirtualBoard } from './board';

/** As paced lines do: a board hears an unbroken run in slices of this many microseconds at most. */
const SLICE_US = 1000;
const BITS_PER_BYTE = 10;

interface Line {
  readonly name: string;
  readonly byteTime: number;
  readonly slice: number;
  /** When the line to the host is free again. */
  free: number;
  /** Bytes on their way to the host: `end` is when the last of them has come. */
  readonly coming: { readonly bytes: Uint8Array; readonly end: number }[];
}

export class LeanWorld {
  private time = 0;
  private readonly lines: readonly Line[];

  constructor(
    links: BoardKind['links'],
    private readonly board: VirtualBoard,
  ) {
    this.lines = links.map(({ name, baud }) => {
      const byteTime = (BITS_PER_BYTE * 1e6) / baud;
      const slice = Math.max(1, Math.floor(SLICE_US / byteTime));
      return { name, byteTime, slice, free: 0, coming: [] };
    });
    this.collect();
  }

  get now(): Micros {
    return micros(this.time);
  }

  /** Puts bytes on the line and lets them pass. Throws for a link that is none. */
  send(link: string, bytes: Uint8Array): Chunk {
    const { byteTime, slice } = this.line(link);
    const notBefore = this.now;
    for (let from = 0; from < bytes.length; from += slice) {
      const part = bytes.subarray(from, from + slice);
      this.advance(notBefore + (from + part.length) * byteTime);
      this.board.receive(link, part, this.now);
      this.collect();
    }
    return { direction: 'tx', bytes, notBefore, notAfter: this.now, lastNotBefore: this.now };
  }

  /** The next bytes of a link, or undefined at `until`. */
  receive(link: string, until: Micros): Chunk | undefined {
    const line = this.line(link);
    for (;;) {
      const next = line.coming[0];
      const wake = this.board.wakeAt();
      if (next !== undefined && next.end <= until && (wake === undefined || next.end <= wake)) {
        line.coming.shift();
        this.time = Math.max(this.time, next.end);
        return chunkOf(next.bytes, next.end, line.byteTime);
      }
      if (wake === undefined || wake > until) {
        this.time = Math.max(this.time, until);
        return undefined;
      }
      this.time = Math.max(this.time, wake);
      this.collect();
    }
  }

  present(symbology: Symbology, payload: Uint8Array): void {
    this.board.present?.(symbology, payload, this.now);
    this.collect();
  }

  /** The reset button: what was on its way is lost. */
  reset(): void {
    for (const line of this.lines) {
      line.coming.length = 0;
      line.free = Math.min(line.free, this.time);
    }
    this.board.reset(this.now);
    this.collect();
  }

  private line(name: string): Line {
    const line = this.lines.find((one) => one.name === name);
    if (line === undefined) throw new Error(`the board has no link ${name}`);
    return line;
  }

  private advance(to: number): void {
    for (let wake = this.board.wakeAt(); wake !== undefined && wake < to; wake = this.board.wakeAt()) {
      this.time = Math.max(this.time, wake);
      this.collect();
    }
    this.time = Math.max(this.time, to);
  }

  private collect(): void {
    for (const { link, bytes } of this.board.poll(this.now)) {
      const line = this.line(link);
      line.free = Math.max(line.free, this.time) + bytes.length * line.byteTime;
      line.coming.push({ bytes, end: line.free });
    }
  }
}

function chunkOf(bytes: Uint8Array, end: number, byteTime: number): Chunk {
  const notBefore = micros(end - (bytes.length - 1) * byteTime);
  return { direction: 'rx', bytes, notBefore, notAfter: micros(end), lastNotBefore: micros(end) };
}
