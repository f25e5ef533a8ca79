/**
 * Shows a run on a terminal or in a log: each suite when it ends (verbose: each scenario), a progress line if lines can
 * be rewritten, the failures, and the result.
 */
import { createColors } from 'picocolors';
import type {
  CheckRecord,
  JournalEvent,
  LineRecord,
  MoveRecord,
  Progress,
  RepetitionRecord,
  RunStart,
  ScenarioEnd,
  ScenarioStart,
} from '../../scenarios/record';
import { wrapText, type Paint } from '../text/exchange-text';
import { boardName } from '../text/parameters';
import { clip, printable } from '../text/printable';
import { formatElapsed, formatInstant, plural } from '../text/quantity';
import type { Reporter } from './reporter';
import { FOR_THE_JUDGE } from '../summary/event-collector';
import { createSummaryBuilder, type SummaryBuilder } from '../summary/summary';
import { repetitionResult } from '../summary/repetitions';
import { finalSummaryLines } from './final-summary';
import { paintTone, truncate } from './paint';
import { scenarioLines, suiteLines } from './scenario-lines';

export interface TerminalOptions {
  write(text: string): void;
  /** Whether lines can be rewritten. If not, no progress is shown, unless `plainProgress`. */
  readonly isTty: boolean;
  /** Progress is a new line each time. */
  readonly plainProgress?: boolean | undefined;
  /** Width of a line; 80 if unknown. */
  readonly columns?: number | undefined;
  readonly color: boolean;
  /** Shows each scenario, every check that did not pass, more of its bytes, and the events of the links. */
  readonly verbose?: boolean | undefined;
  /** Milliseconds of a wall clock, for a live run. */
  readonly now?: (() => number) | undefined;
}

/** The kept checks of a scenario that did not pass; the final summary counts them all. */
const KEPT_CHECKS = 200;
const CLEAR_LINE = '\r\u001b[2K';
/** Events of a link or the board that the user must see. */
const SHOWN_LINE_EVENTS: ReadonlySet<string> = new Set(['lost', 'unplugged', 'unplug', 'not-reset']);

const verboseLimits = { bytes: 1024, exchanges: 32, lead: 32, fields: 64, text: 4000 } as const;

class TerminalReporter implements Required<Reporter> {
  readonly name = 'terminal';
  readonly paint: Paint;
  readonly columns: number;
  private readonly summary: SummaryBuilder = createSummaryBuilder({ wire: false });
  private run: RunStart | undefined;
  private readonly began: number | undefined;
  /** The suite of the present scenarios, and when it began; unused if scenarios are shown. */
  private suite: { readonly id: string; readonly began: number | undefined } | undefined;
  private scenario: ScenarioStart | undefined;
  private checks: CheckRecord[] = [];
  private progressShown = false;

  constructor(private readonly options: TerminalOptions) {
    this.columns = Math.max(40, options.columns ?? 80);
    this.paint = createColors(options.color);
    this.began = options.now?.();
  }

  onEvent(event: JournalEvent): void {
    this.summary.add(event);
    switch (event.type) {
      case 'run':
        this.run = event;
        this.print(
          this.verbose
            ? headerLines(event, this.columns, this.paint)
            : shortHeaderLines(event, this.columns, this.paint),
        );
        break;
      case 'scenario':
        if (this.verbose) this.printScenario(undefined);
        else if (this.run?.repeat === undefined) this.beginScenario(event);
        this.scenario = event;
        break;
      case 'check':
        if (this.verbose && event.verdict !== 'pass' && this.checks.length < KEPT_CHECKS)
          this.checks.push(event);
        break;
      case 'scenario-end':
        if (this.verbose) this.printScenario(event);
        break;
      case 'repetition':
        this.printRepetition(event);
        break;
      case 'line':
        if (SHOWN_LINE_EVENTS.has(event.event) || (this.verbose && !FOR_THE_JUDGE.includes(event.event)))
          this.printLineEvent(event);
        break;
      case 'move':
        this.printMove(event);
        break;
      default:
    }
  }

