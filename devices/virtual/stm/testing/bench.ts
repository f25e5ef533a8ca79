/** A bench for tests: one STM board by itself, asked byte by byte on a clock of the bench's own. */
import { requests, type Request, type Tile } from '../../../../protocols/stm/stm';
import { micros, millis } from '../../../../protocols/time';
import type { VirtualBoard } from '../../engine/board';
import { STM_BOARD } from '../board';

const BYTE_US = 10e6 / 115_200;
const LINK = STM_BOARD.links[0]?.name ?? '';

/** Bytes the board said and when it began. */
export interface Said {
  readonly at: number;
  readonly hex: string;
}

export interface BenchOptions {
  readonly seed?: number;
  readonly parameters?: Readonly<Record<string, number>>;
  readonly defects?: readonly string[];
  /** Another board than the virtual one. */
  readonly board?: VirtualBoard;
}

export class StmBench {
  /** Microseconds since power-on. */
  now = 0;
  /** When the last byte was sent. */
  sentAt = 0;
  readonly rx: Said[] = [];
  private readonly board: VirtualBoard;
  private readonly codec = requests();

  constructor({ seed = 1, parameters = {}, defects = [], board }: BenchOptions = {}) {
    this.board = board ?? STM_BOARD.create({ seed, parameters, defects: new Set(defects) });
  }

  /** Puts bytes on the line, hex text or raw, without waiting for an answer; all of them are told at their end. */
  send(bytes: string | Uint8Array): this {
    const raw = typeof bytes === 'string' ? fromHex(bytes) : bytes;
    this.advance(raw.length * BYTE_US);
    this.board.receive(LINK, raw, micros(this.now));
    this.sentAt = this.now;
    this.collect();
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

  /** Sends, waits until any answer to it has come, and gives what was said. */
  ask(what: string | Uint8Array | Request): string {
    const from = this.rx.length;
    this.send(typeof what === 'string' || what instanceof Uint8Array ? what : this.codec.encode(what));
    this.advance(millis(170));
    return this.rx
      .slice(from)
      .map(({ hex }) => hex)
      .join(' ');
  }

  powerOn(): void {
    this.board.reset(micros(this.now));
  }

  wakeAt(): number | undefined {
    return this.board.wakeAt();
  }

  start = (): string => this.ask({ type: 'start' });
  reset = (): string => this.ask({ type: 'reset' });
  state = (): string => this.ask({ type: 'set-state' });
  shuffle = (tiles: readonly Tile[]): string => this.ask({ type: 'shuffle', tiles });
  select = (tile: Tile, open = true): string => this.ask({ type: 'select', tile, open });
  match = (tile: Tile, open = true): string => this.ask({ type: 'match', tile, open });

  pair(a: Tile, b: Tile): void {
    this.select(a);
    this.match(b);
  }

  private collect(): void {
    for (const { bytes } of this.board.poll(micros(this.now))) {
      this.rx.push({ at: this.now, hex: toHex(bytes) });
    }
  }
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
