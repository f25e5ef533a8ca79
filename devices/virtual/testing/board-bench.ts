/** A bench for tests: one virtual board by itself, sent byte after byte on a clock of the bench's own. */
import type { Symbology } from '../../../protocols/gm67/message';
import { micros } from '../../../protocols/time';
import type { BoardKind, VirtualBoard } from '../engine/board';

/** Bytes that the board put on a link, and when. */
export interface RxBytes {
  readonly at: number;
  readonly link: string;
  readonly bytes: Uint8Array;
}

export interface BoardBenchOptions {
  readonly seed?: number;
  readonly parameters?: Readonly<Record<string, number | string>>;
  readonly defects?: readonly string[];
}

export class BoardBench {
  /** Microseconds since power-on. */
  now = 0;
  /** When the last byte was sent. */
  sentAt = 0;
  readonly rx: RxBytes[] = [];
  private readonly board: VirtualBoard;

  constructor(
    private readonly kind: BoardKind,
    { seed = 1, parameters = {}, defects = [] }: BoardBenchOptions = {},
  ) {
    this.board = kind.create({ seed, parameters, defects: new Set(defects) });
  }

  /** Puts bytes on a link, one every byte time, without waiting for an answer. */
  sendOn(link: string, bytes: Uint8Array): this {
    const byteTime = 10e6 / (this.kind.links.find(({ name }) => name === link)?.baud ?? NaN);
    for (const byte of bytes) {
      this.advance(byteTime);
      this.board.receive(link, Uint8Array.of(byte), micros(this.now));
      this.collect();
    }
    this.sentAt = this.now;
    return this;
  }

  /** Lets time pass, in microseconds. */
  advance(span: number): this {
    const end = this.now + span;
    for (let wake = this.board.wakeAt(); wake !== undefined && wake <= end; wake = this.board.wakeAt()) {
      this.now = Math.max(this.now, wake);
      this.collect();
    }
    this.now = end;
    return this;
  }

  show(symbology: Symbology, payload: Uint8Array): this {
    this.board.present?.(symbology, payload, micros(this.now));
    this.collect();
    return this;
  }

  /** The reset button. */
  powerOn(): this {
    this.board.reset(micros(this.now));
    return this;
  }

  wakeAt(): number | undefined {
    return this.board.wakeAt();
  }

  private collect(): void {
    for (const { link, bytes } of this.board.poll(micros(this.now)))
      this.rx.push({ at: this.now, link, bytes });
  }
}
