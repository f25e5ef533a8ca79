/** The screen of a board's terminal, drawn from its last output when a failed check shows it. */
import { TERMINAL_SIZE } from '../../devices/links/pty-program';
import type { Chunk } from '../../protocols/chunk';
import {
  TerminalScreen,
  type ScreenSnapshot,
  type StyledRun,
} from '../../protocols/terminal/terminal-screen';
import type { Bench } from './bench';
import type { ScreenRecord, ScreenRunRecord } from '../record';

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

/** Leaves out plain blanks at the ends of rows, and empty rows at the end. */
export function screenRecord({ columns, rows, cursor }: ScreenSnapshot): ScreenRecord {
  const kept = rows.map(rowRecord);
  const last = kept.findLastIndex((row) => row.length > 0);
  return { columns, rows: kept.slice(0, last + 1), cursor };
}

function rowRecord(row: readonly StyledRun[]): readonly ScreenRunRecord[] {
  const runs = row.map(runRecord);
  const last = runs.at(-1);
  if (last === undefined || last.background !== undefined) return runs;
  const text = last.text.replace(/ +$/, '');
  return text === '' ? runs.slice(0, -1) : [...runs.slice(0, -1), { ...last, text }];
}

function runRecord({ text, style: { bold, foreground, background } }: StyledRun): ScreenRunRecord {
  return {
    text,
    ...(bold ? { bold } : {}),
    ...(foreground === undefined ? {} : { foreground }),
    ...(background === undefined ? {} : { background }),
  };
}
