/** The screen of a board's terminal, drawn from its last output when a failed check shows it. */
import { TERMINAL_SIZE } from '../../devices/links/pty-program';
import type { Chunk } from '../../protocols/chunk';
import { TerminalScreen } from '../../protocols/terminal/terminal-screen';
import type { Bench } from './bench';
import { screenRecord } from '../journal/screen-record';
import type { ScreenRecord } from '../record';

/** More bytes than any screen has. Output before a clear is invisible. */
const SCREEN_BYTES = 1 << 14;

export class TerminalWatch {
  private recent: Uint8Array[] = [];
  private recentBytes = 0;

  /** `link`: whose output is a screen, which failed checks show then. Undefined: none. */
  constructor(
    bench: Bench,
    private readonly link: string | undefined,
  ) {
    if (link !== undefined) bench.watchScreen(() => this.record());
  }

  show({ direction, bytes }: Chunk, link: string): void {
    if (direction === 'tx' || link !== this.link) return;
    this.recent.push(bytes);
    this.recentBytes += bytes.length;
    if (this.recentBytes < 2 * SCREEN_BYTES) return;
    while (this.recentBytes > SCREEN_BYTES && this.recent.length > 1)
      this.recentBytes -= this.recent.shift()?.length ?? 0;
  }

  clear(): void {
    this.recent = [];
    this.recentBytes = 0;
  }

  private record(): ScreenRecord {
    const terminal = new TerminalScreen(TERMINAL_SIZE.rows, TERMINAL_SIZE.columns);
    for (const bytes of this.recent) terminal.push(bytes);
    return screenRecord(terminal.snapshot());
  }
}
