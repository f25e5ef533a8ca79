/** What commands have in common with a lab: where it is, the boards that fit, the jobs, and what happens to them. */
import { createHash } from 'node:crypto';
import { abortable, type LabClient, openLab } from '../../../lab/client';
import { fittingBoards, type BoardRecord } from '../../../lab/boards';
import type { Task } from '../../../lab/job';
import { LabError } from '../../../lab/lab-error';
import { LabRequest, type JobRequest } from '../../../lab/requester';
import type { LabOptions } from '../command-options';
import type { JobEvent } from '../../../lab/results';
import { fits, parseTags, selectorOf, tagValue } from '../../../lab/tags';
import type { Suite } from '../../../scenarios/suite';
import { remark } from '../console';
import { findSuite, parseDuration } from '../option-values';
import { UsageError } from '../usage-error';
import { wirejigVersion } from '../program';
import { readFileSync, rmSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '../output/folder-claim';
import { replaceFile } from '../output/own-files';

const DEFAULT_WAIT = '10m';
/** Between two looks at the place in the queue. */
const WAITING_MS = 2000;

/** The boards that have these tags, now. Rejects with {@link LabError} where there is none. */
export async function boardsWithTags(
  client: LabClient,
  texts: readonly string[],
): Promise<readonly BoardRecord[]> {
  const tags = parseTags(texts);
  const isAsked = (board: BoardRecord): boolean => fits(new Set(board.tags), tags.join(','));
  const { fitting, live } = await fittingBoards(client, isAsked);
  if (fitting.length > 0) return fitting;
  const known = live.map(({ id }) => id).join(', ');
  throw new LabError(
    `no board of the lab has ${tags.join(' ')} now: ${known === '' ? 'none is served at all: wirejig lab worker serves some' : `there are ${known}: wirejig lab status shows their tags`}`,
  );
}

/** The selector of one board alone. */
export function onlyBoard({ tags }: BoardRecord): string {
  return selectorOf(tags.filter((tag) => /^(?:board|host)=/.test(tag)));
}

interface JobView {
  take(event: JobEvent): void;
  wait?(before: number): void;
}

/** Carries the jobs out, and shows each event, and how many wait before the first when that changes. Ends early, and cancels what is left, when `signal` is given. */
export async function carryOutJobs(
  client: LabClient,
  jobs: readonly JobRequest[],
  { wait = DEFAULT_WAIT, urgent }: LabOptions,
  signal: AbortSignal,
  view: JobView,
): Promise<void> {
  const built = (process.env['CI'] ?? '') !== '';
  const request = new LabRequest(client, {
    requester: requesterName(),
    priority: urgent === true ? 'urgent' : built ? 'ci' : 'person',
    wait: parseDuration('wait', wait) / 1000,
  });
  const told = new Set<string>();
  const waitsFor = new Set(jobs.keys());
  let toldBefore: number | undefined;
  const tellWaiting = async (): Promise<void> => {
    const [first] = waitsFor;
    const before = first === undefined ? undefined : await request.position(first);
    if (before === undefined || before === toldBefore) return;
    toldBefore = before;
    view.wait?.(before);
  };
  const timer = setInterval(() => void tellWaiting().catch(() => undefined), WAITING_MS);
  try {
    await abortable(request.submit(jobs), signal);
    for await (const event of request.events(signal)) {
      if (event.type === 'start') await tellMismatch(event, jobs[event.index]?.task, told);
      waitsFor.delete(event.index);
      view.take(event);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(timer);
    await request.close();
  }
}

/** What a suite asks, as a hash: two machines with the same one mean the same clauses and parameters. */
export function definitionHash({ id, requirements, parameters, links }: Suite): string {
  const content = JSON.stringify({ id, requirements, parameters, links });
  return createHash('sha256').update(content).digest('hex');
}

/** Another version may judge otherwise: it is said once for each board. */
async function tellMismatch(
  { board, version, definition }: Extract<JobEvent, { type: 'start' }>,
  task: Task | undefined,
  told: Set<string>,
): Promise<void> {
  if (task === undefined || told.has(board)) return;
  told.add(board);
  if (version !== wirejigVersion()) remark(`${board} has wirejig ${version}, here is ${wirejigVersion()}`);
  else if (definition !== definitionHash(await findSuite(task.suite)))
    remark(`${board} has another description of ${task.suite} than is here: install the same on both`);
}

/** Throws {@link UsageError} for the first option that belongs to a board here. */
export function refuseLocalOptions(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0))
      throw new UsageError(
        `--${name} is for a board here, and --lab for one elsewhere: leave one out (its worker has the board's configuration)`,
      );
}

const VARIABLE = 'WIREJIG_LAB';

/**
 * Where the lab is: `--lab URL`, else the environment (WIREJIG_LAB), else what `wirejig lab serve` or `demo` of this user left in the
 * cache folder. A URL holds a password: on a command line every user of the machine can read it.
 */
function labUrl(option: string | undefined): string {
  if (option !== undefined && option !== '') return option;
  const url = process.env[VARIABLE] ?? leftUrl();
  if (url === undefined || url === '')
    throw new UsageError(
      `which lab? give --lab URL, or set ${VARIABLE}; wirejig lab demo starts one on this machine`,
    );
  return url;
}

/** Leaves the URL for the commands of this user. The result takes it away. */
export function leaveUrl(url: string): () => void {
  makeDirectory(cacheFolder());
  replaceFile(urlFile(), `${url}\n`, 0o600);
  return () => {
    if (leftUrl() === url) rmSync(urlFile(), { force: true });
  };
}

function leftUrl(): string | undefined {
  try {
    return readFileSync(urlFile(), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function urlFile(): string {
  return join(cacheFolder(), 'lab-url');
}

export function cacheFolder(): string {
  const { XDG_CACHE_HOME } = process.env;
  const base =
    XDG_CACHE_HOME === undefined || XDG_CACHE_HOME === '' ? join(homedir(), '.cache') : XDG_CACHE_HOME;
  return join(base, 'wirejig');
}

/** Opens the lab, does the work, and closes it. Rejects with {@link UsageError} for what a lab is asked in vain. */
export async function withLab<T>(
  option: string | undefined,
  offline: 'wait' | 'fail',
  work: (client: LabClient) => Promise<T>,
): Promise<T> {
  return labErrors(async () => {
    const client = await openLab(labUrl(option), { offline, log: remark });
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  });
}

/** Does the work. Rejects with {@link UsageError} in place of {@link LabError}, and of what Redis refuses. */
export async function labErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LabError) throw new UsageError(error.message, error.exitCode);
    if (error instanceof Error && error.name === 'ReplyError')
      throw new UsageError(
        `the lab's Redis refuses a command: ${error.message.slice(0, 200)}: does another program use it?`,
        3,
      );
    throw error;
  }
}

export function hostTag(): string {
  return tagValue(hostname());
}

/** The person or build server that asks: `sam@pc2`. */
export function requesterName(): string {
  let user: string;
  try {
    user = userInfo().username;
  } catch {
    user = 'somebody';
  }
  return `${tagValue(user)}@${hostTag()}`.slice(0, 80).replaceAll('+', '-');
}
