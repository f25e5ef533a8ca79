/** A bench for tests: one virtual board on the bench's own clock. */
import { micros } from '../../../protocols/time';
import type { BoardKind, VirtualBoard } from '../engine/board';

/** Bytes that the board put on a link, and when. */
export interface RxBytes {
  readonly at: number;
  readonly link: string;
  readonly bytes: Uint8Array;
  /** `01 FF FE` */
  readonly hex: string;
}

export interface BoardBenchOptions {
  readonly seed?: number;
  readonly parameters?: Readonly<Record<string, number | string>>;
  readonly defects?: readonly string[];
  /** A board to use instead of a new one of the kind. */
  readonly board?: VirtualBoard;
}

export class BoardBench {
  /** Microseconds since power-on. */
  now = 0;
  /** When the last byte was sent. */
  sentAt = 0;
  readonly rx: RxBytes[] = [];
  protected readonly board: VirtualBoard;

  constructor(
    private readonly kind: BoardKind,
    { seed = 1, parameters = {}, defects = [], board }: BoardBenchOptions = {},
  ) {
    this.board = board ?? kind.create({ seed, parameters, defects: new Set(defects) });
  }

  /** Sends bytes in pieces of `pieceLength`, each received at its end, without waiting for an answer. */
  sendOn(link: string, bytes: Uint8Array, pieceLength = 1): this {
    const byteTime = 10e6 / (this.kind.links.find(({ name }) => name === link)?.baud ?? NaN);
    for (let at = 0; at < bytes.length; at += pieceLength) {
      const piece = bytes.subarray(at, at + pieceLength);
      this.advance(piece.length * byteTime);
      this.board.receive(link, piece, micros(this.now));
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

  present(symbology: string, payload: Uint8Array): this {
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

  /** The entries of `rx` after the first `from`, as hex. */
  since(from: number): string {
    return this.rx
      .slice(from)
      .map(({ hex }) => hex)
      .join(' ');
  }

  /** All that came, as hex with its times. */
  timedHex(): string {
    return this.rx.map(({ at, hex }) => `${at.toFixed(1)} ${hex}`).join('\n');
  }

  protected collect(): void {
    for (const { link, bytes } of this.board.poll(micros(this.now)))
      this.rx.push({ at: this.now, link, bytes, hex: toHex(bytes) });
  }
}

/** Hex text, or bytes as they are. */
export function fromHex(hex: string | Uint8Array): Uint8Array {
  return typeof hex === 'string' ? Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')) : hex;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
