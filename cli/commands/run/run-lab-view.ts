/** What is shown and written of runs in a lab: one as if its board were here, several as a line each and one page. */
import { join } from 'node:path';
import type { JobEvent } from '../../../lab/result-reader';
import { exitCode } from '../../../reports/text/headline';
import { printable } from '../../../reports/text/printable';
import type { Reporter } from '../../../reports/terminal/reporter';
import { summarize, type RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent, Progress, RunEnd } from '../../../scenarios/record';
import type { Suite } from '../../../scenarios/suite';
import { say, warn, StatusLine } from '../../shared/console';
import { UNREACHED, worstCode, type JobView } from '../../shared/lab/lab-jobs';
import { ReceivedFiles } from '../../shared/lab/received-files';
import { JOURNAL } from '../../shared/output/folder/folder-claim';
import { loadFrameReaders } from '../../shared/output/frame-readers';
import { reportToGithub } from '../../shared/output/github';
import {
  jsonSummary,
  createTerminal,
  isInteractive,
  isPlain,
  printConclusion,
  type OutputOptions,
} from '../../shared/output/run-output';
import { eventsOf } from '../../shared/output/journal-file';
import { reportWriteErrors } from '../../shared/output/folder/own-files';
import { drawTrace } from '../../shared/output/output-folder';
import { drawBoards, drawReports } from '../../shared/output/report-files';
import { UsageError } from '../../shared/usage-error';
import { throttle } from './progress-throttle';

interface LabViewOptions extends OutputOptions {
  readonly out: string;
  readonly suite: Suite;
  readonly seed: number;
  /** The number of scenarios that are asked for. */
  readonly scenarios: number;
  /** The command that repeats it. */
  readonly again: string;
  /** On several boards: each has a folder of its own below `out`. */
  readonly several: boolean;
  /** The line while `before` jobs wait before the first. */
  readonly waiting: (before: number) => string;
  /** Where GitHub reads no commands until then. */
  readonly resumeCommands: (() => void) | undefined;
}

interface BoardRun {
  readonly board: string;
  readonly files: ReceivedFiles;
  readonly progress: JournalProgress;
  readonly reporter: Required<Reporter> | undefined;
  /** Now and then, for the reporter. */
  readonly showProgress: ((progress: Progress) => void) | undefined;
  end?: RunEnd | undefined;
  /** Its journal began. */
  begun: boolean;
  /** Of a command that was refused. */
  code?: number | undefined;
}

/** There is something to draw. */
function hasRun({ begun, files }: BoardRun): boolean {
  return begun && !files.refused;
}

export class LabRunView implements JobView {
  private readonly runs = new Map<number, BoardRun>();
  private readonly failures: string[] = [];
  private readonly interactive: boolean;
  /** Where several are shown. */
  private readonly boards: BoardsProgress | undefined;

  constructor(private readonly options: LabViewOptions) {
    this.interactive = isInteractive(options);
    if (this.interactive && options.several) this.boards = new BoardsProgress(process.stdout.isTTY);
  }

  take(event: JobEvent): void {
    const run = this.runs.get(event.index);
    if (event.type === 'start') return this.begin(event, run);
    if (run === undefined) {
      if (event.type === 'failed') this.failures.push(event.reason);
      return;
    }
    const { board, files } = run;
    if (event.type === 'bytes') return files.take(event.file, event.bytes);
    if (event.type === 'failed') files.failure = event.reason;
    else {
      run.code = event.outcome.code;
      if (run.end === undefined) files.failure ??= event.outcome.reason ?? 'its journal has no end';
    }
    run.reporter?.end();
    this.boards?.end(board);
  }

  wait(before: number): void {
    if (this.interactive) say(this.options.waiting(before));
  }

  /** Draws the reports, and prints the end. Resolves with the exit code. Rejects with {@link UsageError} where there was no run at all. */
  async finish(interrupted: boolean): Promise<number> {
    const { several, out, resumeCommands } = this.options;
    const drawn = await Promise.all([...this.runs.values()].map((run) => this.draw(run)));
    resumeCommands?.();
    const summaries = drawn.flatMap(({ summary }) => summary ?? []);
    if (several && summaries.length > 0) reportWriteErrors(out, () => drawBoards(out, summaries));
    const code = worstCode([
      ...drawn.map((one) => one.code),
      ...(interrupted ? [130] : []),
      ...this.failures.map(() => UNREACHED),
    ]);
    for (const reason of this.failures) warn(printable(`wirejig: ${reason}`));
    if (summaries.length === 0 && !interrupted && this.failures.length === 0)
      throw new UsageError('the lab gave no run: ask again', UNREACHED);
    if (several) this.concludeSeveral(summaries, code);
    else if (summaries[0] !== undefined)
      printConclusion(this.options, { out, command: this.options.again }, summaries[0], code);
    if (resumeCommands !== undefined) for (const summary of summaries) reportToGithub(summary);
    return code;
  }

