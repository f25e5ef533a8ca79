/**
 * A serial console on the bench: the items of a suite's reader, a keyboard, and the terminal's screen.
 *
 *     type ──▸ link ──▸ board ──▸ link ──▸ reader ──▸ items, in order
 *                                    └──▸ TerminalScreen ──▸ shown by failed checks
 *
 * The memory is bounded for any output of the board, and every wait ends.
 */
import { LinkError } from '../../devices/links/link';
import { TERMINAL_SIZE } from '../../devices/links/pty-program';
import { consoleText } from '../../protocols/terminal/console-text';
import { TerminalScreen } from '../../protocols/terminal/terminal-screen';
import { after, micros, type Micros } from '../../protocols/time';
import type { Bench } from './bench';
import type { Channel } from './channel';
import type { BytesRecord, ScreenRecord } from '../record';
import { screenRecord } from '../journal/screen-record';

/** Makes items from bytes with any cuts. Never throws. Its memory is bounded. */
export interface ConsoleReader<T> {
  push(bytes: Uint8Array): readonly T[];
}

/**
 * The result of a wait. found: an item. quiet: no output for the whole time. flood: too much output between two keys.
 * ended: the board is gone, with the error of the link.
 */
export type ConsoleOutcome<T> =
  | { readonly kind: 'found'; readonly item: T }
  | { readonly kind: 'quiet' }
  | { readonly kind: 'flood' }
  | { readonly kind: 'ended'; readonly error: LinkError };

interface TimedItem<T> {
  readonly item: T;
  readonly at: Micros;
}

/** The most bytes between two keys. */
const FLOOD_BYTES = 1 << 20;
/** More bytes than any screen has. Output before a clear is invisible. */
const SCREEN_BYTES = 1 << 14;

export class Console<T> {
  private readonly channel: Channel<Uint8Array, Uint8Array>;
  private reader: ConsoleReader<T>;
  /** The last output: the screen is drawn from it on demand. */
  private recent: Uint8Array[] = [];
  private recentBytes = 0;
  private items: TimedItem<T>[] = [];
  private itemNotBefore = micros(0);
  private printed = 0;
  private lost: LinkError | undefined;

  constructor(
    private readonly bench: Bench,
    link: string,
    private readonly newReader: () => ConsoleReader<T>,
  ) {
    this.channel = bench.channel(link, consoleText, consoleText);
    this.reader = newReader();
    bench.watchScreen(() => this.screen());
  }

  /** Bytes printed since the last key. */
  get bytesPrinted(): number {
    return this.printed;
  }

  /** The earliest time of the last item. */
  get notBefore(): Micros {
    return this.itemNotBefore;
  }

  screen(): ScreenRecord {
    const terminal = new TerminalScreen(TERMINAL_SIZE.rows, TERMINAL_SIZE.columns);
    for (const bytes of this.recent) terminal.push(bytes);
    return screenRecord(terminal.snapshot());
  }

  /** The last traffic. */
  evidence(): readonly BytesRecord[] {
    return this.channel.evidence(12);
  }

  /** Call it after a reset of the board: clears the terminal and drops earlier output. */
  restart(): void {
    this.channel.discardInput();
    this.reader = this.newReader();
    this.recent = [];
    this.recentBytes = 0;
    this.items = [];
    this.printed = 0;
    this.lost = undefined;
  }

  /** Types these in one send. Earlier output does not answer them. The next wait reports a lost board. */
  async type(keys: Uint8Array): Promise<void> {
    this.items = [];
    this.printed = 0;
    try {
      await this.channel.sendBytes(keys);
    } catch (error) {
      this.lost = lossFrom(error);
    }
  }

  /** The next item; quiet if nothing is printed for `maxSilence`. */
  async next(maxSilence: Micros): Promise<ConsoleOutcome<T>> {
    for (;;) {
      const found = this.items.shift();
      if (found !== undefined) {
        this.itemNotBefore = found.at;
        return { kind: 'found', item: found.item };
      }
      if (this.printed > FLOOD_BYTES) return { kind: 'flood' };
      const outcome = await this.readOutput(maxSilence);
      if (outcome !== undefined) return outcome;
    }
  }

  /** Reads output until the deadline. Resolves with undefined if there was some. */
  private async readOutput(maxSilence: Micros): Promise<ConsoleOutcome<T> | undefined> {
    if (this.lost !== undefined) return { kind: 'ended', error: this.lost };
    try {
      const received = await this.channel.next(after(this.bench.now(), maxSilence));
      if (received === undefined) return { kind: 'quiet' };
      const { raw } = received.event;
      const at = received.notBefore;
      this.printed += raw.length;
      this.keepForScreen(raw);
      this.items.push(...this.reader.push(raw).map((item) => ({ item, at })));
      return undefined;
    } catch (error) {
      this.lost = lossFrom(error);
      return { kind: 'ended', error: this.lost };
    }
  }

  private keepForScreen(bytes: Uint8Array): void {
    this.recent.push(bytes);
    this.recentBytes += bytes.length;
    if (this.recentBytes < 2 * SCREEN_BYTES) return;
    while (this.recentBytes > SCREEN_BYTES && this.recent.length > 1)
      this.recentBytes -= this.recent.shift()?.length ?? 0;
  }
}

/** A lost link, for example when a program has ended. The runner handles other errors. */
function lossFrom(error: unknown): LinkError {
  if (error instanceof LinkError && error.fault === 'lost') return error;
  throw error;
}
