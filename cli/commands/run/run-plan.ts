/** Resolves a `run` command line: suites, boards, parameters, selection and the command that repeats it. */
import { imageKinds } from '../../../devices/emulation/images';
import type { RealBoardOptions } from '../../../devices/board/real-board';
import { micros } from '../../../protocols/time';
import { boardKinds, defaultSuites, suites as allSuites } from '../../../scenarios/protocols';
import type { Selection } from '../../../scenarios/runner/selection';
import type { Suite } from '../../../scenarios/suite';
import { commandLine } from '../../shared/command-line';
import { remark } from '../../shared/console';
import {
  findSuite,
  findSuites,
  parseAssignments,
  parseDuration,
  parseIds,
  parseParameters,
  parsePercent,
  parseResetRecipe,
  parseSeed,
  parseSelection,
  parseWhole,
} from '../../shared/option-values';
import {
  imageTarget,
  realTarget,
  runBoard,
  defaultTargets,
  virtualTarget,
  type RunTarget,
} from '../../shared/boards/run-target';
import { createStimulus } from '../../shared/stimulus/stimulus';
import { UsageError } from '../../shared/usage-error';
import type { RunRequest } from './command';
import type { ConfiguredBoard, Prepared } from '../../config/configured-board';
import type { RunOptions } from '../../../scenarios/runner/run-options';
import { wirejigVersion } from '../../shared/program';
import { watchFit } from './run-misfit';

/** All but where it writes. */
export type RunCommandOptions = Omit<RunRequest, 'out'>;

export type RunPlan = Awaited<ReturnType<typeof planRun>>;

export interface RunContext {
  /** The options as typed, before those of the configuration were added. The command that repeats the run has these. */
  readonly typed?: RunCommandOptions;
  readonly location?: Pick<ConfiguredBoard, 'name' | 'folder'>;
  readonly addRegressions?: (suite: Suite) => Suite;
}

export async function planRun(
  options: RunCommandOptions,
  { typed = options, location, addRegressions = (suite) => suite }: RunContext = {},
) {
  const named = parseIds(options.only);
  const skip = parseIds(options.skip);
  const leastJudged = parsePercent('least-judged', options.leastJudged);
  const asked = (await suitesOf(options)).map(addRegressions);
  const whole = parseSelection(asked, named, skip, options.match);
  const known = new Set(
    asked.flatMap(({ requirements, scenarios }) => [...requirements, ...scenarios]).map(({ id }) => id),
  );
  const open = (options.lastRun?.open ?? [])
    .filter(({ id }) => known.has(id) && whole.leftOut(id) === undefined)
    .flatMap(({ names }) => names.filter((name) => known.has(name)));
  const isLastFailed = open.length > 0;
  const only = isLastFailed ? [...new Set(open)] : named;
  // What -k asked for has been taken from what is open: a scenario that showed a failure may have another title.
  const match = isLastFailed ? undefined : options.match;
  const selected = isLastFailed ? parseSelection(asked, only, skip) : whole;
  const selection = options.shard === undefined ? selected : parseShard(asked, selected, options.shard);
  const seed = isLastFailed ? parseSeed(options.seed, options.lastRun?.seed) : parseSeed(options.seed);
  const repeat = parseWhole('repeat', options.repeat, 'number of runs', MOST_RUNS);
  const suites = options.suites.length > 0 ? asked : asked.filter((suite) => isConcerned(suite, selection));
  const given = parseAssignments(options.params);
  const values = parseParameters(suites, given);
  const { recipes, stimulus } = await parseRecipes(options);
  const targetsOf = async (suite: Suite, seed: number): Promise<readonly RunTarget[]> => {
    const parameters = values.get(suite.id) ?? {};
    if (options.links.length > 0)
      return [await realTarget(suite, options.links, { ...recipes, ...location }, parameters)];
    const { unattended } = options;
    if (options.board === undefined) return defaultTargets(suite, parameters, { seed, unattended, given });
    const board = await runBoard(options.board);
    return [
      board.emulated
        ? await imageTarget(suite, board, parameters)
        : await virtualTarget(suite, board, seed, parameters, unattended),
    ];
  };
  const createTargets = async (seed: number): Promise<readonly RunTarget[]> =>
    (await Promise.all(suites.map((suite) => targetsOf(suite, seed)))).flat();
  const targets = await createTargets(seed);
  const boardAssumed = options.links.length === 0 && options.board === undefined;
  const { realBoard } = options.lastRun ?? {};
  if (boardAssumed && realBoard !== undefined && targets.some(({ board }) => board.clock.virtual))
    throw new UsageError(`the last run was on ${realBoard}: name the board again, with --board or --link`);
  const board = options.links.length > 0 || targets.length !== 1 ? typed.board : targets[0]?.board.name;
  return {
    targets,
    /** Those of a repetition: their boards were not open yet. */
    createTargets,
    /** How often all of it is run; undefined: once. */
    repeat,
    /** What `only` named, or the last run left open. */
    only,
    /** The last run left some of what is asked for open, and only that is run. */
    isLastFailed,
    selection,
    /** The share of exchanges that a pass needs judged, in percent; undefined: the usual one. */
    leastJudged,
    seed,
    command: commandLine(['run', ...suites.map(({ id }) => id)], {
      board,
      config: typed.config,
      link: typed.links,
      reset: typed.reset,
      'reset-first': typed.resetFirst,
      stimulus: typed.stimulus,
      param: typed.params,
      only,
      skip,
      match,
      shard: options.shard,
      repeat,
      bail: options.bail,
      'least-judged': leastJudged,
      seed,
      time: typed.time,
      label: typed.label,
      unattended: typed.unattended,
    }),
    /** Presents codes to the boards. Open it before the run, and close it after. */
    stimulus,
    /** The most wall time; undefined: any. */
    limit: parseDuration('time', options.time) ?? usualLimit(targets, options, repeat),
    /** The options name no board: the output says which board was taken. */
    boardAssumed,
  };
}

