/**
 * A virtual board on a paced line, with the true time of every byte. The host has its own view of these times (host.ts).
 *
 *     host │ byte │ byte │ ──▶ board     bytes of one write leave without a pause
 *     host ◀── │ byte │ byte │ board     a byte has arrived when its last bit has
 */
import type { VirtualBoard } from '../../../devices/virtual/engine/board';
import { micros, type Micros } from '../../../protocols/time';

/** A board receives an unbroken run in slices of at most this many microseconds, as on paced lines. */
const SLICE_US = 1000;

/** A byte of the board. */
export interface Arrival {
  readonly byte: number;
  readonly at: number;
  /** Bytes of one frame have the same number. */
  readonly frame: number;
}

export interface TrueLineOptions {
  readonly link: string;
  readonly byteTime: number;
  /** Changes what the board sends. */
  readonly change?: (bytes: Uint8Array) => Uint8Array;
  /** How long the board's process stands still before it acts at `due`. */
  readonly boardStall?: () => number;
}

export class TrueLine {
  private time = 0;
  private freeAt = 0;
  private frames = 0;
  /** The board's process stands still until then. */
  private boardAwake = 0;
  /** The action of the board that its stall was drawn for. */
  private drawnFor: number | undefined;
  /** Bytes that nobody has read, in the order of time. Some of them have not arrived yet. */
  readonly unread: Arrival[] = [];

  constructor(
    private readonly board: VirtualBoard,
    private readonly options: TrueLineOptions,
  ) {
    this.collect();
  }

  get now(): Micros {
    return micros(this.time);
  }

  /** Sends bytes without a pause, and waits until the last one has left. */
  send(bytes: Uint8Array): void {
    const { byteTime, link } = this.options;
    const begin = this.time;
    const slice = byteTime > 0 ? Math.max(1, Math.floor(SLICE_US / byteTime)) : bytes.length;
    for (let from = 0; from < bytes.length; from += slice) {
      const part = bytes.subarray(from, from + slice);
      const end = begin + (from + part.length) * byteTime;
      while (this.advance(micros(end)));
      this.board.receive(link, part, this.now);
      this.collect();
    }
  }

  /** Lets time pass. Returns true, before `until`, as soon as the board has sent something. */
  advance(until: Micros): boolean {
    for (let wake = this.wakeAt(); wake !== undefined && wake <= until; wake = this.wakeAt()) {
      this.time = Math.max(this.time, wake);
      if (this.collect()) return true;
    }
    this.time = Math.max(this.time, until);
    return false;
  }

  /** Presses the reset button: bytes that have not arrived are lost. */
  reset(): void {
    const lost = this.unread.findIndex(({ at }) => at > this.time);
    if (lost >= 0) this.unread.splice(lost);
    this.freeAt = Math.min(this.freeAt, this.time);
    this.boardAwake = 0;
    this.drawnFor = undefined;
    this.board.reset(this.now);
    this.collect();
  }

  private wakeAt(): number | undefined {
    const due = this.board.wakeAt();
    const { boardStall } = this.options;
    if (due === undefined || boardStall === undefined) return due;
    if (this.drawnFor !== due) {
      this.drawnFor = due;
      this.boardAwake = due + boardStall();
    }
    return Math.max(due, this.boardAwake);
  }

  private collect(): boolean {
    if (this.boardAwake > this.time) return false;
    const sent = this.board.poll(this.now).filter(({ bytes }) => bytes.length > 0);
    const { byteTime, change = (bytes) => bytes } = this.options;
    for (const { bytes } of sent) {
      const begin = Math.max(this.freeAt, this.time);
      const frame = this.frames++;
      for (const [i, byte] of change(bytes).entries()) {
        this.freeAt = begin + (i + 1) * byteTime;
        this.unread.push({ byte, at: this.freeAt, frame });
      }
    }
    return sent.length > 0;
  }
}
