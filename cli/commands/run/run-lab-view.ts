/** What is shown and written of runs in a lab: one as if its board were here, several as a line each and one page. */
import { join } from 'node:path';
import { exitCode } from '../../../reports/text/headline';
import { printable } from '../../../reports/text/printable';
import { summarize, type RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { say, sayJson } from '../../shared/console';
import { BoardsProgress, type LabCommand } from '../../shared/lab/board-jobs';
import { UNREACHED } from '../../shared/lab/lab-jobs';
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
import { throttle } from './progress-throttle';

interface LabViewOptions extends OutputOptions {
  readonly out: string;
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

export function labRunView(options: LabViewOptions): LabCommand {
  const { out, several, again, resumeCommands } = options;
  const interactive = isInteractive(options);
  const lines = interactive && several ? new BoardsProgress() : undefined;
  const failed = new Set<string>();
  const runs: DrawnRun[] = [];
  const showFailures = (board: string, event: JournalEvent): void => {
    if (event.type !== 'scenario-end') return;
    for (const [id, { verdict }] of Object.entries(event.requirements)) {
      const line = `✗ ${board}: ${id}`;
      if (verdict !== 'fail' || failed.has(line)) continue;
      failed.add(line);
      lines?.print(line);
    }
  };
  return {
    what: 'the run',
    wait: (before) => {
      if (interactive) say(options.waiting(before));
    },
    begin: (job, attempt) => {
      const { board, files } = job;
      if (attempt !== undefined && interactive && !several)
        say(printable(attempt > 1 ? `on ${board}, attempt ${attempt}` : `on ${board}`) + '\n');
      lines?.print(`on ${board}`);
      const reporter = interactive && !several ? createTerminal(options, true) : undefined;
      const show =
        reporter && throttle((progress) => reporter.onProgress(progress), isPlain(options.progress));
      const journal = new JournalProgress(options.scenarios);
      let begun = false;
      return {
        show: (event) => {
          begun = true;
          reporter?.onEvent(event);
          const progress = journal.add(event);
          if (event.type !== 'run-end') show?.(progress);
          showFailures(board, event);
          if (event.type === 'scenario-end') lines?.update(board, `${progress.done}/${progress.total}`);
        },
        ended: () => {
          reporter?.end();
          if (begun) lines?.print(`${board}: ended`);
          lines?.end(board);
        },
        draw: async () => {
          if (!begun || files.refused) return job.code === 2 ? 2 : UNREACHED;
          const { directory } = files;
          const events = eventsOf(join(directory, JOURNAL));
          const summary = summarize(events);
          drawReports(directory, summary, await loadFrameReaders(summary.start), join(directory, JOURNAL));
          drawTrace(directory, events);
          runs.push({ board, directory, summary });
          return job.end === undefined ? UNREACHED : exitCode(summary);
        },
      };
    },
    conclude: (code) => {
      resumeCommands?.();
      const summaries = runs.map(({ summary }) => summary);
      if (several && runs.length > 0) reportWriteErrors(out, () => drawBoards(out, summaries));
      if (several) printBoards(options, runs, code);
      else if (summaries[0] !== undefined)
        printConclusion(options, { out, command: again }, summaries[0], code);
      if (resumeCommands !== undefined) summaries.forEach(reportToGithub);
    },
  };
}

interface DrawnRun {
  readonly board: string;
  readonly directory: string;
  readonly summary: RunSummary;
}

function printBoards(
  { out, json, again, ...options }: LabViewOptions,
  runs: readonly DrawnRun[],
  code: number,
): void {
  if (json === true) {
    const outputs = runs.map(({ summary, directory }) => jsonSummary(summary, directory, code));
    return sayJson({ exitCode: code, runs: outputs });
  }
  for (const { board, summary } of runs) {
    const { sign, word, text } = summary.headline;
    say(`${sign} ${word}  ${printable(board)}: ${text}\n`);
  }
  if (isInteractive(options))
    say(`\n  report  ${printable(join(out, 'report.html'))}\n  again   ${printable(again)}\n`);
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
