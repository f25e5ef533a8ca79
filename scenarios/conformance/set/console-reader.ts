/** Reads reports from the console, with their times. Judges the end of every line (SET-FR-08). */
import type { ConsoleLine } from '../../../protocols/terminal/console-line';
import { readReport, type Report } from '../../../protocols/set/set';
import type { Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';

const ID = 'SET-FR-08';

export interface TimedReport {
  readonly report: Report;
  /** Bounds of the time: from the beginning of the line to its end. */
  readonly notBefore: Micros;
  readonly end: Micros;
}

/** Places inside a line where one of the page's texts begins. */
const REPORT_START =
  /(?<!\d)(?=\d+,SpotNewSet:)|(?=SetCnt:\d)|(?<=SetCnt:\d+)(?=\d,(?:EndOfFrame|SpotNewSet))|(?=NoSets)|(?<!\d)(?=\d+,EndOfFrame,)|(?=Duplicate:)|(?=TooManyCardsOnnTable:)/;
const TRAILING_PREFIX = /(?:\[[^\]]*\]\s*)+$/;

/** The reports of a line that contains several without a line end between them. None of any other line. */
function splitReports(text: string): readonly Report[] {
  const pieces = text.split(REPORT_START).map((piece) => piece.replace(TRAILING_PREFIX, ''));
  const reports = pieces.flatMap((piece) => readReport(piece) ?? []);
  return reports.length < 2 ? [] : reports;
}

export class ConsoleReader {
  /** The next line may lack its beginning, because the link was opened or the board reset in the middle of it. */
  private mayBePartial = true;
  private lines: { readonly text: string; readonly notBefore: Micros; readonly end: Micros }[] = [];
  private runTogether = false;

  constructor(
    private readonly bench: Bench,
    readonly channel: Channel<ConsoleLine, ConsoleLine>,
  ) {}

  /** true: the board has left out a line end. */
  get linesRunTogether(): boolean {
    return this.runTogether;
  }

  /** Discards what has come; the next line may lack its beginning. */
  restart(): void {
    this.channel.discardInput();
    this.mayBePartial = true;
    this.lines = [];
  }

  /** {@link splitLines} looks at lines that come after this. */
  clearLines(): void {
    this.lines = [];
  }

  /** The reports of the next line, none if its text is unknown. undefined: no line began by `deadline`. */
  async next(deadline: Micros): Promise<readonly TimedReport[] | undefined> {
    const received = await this.channel.next(deadline);
    if (received === undefined) return undefined;
    const { event, notBefore, end } = received;
    if (event.kind === 'reject') return [];
    this.judge(event.value);
    const { text } = event.value;
    this.lines.push({ text, notBefore, end });
    return this.read(text).map((report) => ({ report, notBefore, end }));
  }

  /**
   * Call this where a report is missing. If a line contains several reports, judges that, returns all reports since
   * {@link clearLines}, and splits such lines from then on. Else undefined.
   */
  splitLines(): readonly TimedReport[] | undefined {
    const run = this.runTogether ? undefined : this.lines.find(({ text }) => splitReports(text).length > 0);
    if (run === undefined) return undefined;
    this.runTogether = true;
    this.bench.check(ID, false, () => ({
      title: `the console line '${run.text}'`,
      expected: 'CR LF after each line',
      seen: `${splitReports(run.text).length} lines in one`,
    }));
    return this.lines.flatMap(({ text, notBefore, end }) =>
      this.read(text).map((report) => ({ report, notBefore, end })),
    );
  }

  private read(text: string): readonly Report[] {
    const several = this.runTogether ? splitReports(text) : [];
    const one = readReport(text);
    if (several.length > 0 || one === undefined) return several;
    return [one];
  }

  private judge({ text, end }: ConsoleLine): void {
    const { mayBePartial } = this;
    this.mayBePartial = false;
    // A prompt without a line end is no line, unless it is a text of the page.
    if (mayBePartial || this.bench.failedEnough(ID) || (end === 'silence' && readReport(text) === undefined))
      return;
    this.bench.check(ID, end === 'crlf', () => ({
      title: `the console line '${text}'`,
      expected: 'CR LF after it',
      seen: { lf: 'LF alone', cr: 'CR alone', silence: 'nothing', crlf: 'CR LF' }[end],
    }));
  }
}
