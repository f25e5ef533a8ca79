/**
 * Shows a run on a terminal or in a log: the header, each scenario when it ends, a progress line where lines can be
 * rewritten, and the result at the end.
 */
import { createColors } from 'picocolors';
import type {
  CheckRecord,
  JournalEvent,
  LineRecord,
  MoveRecord,
  Progress,
  RunStart,
  ScenarioEnd,
  ScenarioStart,
} from '../../scenarios/record';
import { wrapText, type Paint, type TextLimits } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { formatInstant, plural } from '../text/quantity';
import type { Reporter } from './reporter';
import { createSummaryBuilder, type SummaryBuilder } from '../summary/summary';
import { finalSummaryLines } from './final-summary';
import { scenarioLines } from './scenario-lines';
import { truncate } from './width';

export interface TerminalOptions {
  write(text: string): void;
  /** Whether lines can be rewritten. If not, a progress note is a separate line. */
  readonly isTty: boolean;
  /** Width of a line; 80 where unknown. */
  readonly columns?: number | undefined;
  readonly color: boolean;
  /** Shows every check that did not pass, more of its bytes, and what happens to the links. */
  readonly verbose?: boolean | undefined;
}

/** Checks that did not pass kept of one scenario; the summary at the end counts them all. */
const KEPT_CHECKS = 200;
const CLEAR_LINE = '\r\u001b[2K';
/** Events of a link that a person must see. */
const SHOWN_LINE_EVENTS: ReadonlySet<string> = new Set(['lost', 'unplugged', 'unplug']);

function limitsOf(verbose: boolean, columns: number): TextLimits {
  const width = columns - 6;
  return verbose
    ? { bytes: 1024, exchanges: 32, fields: 64, text: 4000, columns: width }
    : { bytes: 64, exchanges: 6, fields: 12, text: 400, columns: width };
}

class TerminalReporter implements Required<Reporter> {
  readonly name = 'terminal';
  private readonly paint: Paint;
  private readonly columns: number;
  private readonly summary: SummaryBuilder = createSummaryBuilder({ wire: false });
  private run: RunStart | undefined;
  private scenario: ScenarioStart | undefined;
  private checks: CheckRecord[] = [];
  private progressShown = false;
  private note: string | undefined;

  constructor(private readonly options: TerminalOptions) {
    this.columns = Math.max(40, options.columns ?? 80);
    this.paint = createColors(options.color);
  }

  onEvent(event: JournalEvent): void {
    this.summary.add(event);
    switch (event.type) {
      case 'run':
        this.run = event;
        this.print(headerLines(event, this.columns, this.paint));
        break;
      case 'scenario':
        this.printScenario(undefined);
        this.scenario = event;
        break;
      case 'check':
        if (event.verdict !== 'pass' && this.checks.length < KEPT_CHECKS) this.checks.push(event);
        break;
      case 'scenario-end':
        this.printScenario(event);
        break;
      case 'line':
        if (SHOWN_LINE_EVENTS.has(event.event) || this.options.verbose === true) this.printLineEvent(event);
        break;
      case 'move':
        this.printMove(event);
        break;
      case 'chunk':
      case 'histogram':
      case 'run-end':
      case 'fuzz':
      case 'fuzz-progress':
      case 'fuzz-resync':
      case 'fuzz-finding':
      case 'fuzz-resume':
      case 'fuzz-end':
        break;
    }
  }

  onProgress(progress: Progress): void {
    const note = progress.note === undefined ? '' : ` — ${progress.note}`;
    if (this.options.isTty) {
      const where = `${progress.done}/${progress.total}`;
      const parts = [
        where,
        progress.suite,
        `${progress.scenario}${note}`,
        plural(progress.exchanges, 'exchange'),
      ];
      const line = truncate(printable(parts.join('  ')), this.columns - 1);
      this.options.write(`${CLEAR_LINE}${this.paint.dim(line)}`);
      this.progressShown = true;
    } else if (progress.note !== undefined && progress.note !== this.note) {
      this.print([clip(printable(`… ${progress.scenario}${note}`), 400)]);
    }
    this.note = progress.note;
  }

  end(): void {
    this.printScenario(undefined);
    this.print(finalSummaryLines(this.summary.summary(), { columns: this.columns, paint: this.paint }));
  }

  private print(lines: readonly string[]): void {
    const clear = this.progressShown ? CLEAR_LINE : '';
    this.progressShown = false;
    const text = clear + lines.map((line) => `${line}\n`).join('');
    if (text !== '') this.options.write(text);
  }

  private printMove({ at, link, player, text }: MoveRecord): void {
    const when = this.paint.dim(formatInstant(at).padStart(12));
    this.print([`${when}  ${printable(clip(`${link}  player ${player} ${text}`, 400))}`]);
  }

  private printLineEvent({ link, event, detail }: LineRecord): void {
    const more = detail === undefined ? '' : `: ${detail}`;
    this.print([
      this.paint.yellow(
        `! ${printable(clip([link, event + more].filter((part) => part !== '').join(' '), 400))}`,
      ),
    ]);
  }

  /** Shows the scenario that was running, if there was one or something was checked without one. */
  private printScenario(end: ScenarioEnd | undefined): void {
    const { run, checks } = this;
    const scenario = end ?? this.scenario;
    this.checks = [];
    this.scenario = undefined;
    if (scenario === undefined && checks.length === 0) return;
    const verbose = this.options.verbose === true;
    const limits = limitsOf(verbose, this.columns);
    const page = { columns: this.columns, paint: this.paint, limits, checks: verbose ? KEPT_CHECKS : 1 };
    this.print(scenarioLines({ run, scenario, end, checks }, page));
  }
}

/** Board, links, suites and seed. */
function headerLines(run: RunStart, columns: number, paint: Paint): readonly string[] {
  const { board, suites } = run;
  const row = (label: string, text: string): readonly string[] =>
    wrapText(printable(clip(text, 400)), columns, 8).map((line, index) =>
      index === 0 ? `${paint.dim(label.padEnd(8))}${line}` : line,
    );
  const defects = board.defects.length > 0 ? `, with defects: ${board.defects.join(', ')}` : '';
  const clauses = plural(suites.flatMap(({ requirements }) => requirements).length, 'clause');
  const scenarios = plural(suites.flatMap((suite) => suite.scenarios).length, 'scenario');
  return [
    paint.bold(printable(`wirejig ${run.version}`)),
    ...row('board', `${board.name} (${board.kind}${board.virtual ? ', virtual' : ''}${defects})`),
    ...(board.identity === undefined ? [] : row('says', board.identity)),
    ...board.links.flatMap(({ name, url }) => row('link', `${name}  ${url}`)),
    ...row('suites', `${suites.map(({ id }) => id).join(', ')} (${clauses}, ${scenarios})`),
    ...row('seed', String(run.seed)),
    '',
  ];
}

/** Shows a run on a terminal. `write` gets whole lines, apart from the progress line of a tty. */
export function terminalReporter(options: TerminalOptions): Required<Reporter> {
  return new TerminalReporter(options);
}
