/** `wirejig run`: runs suites on boards, and writes a journal and its reports. */
import { dirname, join, resolve, basename } from 'node:path';
import type { Reporter } from '../../../reports/terminal/reporter';
import { exitCode } from '../../../reports/text/headline';
import { printable } from '../../../reports/text/printable';
import { repetitionSeed, runRepeatedly } from '../../../scenarios/runner/repeated-run';
import { stopAtFailure } from '../../../scenarios/runner/run-stop';
import type { JournalEvent } from '../../../scenarios/record';
import { say, warn, remark } from '../../shared/console';
import {
  configuredBoard,
  mergeBoardOptions,
  prepareBoard,
  type Prepared,
} from '../../config/configured-board';
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
import type { RunRequest } from './command';
import { lastRun } from './last-run';
import { UsageError, INTERRUPTED } from '../../shared/usage-error';
import { identifyHardware } from '../../../devices/board/known-hardware';
import type { PortInfo } from '../../../devices/ports/port-info';
import { listPorts } from '../../../devices/ports/port-list';
import { protocolIds } from '../../../scenarios/protocols';
import { loadConfig } from '../../config/config';
import { checkSuiteName } from '../../shared/option-values';
import { Interrupted, isAtTerminal, openPrompter, type Prompter } from '../../shared/prompter';

/** Runs; resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function runCommand(asked: RunRequest): Promise<number> {
  const { lastFailed, out } = asked;
  const request = lastFailed === true ? { ...asked, lastRun: lastRun(out) } : asked;
  if (request.watch === true) return (await import('./watch.js')).watchRun(request);
  if (request.lab !== undefined) return (await import('./run-lab.js')).runInLab(request);
  const chosen = await askForBoard(request);
  return chosen === undefined ? INTERRUPTED : runHere(chosen);
}

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
  const print = (text: string): void => (json || quiet ? undefined : remark(text));
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

type Choice = Pick<RunRequest, 'board' | 'suites' | 'links'>;

interface Offer {
  readonly text: string;
  readonly choice: Choice;
}

export interface Surroundings {
  readonly isAttended?: boolean;
  readonly list?: () => Promise<readonly PortInfo[]>;
  readonly open?: (remedy: string) => Prompter;
}

/**
 * `wirejig run` with nothing said, where a person sits at the terminal: which of the boards at hand is meant.
 *
 *       1  board desk of wirejig.config.yaml
 *       2  /dev/ttyUSB0  Silicon Labs CP2102, looks like m5stack: the suite durak
 *     Which board, by number (v: virtual boards) [1]:
 *
 * The request, with the board that was chosen. It is not asked for where something was said, nobody is there, or no board is at hand. Undefined at Ctrl-C.
 */
export async function askForBoard<T extends RunRequest>(
  request: T,
  { isAttended = isAtTerminal(), list = listPorts, open = openPrompter }: Surroundings = {},
): Promise<T | undefined> {
  const { suites, board, links, json, quiet, unattended } = request;
  const isChosen = suites.length > 0 || board !== undefined || links.length > 0;
  if (isChosen || !isAttended || json === true || quiet === true || unattended === true) return request;
  const offers = [...(await configuredOffers(request.config)), ...(await list()).flatMap(portOffer)];
  const [first] = offers;
  if (first === undefined) return request;
  for (const [at, { text }] of offers.entries()) warn(`  ${at + 1}  ${printable(text)}`);
  const prompter = open('give --board or --link');
  try {
    const chosen = await prompter.ask('Which board, by number (v: virtual boards)', '1', (text) => {
      if (text === 'v') return undefined;
      const offer = offers[Number(text) - 1];
      if (offer === undefined) throw new UsageError(`give 1 to ${offers.length}, or v`);
      return offer.choice;
    });
    if (chosen === undefined) return request;
    if (chosen.board !== undefined || chosen.suites.length > 0) return { ...request, ...chosen };
    const suite = await prompter.ask(
      `Which suite (${protocolIds().join(', ')})`,
      protocolIds()[0] ?? '',
      checkSuiteName,
    );
    return { ...request, ...chosen, suites: [suite] };
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    prompter.close();
  }
}

async function configuredOffers(named: string | undefined): Promise<readonly Offer[]> {
  const config = await loadConfig(named);
  return Object.keys(config?.boards ?? {}).map((board) => ({
    text: `board ${board} of ${basename(config?.path ?? '')}`,
    choice: { board, suites: [], links: [] },
  }));
}

/** None of a port that is no adapter: those of a mainboard are always there. */
function portOffer(port: PortInfo): readonly Offer[] {
  if (port.vendor === undefined) return [];
  const [match] = identifyHardware(port);
  const suite = match?.kind.suite;
  const looks = match === undefined ? [] : [`looks like ${match.kind.name}`];
  const about = [port.description, ...looks, ...(suite === undefined ? [] : [`the suite ${suite}`])];
  return [
    {
      text: `${port.path}  ${about.filter((one) => one !== undefined).join(', ')}`,
      choice: { suites: suite === undefined ? [] : [suite], links: [port.path] },
    },
  ];
}
