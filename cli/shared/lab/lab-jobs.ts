/** What run, fuzz and audit have in common with `--lab`: the boards that fit, the jobs, and what happens to them. */
import { createHash } from 'node:crypto';
import { abortable, type LabClient } from '../../../lab/client';
import { fittingBoards, type BoardRecord } from '../../../lab/boards';
import type { Task } from '../../../lab/job';
import { LabError } from '../../../lab/lab-error';
import { LabRequest, type JobRequest } from '../../../lab/requester';
import type { LabOptions } from '../command-options';
import type { JobEvent } from '../../../lab/result-reader';
import { fits, parseTags, selectorOf } from '../../../lab/tags';
import type { Suite } from '../../../scenarios/suite';
import { printable } from '../../../reports/text/printable';
import { warn } from '../console';
import { findSuite } from '../find-suite';
import { parseDuration } from '../option-values';
import { UsageError } from '../usage-error';
import { wirejigVersion } from '../program';
import { requesterName } from './lab-url';

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

export const UNREACHED = 3;
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
  if (version !== wirejigVersion())
    warn(printable(`wirejig: ${board} has wirejig ${version}, here is ${wirejigVersion()}`));
  else if (definition !== definitionHash(await findSuite(task.suite)))
    warn(
      printable(
        `wirejig: ${board} has another description of ${task.suite} than is here: install the same on both`,
      ),
    );
}

/** Throws {@link UsageError} for the first option that belongs to a board here. */
export function refuseLocalOptions(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0))
      throw new UsageError(
        `--${name} is for a board here, and --lab for one elsewhere: leave one out (its worker has the board's configuration)`,
      );
}
