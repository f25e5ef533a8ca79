/** A bench for tests: one Durak board by itself, on a clock of the bench's own. */
import { decode, encode, type Packet } from '../../../../protocols/durak/durak';
import { micros, millis } from '../../../../protocols/time';
import type { BoardKind, VirtualBoard } from '../../engine/board';
import { DURAK_BOARD } from '../board';

const BYTE_US = 10e6 / 115_200;
const LINK = 'main';

/** Bytes the board said and when it began. */
export interface RxPacket {
  readonly at: number;
  readonly hex: string;
  /** Undefined where they are no packet. */
  readonly packet: Packet | undefined;
}

export interface BenchOptions {
  readonly kind?: BoardKind;
  readonly seed?: number;
  readonly parameters?: Readonly<Record<string, number>>;
  readonly defects?: readonly string[];
}

export class DurakBench {
  /** Microseconds since the bench was switched on. */
  now = 0;
  /** When the last byte was sent. */
  sentAt = 0;
  readonly rx: RxPacket[] = [];
  private readonly board: VirtualBoard;

  constructor({ kind = DURAK_BOARD, seed = 1, parameters = {}, defects = [] }: BenchOptions = {}) {
    this.board = kind.create({ seed, parameters, defects: new Set(defects) });
  }

  /** Puts a packet, hex text or bytes on the line; they come in slices of a millisecond, each told at its end. */
  send(what: Packet | string | Uint8Array): this {
    const bytes = bytesOf(what);
    for (let at = 0; at < bytes.length; at += 11) {
      const slice = bytes.subarray(at, at + 11);
      this.waitUs(slice.length * BYTE_US);
      this.board.receive(LINK, slice, micros(this.now));
      this.collect();
    }
    this.sentAt = this.now;
    return this;
  }

  /** Puts bytes on the line one at a time, with `pause` milliseconds after each. */
  trickle(what: Packet | string | Uint8Array, pause: number): this {
    for (const byte of bytesOf(what)) this.send(Uint8Array.of(byte)).wait(pause);
    return this;
  }

  /** Lets time pass, in milliseconds. */
  wait(span: number): this {
    this.waitUs(millis(span));
    return this;
  }

  /** Sends, gives the board 30 ms to acknowledge, and gives what it said by then. */
  ask(what: Packet | string | Uint8Array): string {
    const from = this.rx.length;
    this.send(what).wait(30);
    return this.since(from);
  }

  /** What was said after the first `from` packets, as hex. */
  since(from: number): string {
    return this.rx
      .slice(from)
      .map(({ hex }) => hex)
      .join(' ');
  }

  /** What the board says within `most` milliseconds that `wanted` takes; waits no longer than it needs. */
  next(wanted: (said: RxPacket) => boolean, most = 2500): RxPacket | undefined {
    const end = this.now + millis(most);
    for (let from = this.rx.length; ; from = this.rx.length) {
      const wake = this.board.wakeAt();
      if (wake === undefined || wake > end) break;
      this.waitUs(Math.max(0, wake - this.now));
      const found = this.rx.slice(from).find(wanted);
      if (found !== undefined) return found;
    }
    this.waitUs(Math.max(0, end - this.now));
    return undefined;
  }

  powerOn(): this {
    this.board.reset(micros(this.now));
    return this;
  }

  wakeAt(): number | undefined {
    return this.board.wakeAt();
  }

  private waitUs(span: number): void {
    const end = this.now + span;
    for (let wake = this.board.wakeAt(); wake !== undefined && wake <= end; wake = this.board.wakeAt()) {
      this.now = Math.max(this.now, wake);
      this.collect();
    }
    this.now = end;
  }

  private collect(): void {
    for (const { bytes } of this.board.poll(micros(this.now)))
      this.rx.push({ at: this.now, hex: toHex(bytes), packet: read(bytes) });
  }
}

function bytesOf(what: Packet | string | Uint8Array): Uint8Array {
  if (what instanceof Uint8Array) return what;
  return typeof what === 'string' ? fromHex(what) : encode(what);
}

function read(bytes: Uint8Array): Packet | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
