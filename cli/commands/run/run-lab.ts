/** `wirejig run --lab`: runs a suite on boards of a lab, shows it as if they were here, and writes the same files. */
import type { BoardRecord } from '../../../lab/boards';
import type { Task } from '../../../lab/job';
import { selectorOf } from '../../../lab/tags';
import { printable } from '../../../reports/text/printable';
import { commandLine } from '../../shared/command-line';
import { carryOutInFolder, BoardsProgress, type LabCommand } from '../../shared/lab/board-jobs';
import { boardsWithTags, onlyBoard, refuseLocalOptions, withLab } from '../../shared/lab/lab-jobs';
import { parseDuration, parseIds } from '../../shared/option-values';
import { stopCommands, wantsGithub, reportToGithub } from '../../shared/output/github';
import {
  isInteractive,
  jsonSummary,
  createTerminal,
  isPlain,
  printConclusion,
  type OutputOptions,
  throttle,
} from '../../shared/output/run-output';
import { UsageError, UNREACHED } from '../../shared/usage-error';
import type { RunRequest } from './command';
import { planRun, type RunPlan } from './run-plan';
import { EXAMPLE } from '../../../scenarios/protocols';
import type { Suite } from '../../../scenarios/suite';
import { join } from 'node:path';
import { exitCode } from '../../../reports/text/headline';
import { summarize, type RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { say, sayJson } from '../../shared/console';
import { JOURNAL } from '../../shared/output/folder-claim';
import { loadFrameReaders } from '../../shared/output/frame-readers';
import { eventsOf } from '../../shared/output/journal-file';
import { reportWriteErrors } from '../../shared/output/own-files';
import { drawTrace } from '../../shared/output/output-folder';
import { drawBoards, drawReports } from '../../shared/output/report-files';

export async function runInLab(request: RunRequest): Promise<number> {
  const { links, reset, resetFirst, stimulus, flash, config, lab, board, all = false, ui } = request;
  refuseLocalOptions({ link: links, reset, 'reset-first': resetFirst, stimulus, flash, config, ui });
  const interactive = isInteractive(request);
  const github = wantsGithub(request.reporter, request.json);
  const { plan, suite } = await planned(request);
  const task = taskOf(request, plan, suite);
  const tags = [`suite=${suite.id}`, ...(board === undefined ? [] : [board])];
  return withLab(lab, 'wait', async (client) => {
    const boards = await boardsWithTags(client, tags);
    const jobs = all
      ? boards.map((one) => ({ selector: onlyBoard(one), task }))
      : [{ selector: selectorOf(tags), task }];
    const createView = () =>
      labRunView({
        ...request,
        scenarios: (plan.repeat ?? 1) * suite.scenarios.filter((one) => plan.selection.includes(one)).length,
        again: againText(request, plan, suite.id),
        several: all,
        waiting: (before) => waitingText(before, boards, suite.id),
        resumeCommands: github ? stopCommands() : undefined,
      });
    return carryOutInFolder(client, jobs, { request, several: all, quiet: !interactive }, createView);
  });
}

/** What is wrong with the command is said before a board waits for it. */
async function planned(request: RunRequest): Promise<{ plan: RunPlan; suite: Suite }> {
  const plan = await planRun({ ...request, board: undefined });
  const [target] = plan.targets;
  if (target === undefined || request.suites.length !== 1)
    throw new UsageError(`--lab runs one suite: name it, as in wirejig run ${EXAMPLE} --lab`);
  return { plan, suite: target.suite };
}

function taskOf(
  { skip, params, time, match, bail }: RunRequest,
  { seed, leastJudged, only, repeat, selection }: RunPlan,
  { id: suite, requirements }: Suite,
): Task {
  const ids = requirements.map(({ id }) => id);
  return {
    kind: 'run',
    suite,
    // The worker knows no -k.
    only: match === undefined ? [...only] : ids.filter((id) => selection.leftOut(id) === undefined),
    skip: parseIds(skip),
    parameters: [...params],
    seed,
    ...(leastJudged === undefined ? {} : { leastJudged }),
    ...(repeat === undefined ? {} : { repeat }),
    ...(bail === true ? { bail } : {}),
    ...(time === undefined ? {} : { time: Math.round(parseDuration('time', time) / 1000) }),
  };
}

/** Without the URL: it may hold a password. */
function againText(
  { board, all, skip, params, time, match, bail }: RunRequest,
  plan: RunPlan,
  suite: string,
): string {
  return commandLine(['run', suite], {
    board,
    all,
    only: plan.only,
    skip,
    match,
    repeat: plan.repeat,
    bail,
    param: params,
    'least-judged': plan.leastJudged,
    seed: plan.seed,
    time,
    lab: true,
  });
}

function waitingText(before: number, boards: readonly BoardRecord[], suite: string): string {
  const times = boards
    .flatMap(({ last }) =>
      last?.kind === 'run' && last.suite === suite && last.code <= 1 ? [last.seconds] : [],
    )
    .sort((a, b) => a - b);
  const usual = times[times.length >> 1];
  const minutes = usual === undefined ? undefined : Math.ceil((((before + 1) / boards.length) * usual) / 60);
  const estimate = minutes === undefined ? '' : `, about ${minutes} min`;
  const taken = boards.filter(({ state }) => state === 'held' || state === 'away');
  const why = taken.map(({ id, state, detail = '' }) => `; ${id} is ${state}: ${detail}`).join('');
  return `waiting for a board: ${before} before it${taken.length < boards.length ? estimate : ''}${printable(why)}\n`;
}

type LabViewOptions = OutputOptions & {
  readonly out: string;
  readonly scenarios: number;
  readonly again: string;
  readonly several: boolean;
  /** The line while `before` jobs wait before the first. */
  readonly waiting: (before: number) => string;
  /** Where GitHub reads no commands until then. */
  readonly resumeCommands: (() => void) | undefined;
};

function labRunView(options: LabViewOptions): LabCommand {
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

export class JournalProgress {
  private readonly titles = new Map<string, string>();
  private progress: Progress;

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
