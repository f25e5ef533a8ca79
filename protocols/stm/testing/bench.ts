/** A bench for tests: one STM board that gets hex, bytes or requests. */
import { requests } from './codecs';
import { type Request, type Tile } from '../message';
import { STM_BOARD } from './parts';
import { millis } from '../../time';
import { BoardBench, fromHex, type BoardBenchOptions } from '../../../devices/virtual/testing/board-bench';

const LINK = STM_BOARD.links[0]?.name ?? '';

export class StmBench extends BoardBench {
  private readonly codec = requests();

  constructor(options?: BoardBenchOptions) {
    super(STM_BOARD, options);
  }

  /** Puts bytes on the line without waiting for an answer; the board receives them all at the end of the last. */
  send(bytes: string | Uint8Array): this {
    const raw = fromHex(bytes);
    return this.sendOn(LINK, raw, raw.length);
  }

  /** Sends, waits until any answer has come, and returns the bytes that came. */
  ask(what: string | Uint8Array | Request): string {
    const from = this.rx.length;
    this.send(typeof what === 'string' || what instanceof Uint8Array ? what : this.codec.encode(what));
    return this.advance(millis(170)).since(from);
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
}
