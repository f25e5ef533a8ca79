/**
 * The command line of `wirejig fuzz`: what it asks for, what repeats it, and the options of a campaign that is resumed.
 * What a campaign's folder holds is data: it may be somebody else's. Links, recipes and configurations can run commands and
 * open files: they come from the command line, unless the user trusts the folder.
 */
import type { Checkpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { shellWord } from '../../../reports/text/printable';
import { commandLine, optionWords } from '../../shared/command-line';
import type { FuzzRequest } from './command';
import { UsageError } from '../../shared/usage-error';
import { resolveFuzzSetup } from '../../shared/fuzz/fuzz-board';
import { findSuite, parseDuration, parseSeed, parseWhole } from '../../shared/option-values';
import { systemText } from '../../../devices/platform/system';
import type { FuzzStart } from '../../../scenarios/fuzz-record';
import { wirejigVersion } from '../../shared/program';
import { TimeUsedUp } from '../../../scenarios/time-limit';

/** The options of the earlier command, overridden by those of this one. Throws {@link UsageError} where they do not fit. */
export function resumeOptions<T extends FuzzRequest>(
  request: T,
  { suite, seed, wishes: saved }: Checkpoint,
): T {
  if (request.suite !== suite)
    throw new UsageError(
      `the campaign in ${request.out} is of suite ${suite}, not ${request.suite}: name that`,
    );
  if (request.seed !== undefined && request.seed !== String(seed))
    throw new UsageError(`the campaign in ${request.out} has seed ${seed}: leave out --seed`);
  if (request.trustFolder !== true) refuseUntrusted(request, saved);
  const budget = request.cases ?? request.time;
  return {
    ...request,
    seed: String(seed),
    board: request.board ?? saved.board,
    config: request.config ?? saved.config,
    links: request.links.length > 0 ? request.links : saved.links,
    resets: request.resets.length > 0 ? request.resets : saved.resets,
    params: request.params.length > 0 ? request.params : saved.params,
    stimulus: request.stimulus ?? saved.stimulus,
    cases: budget === undefined ? saved.cases : request.cases,
    time: budget === undefined ? saved.time : request.time,
    resyncLimit: request.resyncLimit ?? saved.resyncLimit,
  };
}

/** Whatever can run a command or open a file has to be typed again. */
function refuseUntrusted(request: FuzzRequest, saved: Checkpoint['wishes']): void {
  const { config, links, resets, stimulus } = saved;
  const missing = {
    ...(request.config === undefined ? { config } : {}),
    ...(request.links.length === 0 ? { link: links } : {}),
    ...(request.resets.length === 0 ? { reset: resets } : {}),
    ...(request.stimulus === undefined ? { stimulus } : {}),
  };
  const options = optionWords(missing).map(shellWord).join(' ');
  if (options !== '')
    throw new UsageError(
      `the campaign in ${request.out} was with ${options}: give that again if you mean it, or --trust-folder`,
    );
}

/** The command line that resumes a campaign, with what is not taken from its folder. */
export function resumeCommandLine(options: FuzzRequest): string {
  const { suite, config, links, resets, stimulus, out } = options;
  return commandLine(['fuzz', suite], { resume: true, config, link: links, reset: resets, stimulus, out });
}

export function fuzzCommandLine(options: FuzzOptions, seed: number): string {
  const { suite, board, config, links, resets, stimulus, params, cases, time, resyncLimit } = options;
  return commandLine(['fuzz', suite], {
    ...{ board, config, link: links, reset: resets, stimulus, param: params, cases, time, seed },
    'resync-limit': resyncLimit,
  });
}

/** All but where it writes. */
type FuzzOptions = Omit<FuzzRequest, 'out'>;

export type FuzzPlan = Awaited<ReturnType<typeof planFuzz>>;

const DEFAULT_MS = 60_000;

export async function planFuzz(options: FuzzOptions) {
  const suite = await findSuite(options.suite);
  const seed = parseSeed(options.seed);
  const cases = parseWhole('cases', options.cases, 'number of cases');
  const defaultTime = cases === undefined ? DEFAULT_MS : undefined;
  const time = options.time === undefined ? defaultTime : parseDuration('time', options.time) / 1000;
  const resyncLimit = parseDuration('resync-limit', options.resyncLimit);
  // The campaign ends with the first of `cases` and `time`, in milliseconds. Without `resyncLimit` it is the page's.
  return { ...(await resolveFuzzSetup(suite, options, seed)), seed, resyncLimit, cases, time };
}

export function startRecord(plan: FuzzPlan, command: string): FuzzStart {
  const { suite, target, parameters, board, seed, cases, time } = plan;
  const { generators } = target.session(parameters);
  return {
    type: 'fuzz',
    version: wirejigVersion(),
    suite: suite.id,
    seed,
    board: board.record,
    parameters,
    ...(cases === undefined ? {} : { cases }),
    ...(time === undefined ? {} : { seconds: time / 1000 }),
    generators: generators.map(({ name, group }) => ({ name, group })),
    fields: target.fields,
    states: target.states,
    triggers: target.triggers,
    responses: target.responses,
    ...(target.beyond === undefined ? {} : { beyond: target.beyond }),
    command,
    ...(board.real === undefined ? {} : { startedAt: new Date().toISOString() }),
    platform: systemText(),
  };
}

/** Resynchronisation has this share of the time, and at most this much. */
const RESYNC_SHARE = 0.25;
const MOST_RESYNC_MS = { virtual: 5000, real: 120_000 } as const;
/** A failure is minimised for this share, and on a real board at most this long. Its whole triage may take twice that. */
const MINIMISING_SHARE = 0.1;
const MOST_MINIMISING_MS = { virtual: Infinity, real: 120_000 } as const;

interface CampaignTimeOptions {
  /** Milliseconds; undefined: the number of cases ends the campaign. */
  readonly total: number | undefined;
  /** Milliseconds of the campaign before it was resumed. */
  readonly earlier: number;
  readonly board: 'virtual' | 'real';
  readonly measuresResync: boolean;
}

/** `earlier`: milliseconds of the campaign before it was resumed. */
export function campaignTime({ time, board, target, parameters }: FuzzPlan, earlier = 0): CampaignTime {
  return new CampaignTime({
    total: time,
    earlier,
    board: board.real === undefined ? 'virtual' : 'real',
    measuresResync: target.session(parameters).resync !== undefined,
  });
}

/**
 * The time of a campaign. `--time` bounds the whole command:
 *
 *     cases, and triage of each failure │ resynchronisation │ end
 *                       └ a share each ─┘
 */
export class CampaignTime {
  private readonly began = performance.now();
  private readonly total: number;
  private readonly casesEnd: number;
  private readonly minimising: number;
  private triageEnd = Infinity;

  constructor(private readonly options: CampaignTimeOptions) {
    const { total = Infinity, board, measuresResync } = options;
    this.total = total;
    const resync = measuresResync ? Math.min(RESYNC_SHARE * total, MOST_RESYNC_MS[board]) : 0;
    this.casesEnd = total === Infinity ? Infinity : total - resync;
    this.minimising = Math.min(MINIMISING_SHARE * total, MOST_MINIMISING_MS[board]);
  }

  /** Milliseconds since the campaign began. */
  get elapsed(): number {
    return this.options.earlier + performance.now() - this.began;
  }

  /** Milliseconds until the end. */
  get left(): number {
    return this.total - this.elapsed;
  }

  casesOver(): boolean {
    return this.elapsed >= this.casesEnd;
  }

  /** Throws {@link TimeUsedUp}. */
  check(): void {
    const { elapsed } = this;
    if (elapsed >= this.total) throw new TimeUsedUp('the time limit of the campaign was reached');
    if (elapsed >= this.triageEnd) throw new TimeUsedUp('the time limit of a triage was reached');
  }

  /** Within it, {@link check} throws once the share of a triage is used up. */
  async triage<T>(work: () => Promise<T>): Promise<T> {
    this.triageEnd = Math.min(this.elapsed + 2 * this.minimising, this.casesEnd);
    try {
      return await work();
    } finally {
      this.triageEnd = Infinity;
    }
  }

  /** Says whether the share of minimising, which begins now, is used up. */
  minimisingOver(): () => boolean {
    const end = Math.min(this.elapsed + this.minimising, this.casesEnd);
    return () => this.elapsed >= end;
  }
}