function parseShard(suites: readonly Suite[], selection: Selection, text: string): Selection {
  const [, part, of] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (part === undefined || of === undefined || part < 1 || part > of)
    throw new UsageError(`--shard '${text}' is not a part: give 1/4 to 4/4 for four parts`);
  const shard = selection.shard(suites, part, of);
  const isEmpty = !suites.some((suite) => isConcerned(suite, shard));
  if (isEmpty) throw new UsageError(`--shard ${text} has no scenario: give fewer parts`);
  return shard;
}

/** Each of them is kept in one journal. */
const MOST_RUNS = 10_000;
/** Times what a suite takes on a conformant board. */
const LIMIT_FACTOR = 5;
/** Of a suite whose time on a conformant board is not known. */
const LIMIT_OF_UNKNOWN = micros(3600e6);

/** Of a real board. A virtual run has none, so that it is the same on a slow machine, and none waits for a person. */
function usualLimit(targets: readonly RunTarget[], { stimulus }: RunCommandOptions, repeat = 1) {
  if (stimulus === 'operator' || targets.every(({ board }) => board.clock.virtual)) return undefined;
  const limits = targets.map(({ suite, parameters }) => {
    if (suite.usualTime === undefined) return LIMIT_OF_UNKNOWN;
    const usual = suite.usualTime(parameters);
    return usual === undefined ? Infinity : LIMIT_FACTOR * usual;
  });
  const limit = repeat * limits.reduce((sum, one) => sum + one, 0);
  return limit === Infinity ? undefined : micros(limit);
}

async function parseRecipes({ links, reset, stimulus: asked, unattended }: RunCommandOptions) {
  const first = reset !== undefined ? 'reset' : asked !== undefined ? 'stimulus' : undefined;
  const { recipe, stimulus } = await createStimulus(asked, unattended);
  // A person acts at the board. The wire shows that it was done.
  const ask = (what: string): void => remark(`please ${what}`);
  const recipes: Pick<RealBoardOptions, 'reset' | 'stimulus' | 'operator'> = {
    ...(reset === undefined ? {} : { reset: parseResetRecipe(reset) }),
    ...(unattended === true ? {} : { operator: { text: 'a person at its buttons', ask } }),
    ...(recipe === undefined ? {} : { stimulus: recipe }),
  };
  if (links.length === 0 && first !== undefined)
    throw new UsageError(
      `--${first} is for a real board: give its --link too, or leave it out (virtual boards and qemu: need none)`,
    );
  return { recipes, stimulus };
}

async function suitesOf({ suites: names, board, links, only, lastRun }: RunCommandOptions) {
  const named = await findSuites([...new Set(names)]);
  if (board !== undefined) return suitesOfBoard(board, links, named);
  // A clause says of which suite it is.
  const unnamed = only.length + (lastRun?.open.length ?? 0) > 0 ? allSuites : defaultSuites;
  const suites = named.length > 0 ? named : await unnamed();
  if (links.length > 0 && suites.length > 1)
    throw new UsageError(
      `--link is the board of one suite: name it (${suites.map(({ id }) => id).join(', ')})`,
    );
  return suites;
}

async function suitesOfBoard(board: string, links: readonly string[], named: readonly Suite[]) {
  const { kind, emulated } = await runBoard(board);
  if (links.length > 0) throw new UsageError('--board and --link cannot be combined: give one');
  const stranger = named.find(({ id }) => id !== kind.suite);
  if (stranger !== undefined) {
    const scheme = emulated ? 'qemu' : 'virtual';
    const kinds = emulated ? imageKinds(await boardKinds()) : await boardKinds();
    const fitting = kinds.filter(({ suite }) => suite === stranger.id).map(({ name }) => `${scheme}:${name}`);
    throw new UsageError(
      `board ${scheme}:${kind.name} is for the suite ${kind.suite}, not ${stranger.id}: ${fitting.length === 0 ? 'leave out --board' : `give --board ${fitting.join(' or ')}`}`,
    );
  }
  return [await findSuite(kind.suite)];
}

function isConcerned(suite: Suite, selection: Selection): boolean {
  return suite.scenarios.some((scenario) => selection.includes(scenario));
}

export function runOptionsOf(
  plan: RunPlan,
  { identity }: Prepared,
  shared: Pick<RunOptions, 'signal' | 'emit' | 'progress' | 'resetFirst'>,
): readonly RunOptions[] {
  const { targets, selection, leastJudged, seed, command } = plan;
  const version = wirejigVersion();
  const startedAt = new Date().toISOString();
  return targets.map(({ suite, board, parameters, variant }) => ({
    board,
    suites: [suite],
    parameters: new Map([[suite.id, parameters]]),
    seed,
    version,
    command,
    // A virtual run has no wall time: it repeats byte for byte.
    ...(board.clock.virtual ? {} : { startedAt }),
    ...(identity === undefined ? {} : { identity }),
    selection,
    leastJudged,
    ...(variant === undefined ? {} : { variant }),
    ...shared,
    ...(board.clock.virtual ? {} : watchFit({ suite, board, parameters }, shared.emit)),
  }));
}
