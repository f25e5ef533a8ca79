/** `wirejig run --lab`: runs a suite on boards of a lab, shows it as if they were here, and writes the same files. */
import type { BoardRecord } from '../../../lab/boards';
import type { Task } from '../../../lab/job';
import { selectorOf } from '../../../lab/tags';
import { printable } from '../../../reports/text/printable';
import { commandLine } from '../../shared/command-line';
import { carryOutInFolder } from '../../shared/lab/board-jobs';
import { boardsWithTags, onlyBoard, refuseLocalOptions } from '../../shared/lab/lab-jobs';
import { withLab } from '../../shared/lab/lab-url';
import { parseDuration, parseIds } from '../../shared/option-values';
import { stopCommands, wantsGithub } from '../../shared/output/github';
import { isInteractive } from '../../shared/output/run-output';
import { UsageError } from '../../shared/usage-error';
import type { RunRequest } from './command';
import { labRunView } from './run-lab-view';
import { planRun, type RunPlan } from './run-plan';
import { EXAMPLE } from '../../../scenarios/protocols';
import type { Suite } from '../../../scenarios/suite';

/** Resolves with the exit code. Rejects with {@link UsageError}. */
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
