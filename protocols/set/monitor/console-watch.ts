/** Reads the lines of the console, and sees how they end (SET-FR-08). */
import type { Chunk } from '../../chunk';
import type { FrameEvent } from '../../frame';
import { classifyConsoleText } from '../../monitor/console-text';
import { consoleLines, type ConsoleLine } from '../../terminal/console-line';
import { millis, type Micros } from '../../time';
import { readReport, type Report } from '../set';
import { reportsOf, splitReports } from './run-together';

/** A line that goes on after this silence, or never ends, counts as it is. */
const LINE_SILENCE = millis(1500);
/** So many lines with a wrong end are judged. */
const MOST_WRONG_ENDS = 3;

const UTF8 = new TextEncoder();

export interface LineListener {
  onReports(reports: readonly Report[]): void;
  /** A line of the page ended as it must. */
  onRightEnd(): void;
  /** `seen`: in place of CR LF. */
  onWrongEnd(text: string, seen: string): void;
}

export class ConsoleWatch {
  /** The bytes that ended the last line of the page. */
  lastLine: Chunk | undefined;
  private readonly decoder = consoleLines({ silence: LINE_SILENCE }).decoder();
  /** The next line may lack its beginning. */
  private mayBeCut = true;
  private wrongEnds = 0;
  private leavesOutEnds = false;
  /** The lines since the last settled frames. */
  private texts: string[] = [];

  constructor(private readonly listener: LineListener) {}

  push(chunk: Chunk): void {
    this.takeAll(this.decoder.push(chunk.bytes, chunk.notAfter), chunk);
  }

  tick(now: Micros): void {
    const deadline = this.decoder.deadline();
    if (deadline !== undefined && deadline <= now) this.takeAll(this.decoder.tick(now), this.lastLine);
  }

  settled(): void {
    if (this.texts.length > 0) this.texts = [];
  }

  /** A line since the last settled frames that tells of a crash: of a board that goes on it is a line as others. */
  get crash(): string | undefined {
    return this.texts.find(
      (text) => readReport(text) === undefined && classifyConsoleText(UTF8.encode(text)) === 'crash',
    );
  }

  /**
   * Where a report is missing: if a line contains several, judges that, and returns all reports of these lines. From then on such
   * lines are split.
   */
  splitLines(): readonly Report[] | undefined {
    const run = this.leavesOutEnds ? undefined : this.texts.find((text) => splitReports(text).length > 0);
    if (run === undefined) return undefined;
    this.leavesOutEnds = true;
    this.listener.onWrongEnd(run, `${splitReports(run).length} lines in one`);
    return this.texts.flatMap((text) => reportsOf(text, true));
  }

  private takeAll(events: readonly FrameEvent<ConsoleLine>[], chunk: Chunk | undefined): void {
    for (const event of events) if (event.kind === 'frame') this.take(event.value, chunk);
  }

  private take({ text, end }: ConsoleLine, chunk: Chunk | undefined): void {
    const { mayBeCut } = this;
    this.mayBeCut = false;
    const reports = reportsOf(text, this.leavesOutEnds);
    this.texts.push(text);
    if (reports.length > 0) {
      this.lastLine = chunk ?? this.lastLine;
      this.listener.onReports(reports);
      if (end === 'crlf') this.listener.onRightEnd();
    }
    // A prompt without a line end is no line, unless it is a text of the page.
    if (mayBeCut || end === 'crlf' || (end === 'silence' && reports.length === 0)) return;
    if (++this.wrongEnds > MOST_WRONG_ENDS) return;
    this.listener.onWrongEnd(text, { lf: 'LF alone', cr: 'CR alone', silence: 'nothing' }[end]);
  }
}
