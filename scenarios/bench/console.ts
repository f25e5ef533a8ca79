/**
 * A serial console on the bench: a keyboard, what is printed chunk by chunk, and the terminal's screen for failed checks.
 *
 *     type ──▸ link ──▸ board ──▸ link ──▸ chunks
 *                                    └──▸ TerminalScreen ──▸ shown by failed checks
 */
import { TERMINAL_SIZE } from '../../devices/links/pty-program';
import type { Chunk } from '../../protocols/chunk';
import { consoleText } from '../../protocols/terminal/console-text';
import { TerminalScreen } from '../../protocols/terminal/terminal-screen';
import type { Micros } from '../../protocols/time';
import type { Bench } from './bench';
import type { Channel } from './channel';
import type { BytesRecord, ScreenRecord } from '../record';
import { screenRecord } from '../journal/screen-record';

/** More bytes than any screen has. Output before a clear is invisible. */
const SCREEN_BYTES = 1 << 14;

export class Console {
  private readonly channel: Channel<Uint8Array, Uint8Array>;
  /** The last output: the screen is drawn from it on demand. */
  private recent: Uint8Array[] = [];
  private recentBytes = 0;

  constructor(bench: Bench, link: string) {
    this.channel = bench.channel(link, consoleText, consoleText);
    bench.watchScreen(() => this.screen());
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
    this.recent = [];
    this.recentBytes = 0;
  }

  /** Types these in one send. Rejects with a LinkError if the board is lost, as {@link next} does. */
  type(keys: Uint8Array): Promise<Chunk> {
    return this.channel.sendBytes(keys);
  }

  /** What is printed next; undefined: nothing until then. */
  async next(until: Micros): Promise<Chunk | undefined> {
    const chunk = await this.channel.nextChunk(until);
    if (chunk !== undefined) this.keepForScreen(chunk.bytes);
    return chunk;
  }

  private keepForScreen(bytes: Uint8Array): void {
    this.recent.push(bytes);
    this.recentBytes += bytes.length;
    if (this.recentBytes < 2 * SCREEN_BYTES) return;
    while (this.recentBytes > SCREEN_BYTES && this.recent.length > 1)
      this.recentBytes -= this.recent.shift()?.length ?? 0;
  }
}