  private begin(
    { index, board, attempt }: Extract<JobEvent, { type: 'start' }>,
    earlier: BoardRun | undefined,
  ): void {
    const { several, out, suite, seed } = this.options;
    if (earlier !== undefined) {
      earlier.files.release();
      warn(printable(`wirejig: ${earlier.board} was lost: the run begins anew on ${board}`));
    } else if (this.interactive && !several)
      say(printable(attempt > 1 ? `on ${board}, attempt ${attempt}` : `on ${board}`) + '\n');
    this.boards?.begin(board);
    const directory = several ? join(out, board.replace('/', '-')) : out;
    const reporter = this.interactive && !several ? createTerminal(this.options, true) : undefined;
    const plain = isPlain(this.options.progress);
    const expected = { suite: suite.id, seed };
    const run: BoardRun = {
      board,
      files: new ReceivedFiles(directory, expected, (event) => this.show(run, event), !several),
      reporter,
      progress: new JournalProgress(this.options.scenarios),
      showProgress: reporter && throttle((progress) => reporter.onProgress(progress), plain),
      begun: false,
    };
    run.files.begin();
    this.runs.set(index, run);
  }

  private show(run: BoardRun, event: JournalEvent): void {
    run.begun ||= event.type === 'run';
    if (event.type === 'run-end') run.end = event;
    run.reporter?.onEvent(event);
    const progress = run.progress.add(event);
    if (event.type !== 'run-end') run.showProgress?.(progress);
    this.boards?.show(run.board, event, progress);
  }

  private async draw(run: BoardRun): Promise<{ readonly summary?: RunSummary; readonly code: number }> {
    const { board, files, end, code } = run;
    files.close();
    try {
      if (files.failure !== undefined) this.failures.push(`${board}: ${files.failure}`);
      if (!hasRun(run)) return { code: code === 2 ? 2 : UNREACHED };
      const events = eventsOf(join(files.directory, JOURNAL));
      const summary = summarize(events);
      const readers = await loadFrameReaders(summary.start);
      drawReports(files.directory, summary, readers, join(files.directory, JOURNAL));
      drawTrace(files.directory, events);
      return {
        summary,
        code: end === undefined ? UNREACHED : exitCode(summary),
      };
    } finally {
      files.release();
    }
  }

  private concludeSeveral(summaries: readonly RunSummary[], code: number): void {
    const { out, json, again } = this.options;
    const boards = [...this.runs.values()].filter(hasRun);
    if (json === true) {
      const runs = summaries.map((summary, at) =>
        jsonSummary(summary, boards[at]?.files.directory ?? out, code),
      );
      return say(`${JSON.stringify({ exitCode: code, runs })}\n`);
    }
    for (const [at, { headline }] of summaries.entries())
      say(`${headline.sign} ${headline.word}  ${printable(boards[at]?.board ?? '')}: ${headline.text}\n`);
    if (this.interactive)
      say(`\n  report  ${printable(join(out, 'report.html'))}\n  again   ${printable(again)}\n`);
  }
}

/** The progress of one run, as it would be told here. */
export class JournalProgress {
  private readonly titles = new Map<string, string>();
  private progress: Progress;

  /** `total`: its scenarios. */
  constructor(total: number) {
    this.progress = { suite: '', scenario: '', done: 0, total, exchanges: 0 };
  }

  add(event: JournalEvent): Progress {
    const { done, exchanges } = this.progress;
    if (event.type === 'run')
      for (const { id, title } of event.suites.flatMap(({ scenarios }) => scenarios))
        this.titles.set(id, title);
    else if (event.type === 'scenario') {
      const { suite, scenario } = event;
      this.progress = { ...this.progress, suite, scenario: this.titles.get(scenario) ?? scenario };
    } else if (event.type === 'scenario-end') this.progress = { ...this.progress, done: done + 1 };
    else if (event.type === 'chunk' && event.direction === 'tx')
      this.progress = { ...this.progress, exchanges: exchanges + 1 };
    return this.progress;
  }
}

/** Runs on several boards: a failed clause is a line at once; below, on a terminal, how far each board is. */
class BoardsProgress {
  private readonly status = new StatusLine();
  private readonly boards = new Map<string, Progress>();
  private readonly failed = new Set<string>();

  constructor(private readonly isTty: boolean) {}

  begin(board: string): void {
    this.status.print(printable(`on ${board}`));
  }

  show(board: string, event: JournalEvent, progress: Progress): void {
    this.boards.set(board, progress);
    if (event.type !== 'scenario-end') return;
    for (const [id, { verdict }] of Object.entries(event.requirements)) {
      const line = `✗ ${board}: ${id}`;
      if (verdict !== 'fail' || this.failed.has(line)) continue;
      this.failed.add(line);
      this.status.print(printable(line));
    }
    this.update();
  }

  end(board: string): void {
    if (this.boards.delete(board)) this.status.print(printable(`${board}: ended`));
    this.update();
  }

  private update(): void {
    if (!this.isTty || this.boards.size === 0) return;
    const parts = [...this.boards].map(([board, { done, total }]) => `${board} ${done}/${total}`);
    this.status.update(printable(parts.join('  ')));
  }
}
