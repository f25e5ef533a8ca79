/** `wirejig run`: runs suites on boards, and writes a journal and its reports. */
import { dirname, join, resolve } from 'node:path';
import type { Reporter } from '../../../reports/terminal/reporter';
import { exitCode } from '../../../reports/text/headline';
import { printable } from '../../../reports/text/printable';
import { repetitionSeed, runRepeatedly } from '../../../scenarios/runner/repeated-run';
import { stopAtFailure } from '../../../scenarios/runner/run-stop';
import type { JournalEvent } from '../../../scenarios/record';
import { say, warn } from '../../shared/console';
import { configuredBoard, mergeBoardOptions } from '../../config/configured-board';
import { prepareBoard, type Prepared } from '../../config/preparation';
import { openPage, wantsReport } from '../../shared/output/open-page';
import { stopCommands, reportToGithub, wantsGithub } from '../../shared/output/github';
import { startRecording } from '../../shared/output/output-folder';
import { startTimeLimit } from '../../shared/interrupts';
import { regressionScenarios } from '../../shared/fuzz/regression-scenarios';
import { lockPorts } from '../../shared/boards/port-lock';
import {
  throttle,
  printConclusion,
  createTerminal,
  isInteractive,
  isPlain,
} from '../../shared/output/run-output';
import { runSideBySide } from './parallel/parallel-run';
import { runOptionsOf, planRun, type RunPlan } from './run-plan';
import { askForBoard } from './board-question';
import type { RunRequest } from './command';
import { lastRun } from './last-run';
import { UsageError } from '../../shared/usage-error';

/** Runs; resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function runCommand(asked: RunRequest): Promise<number> {
  const { lastFailed, out } = asked;
  const request = lastFailed === true ? { ...asked, lastRun: lastRun(out) } : asked;
  if (request.watch === true) return (await import('./watch.js')).watchRun(request);
  if (request.lab !== undefined) return (await import('./run-lab.js')).runInLab(request);
  const chosen = await askForBoard(request);
  return chosen === undefined ? INTERRUPTED : runHere(chosen);
}

const INTERRUPTED = 130;

async function runHere(request: RunRequest): Promise<number> {
  const planned = await preparePlan(request);
  if (request.ui !== true) return (await playRun(request, planned)).code;
  const { LiveFeed } = await import('../../shared/ui/live-feed.js');
  const folder = dirname(resolve(request.out));
  const live = await LiveFeed.open({ folder, title: 'wirejig run', canRepeat: true });
  try {
    const { code, interrupted } = await playRun(request, planned, live);
    const seed = String(planned.plan.seed);
    await live.linger(interrupted, async (clause) => {
      const whole = { skip: [], match: undefined, lastRun: undefined, repeat: undefined, bail: false };
      const again = { ...request, ...whole, only: [clause], seed, flash: false, out: `${request.out}-again` };
      await playRun(again, await preparePlan(again), live);
    });
    return code;
  } finally {
    await live.close();
  }
}

async function playRun(request: RunRequest, planned: PlannedRun, live?: Reporter) {
  const { plan, prepared } = planned;
  const interactive = isInteractive(request);
  const github = wantsGithub(request.reporter, request.json);
  const unlockPorts = lockPorts(plan.targets.flatMap(({ board }) => board.linkUrls.map(({ url }) => url)));
  const reporters = [...(interactive ? [createTerminal(request, true)] : []), ...(live ? [live] : [])];
  const recording = startRecording(request.out, reporters, interactive);
  const limit = startTimeLimit(plan.limit);
  const bail = stopAtFailure(withFlashRecord(prepared, recording.emit));
  const stops = request.bail === true ? [bail.signal] : [];
  const signal = AbortSignal.any([recording.signal, limit.signal, ...stops]);
  const resumeCommands = github ? stopCommands() : undefined;
  if (interactive && plan.boardAssumed) say(assumptionText(plan));
  if (interactive && request.lastRun !== undefined) say(lastRunText(plan, request.out));
  await plan.stimulus?.open(signal);
  const shared = {
    signal,
    emit: bail.emit,
    progress: throttle(recording.progress, isPlain(request.progress)),
    resetFirst: request.resetFirst === true,
  };
  if (plan.repeat === undefined) await runSideBySide(request, plan, runOptionsOf(plan, prepared, shared));
  else
    await runRepeatedly(plan.repeat, async (number) => {
      const seed = repetitionSeed(plan.seed, number);
      const targets = number === 1 ? plan.targets : await plan.createTargets(seed);
      return runOptionsOf({ ...plan, seed, targets }, prepared, shared);
    });
  limit.release();
  plan.stimulus?.close();
  unlockPorts();
  const summary = await recording.finish();
  const code = exitCode(summary);
  const { keptLast } = recording;
  printConclusion(request, { out: request.out, command: plan.command, keptLast }, summary, code);
  resumeCommands?.();
  if (github) reportToGithub(summary);
  const isOpened = !keptLast && (await wantsReport(request, code));
  if (isOpened) await openPage(join(request.out, 'report.html'));
  return { code, interrupted: summary.outcome === 'interrupted' };
}

type PlannedRun = Awaited<ReturnType<typeof preparePlan>>;

async function preparePlan(request: RunRequest) {
  const { board, config, flash = false, json, quiet, label } = request;
  const addRegressions = await regressionScenarios();
  const labelled = label === undefined ? {} : { identity: label };
  if (board === undefined || /^(?:virtual|qemu):/.test(board)) {
    if (flash) throw new UsageError('--flash is for a board of the configuration: give its --board NAME');
    return { plan: await planRun(request, { addRegressions }), prepared: labelled };
  }
  const known = await configuredBoard(board, { config });
  const plan = await planRun(await mergeBoardOptions(request, known), {
    typed: request,
    location: { name: known.name, folder: known.folder },
    addRegressions,
  });
  const print = (text: string): void => (json || quiet ? undefined : warn(`wirejig: ${printable(text)}`));
  return { plan, prepared: { ...(await prepareBoard(known, flash, print)), ...labelled } };
}

type Emit = (event: JournalEvent) => void;

function withFlashRecord({ flashed }: Prepared, emit: Emit): Emit {
  if (flashed === undefined) return emit;
  return (event) => {
    emit(event);
    if (event.type === 'run') emit({ type: 'line', at: 0, link: '', event: 'flash', detail: flashed });
  };
}

function assumptionText({ targets }: RunPlan): string {
  const [first, ...others] = targets;
  const boards =
    others.length === 0 ? `the board is ${first?.board.name ?? ''}` : 'the boards are virtual ones';
  return `No board was given: ${boards}. A real one: --link /dev/ttyUSB0\n\n`;
}

function lastRunText({ isLastFailed, only }: RunPlan, out: string): string {
  return isLastFailed
    ? `What failed or was not judged in ${printable(out)}: ${only.join(', ')}\n\n`
    : `Nothing failed or was left unjudged in ${printable(out)}: running all of it.\n\n`;
}