  onProgress(progress: Progress): void {
    const { isTty, plainProgress, now } = this.options;
    if (!isTty && plainProgress !== true) return;
    const { done, total, suite, scenario, note, exchanges } = progress;
    const elapsed =
      now === undefined || this.began === undefined ? [] : [formatElapsed(now() - this.began, done, total)];
    const title = `${scenario}${note === undefined ? '' : ` — ${note}`}`;
    const parts = [`${done}/${total}`, ...elapsed, suite, title, plural(exchanges, 'exchange')];
    const line = printable(parts.join('  '));
    if (plainProgress === true) return this.print([clip(line, 400)]);
    this.options.write(`${CLEAR_LINE}${this.paint.dim(truncate(line, this.columns - 1))}`);
    this.progressShown = true;
  }

  end(): void {
    if (this.verbose) this.printScenario(undefined);
    else this.printSuite();
    const now = this.options.now?.();
    const took = now === undefined || this.began === undefined ? undefined : now - this.began;
    const { columns, paint, verbose } = this;
    this.print(finalSummaryLines(this.summary.summary(), { columns, paint, verbose, took }));
  }

  private get verbose(): boolean {
    return this.options.verbose === true;
  }

  private beginScenario({ suite }: ScenarioStart): void {
    if (this.suite?.id === suite) return;
    this.printSuite();
    this.suite = { id: suite, began: this.options.now?.() };
  }

  private printSuite(): void {
    const { suite } = this;
    if (suite === undefined) return;
    const summary = this.summary.summary();
    const { began } = suite;
    const now = this.options.now?.();
    const took = now === undefined || began === undefined ? undefined : now - began;
    const width = Math.max(0, ...summary.suites.map(({ id }) => id.length));
    for (const one of summary.suites)
      if (one.id === suite.id) this.print(suiteLines(summary, one, { width, took }, this));
    this.suite = undefined;
  }

  private printRepetition(event: RepetitionRecord): void {
    const { suites = [], repeat = 0 } = this.run ?? {};
    const clauses = suites.flatMap(({ requirements }) => requirements);
    const { sign, failed } = repetitionResult(event, clauses);
    const result = [
      ...(failed.length > 0 ? [`failed: ${failed.join(' ')}`] : [sign.word]),
      ...(event.outcome === 'done' ? [] : [event.outcome]),
    ].join(', ');
    const line = printable(clip(`run ${event.number} of ${repeat}  seed ${event.seed}  ${result}`, 400));
    this.print([`${paintTone(this.paint, sign.tone)(sign.sign)} ${line}`]);
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

  /** Shows the present scenario, if there is one, or checks outside a scenario. */
  private printScenario(end: ScenarioEnd | undefined): void {
    const { run, checks } = this;
    const scenario = end ?? this.scenario;
    this.checks = [];
    this.scenario = undefined;
    if (scenario === undefined && checks.length === 0) return;
    const limits = { ...verboseLimits, columns: this.columns - 6 };
    const page = { columns: this.columns, paint: this.paint, limits, checks: KEPT_CHECKS };
    this.print(scenarioLines({ run, scenario, end, checks }, page));
  }
}

/** The board and the seed, in one line if the terminal is wide enough. */
function shortHeaderLines({ version, board, seed }: RunStart, columns: number, paint: Paint) {
  const says = board.identity === undefined ? [] : [board.identity];
  const parts = [`wirejig ${version}`, boardName(board), ...says, `seed ${seed}`].map((part) =>
    printable(clip(part, 120)),
  );
  return [...wrapText(parts.join('  '), columns, 2).map((line) => paint.dim(line)), ''];
}

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

/** Shows a run on a terminal. `write` gets complete lines, except for the progress line of a tty. */
export function terminalReporter(options: TerminalOptions): Required<Reporter> {
  return new TerminalReporter(options);
}
