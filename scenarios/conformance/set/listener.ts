/** The console as the suite hears it: lines that say something, with their times; the end of every line is judged (SET-FR-08). */
import type { ConsoleLine } from '../../../protocols/terminal/console-line';
import { readReport, type Report } from '../../../protocols/set/set';
import type { Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';

const ID = 'SET-FR-08';

export interface Heard {
  readonly report: Report;
  /** Bounds on when the line began, and when it had come whole. */
  readonly notBefore: Micros;
  readonly end: Micros;
}

/** Places where one of the page's texts begins inside of a line. */
const BOUNDARY =
  /(?<!\d)(?=\d+,SpotNewSet:)|(?=SetCnt:\d)|(?<=SetCnt:\d+)(?=\d,(?:EndOfFrame|SpotNewSet))|(?=NoSets)|(?<!\d)(?=\d+,EndOfFrame,)|(?=Duplicate:)|(?=TooManyCardsOnnTable:)/;
const PREFIX_BEHIND = /(?:\[[^\]]*\]\s*)+$/;

/** What a line says that holds several of the page's texts, with no line end between them; else nothing. */
function runTogether(text: string): readonly Report[] {
  const pieces = text.split(BOUNDARY).map((piece) => piece.replace(PREFIX_BEHIND, ''));
  const reports = pieces.flatMap((piece) => readReport(piece) ?? []);
  return reports.length < 2 ? [] : reports;
}

export class Listener {
  /** A line that was cut by the opening of the link, or by a reset, may come first. */
  private cut = true;
  private lines: { readonly text: string; readonly notBefore: Micros; readonly end: Micros }[] = [];
  private runs = false;

  constructor(
    private readonly bench: Bench,
    readonly channel: Channel<ConsoleLine, ConsoleLine>,
  ) {}

  /** true: lines were seen that no line end parts. */
  get together(): boolean {
    return this.runs;
  }

  /** Forgets what has come; the next line may be a part of one. */
  restart(): void {
    this.channel.discardInput();
    this.cut = true;
    this.lines = [];
  }

  /** From here on {@link parted} looks. */
  mark(): void {
    this.lines = [];
  }

  /** What the next line says: nothing where it is not known. undefined: no line began by `deadline`. */
  async hear(deadline: Micros): Promise<readonly Heard[] | undefined> {
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
   * To be asked where something is missing: whether lines since the mark hold several in one, which is judged.
   * true: they do, and are given as what they say; from then on such lines are read so.
   */
  parted(): readonly Heard[] | undefined {
    const run = this.runs ? undefined : this.lines.find(({ text }) => runTogether(text).length > 0);
    if (run === undefined) return undefined;
    this.runs = true;
    this.bench.check(ID, false, () => ({
      title: `the console line '${run.text}'`,
      expected: 'CR LF behind each line',
      seen: `${runTogether(run.text).length} lines in one`,
    }));
    return this.lines.flatMap(({ text, notBefore, end }) =>
      this.read(text).map((report) => ({ report, notBefore, end })),
    );
  }

  private read(text: string): readonly Report[] {
    const several = this.runs ? runTogether(text) : [];
    const one = readReport(text);
    if (several.length > 0 || one === undefined) return several;
    return [one];
  }

  private judge({ text, end }: ConsoleLine): void {
    const { cut } = this;
    this.cut = false;
    // A prompt that waits is no line; a text of the page is one.
    if (cut || this.bench.failedEnough(ID) || (end === 'silence' && readReport(text) === undefined)) return;
    this.bench.check(ID, end === 'crlf', () => ({
      title: `the console line '${text}'`,
      expected: 'CR LF behind it',
      seen: { lf: 'LF alone', cr: 'CR alone', silence: 'nothing', crlf: 'CR LF' }[end],
    }));
  }
}
