/** `wirejig lab`: serves boards to other machines, and tells what they do. */
import { labErrors, requesterName, withLab, leaveUrl } from '../../shared/lab/lab-jobs';
import { UsageError } from '../../shared/usage-error';
import type { LabRequest } from './command';
import { work, serveBoards, virtualBoards } from './work';
import { setTimeout as pause } from 'node:timers/promises';
import { liveBoards, type BoardRecord, historyOf, type PastRun } from '../../../lab/boards';
import { type LabClient, openLab } from '../../../lab/client';
import { KEYS } from '../../../lab/keys';
import { say, sayJson } from '../../shared/console';
import { parseDuration, pickByName, parseWhole } from '../../shared/option-values';
import { fetchRun } from '../../../lab/fetch';
import { printable } from '../../../reports/text/printable';
import { commandLine } from '../../shared/command-line';
import { ReceivedFiles } from '../../shared/lab/received-files';
import { wirejigVersion } from '../../shared/program';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SERVER_SETTINGS, startServer, type LabServer } from '../../../lab/server';
import { catchInterrupts } from '../../shared/interrupts';
import { makeDirectory } from '../../shared/output/folder-claim';
import { reportWriteErrors } from '../../shared/output/own-files';
import { RunFiles } from './run-files';
import { EXAMPLE } from '../../../scenarios/protocols';

const ACTIONS = { serve, worker: work, demo, status, hold, release, history, fetch };

const WITHOUT_BOARD: readonly (keyof typeof ACTIONS)[] = ['serve', 'demo', 'status'];

export function labCommand(options: LabRequest): Promise<number> {
  const { action, boards } = options;
  const [board] = boards;
  if (board !== undefined && WITHOUT_BOARD.includes(action))
    throw new UsageError(`lab ${action} takes no board: leave out '${board}'`);
  return labErrors(() => ACTIONS[action](options));
}

const DEFAULT_TIME = '1h';
const LOOK_MS = 500;

/** Resolves when the board is free for the person: a run that is under way ends first. */
function hold({ lab, boards, for: time = DEFAULT_TIME }: LabRequest): Promise<number> {
  const duration = parseDuration('for', time) / 1000;
  return withLab(lab, 'wait', async (client) => {
    const { id, state, detail } = await pickBoard(client, boards);
    const who = requesterName();
    const taken = await client.redis.set(KEYS.hold(id), who, 'PX', Math.round(duration), 'NX');
    if (taken === null) {
      const holder = (await client.redis.get(KEYS.hold(id))) ?? 'somebody';
      if (holder !== who)
        throw new UsageError(`${id} is held by ${holder}: wirejig lab release ${id} ends that`, 3);
      await client.redis.pexpire(KEYS.hold(id), Math.round(duration));
    }
    await client.redis.publish(KEYS.wake, 'boards');
    if (state === 'busy') say(`waiting for the end of: ${detail ?? 'a run'}\n`);
    for (;;) {
      const now = (await liveBoards(client)).find((one) => one.id === id);
      if (now === undefined || now.state === 'held') break;
      await pause(LOOK_MS);
    }
    say(`${id} is yours for ${time}, on its machine. Give it back: wirejig lab release ${id}\n`);
    return 0;
  });
}

function release({ lab, boards }: LabRequest): Promise<number> {
  return withLab(lab, 'wait', async (client) => {
    const known = await boardId(client, boards);
    const freed = await client.redis.del(KEYS.hold(known));
    await client.redis.publish(KEYS.wake, 'boards');
    say(freed === 1 ? `${known} is free\n` : `${known} was not held\n`);
    return 0;
  });
}

/** The id of the one board of the command, which may be away now where its host is given too. */
async function boardId(client: LabClient, names: readonly string[]): Promise<string> {
  const [name = ''] = names;
  return names.length === 1 && name.includes('/') ? name : (await pickBoard(client, names)).id;
}

/** The one board of the command. Its host can be left out where no other host has one of this name. */
async function pickBoard(client: LabClient, names: readonly string[]): Promise<BoardRecord> {
  const [name, ...others] = names;
  const boards = await liveBoards(client);
  if (name === undefined || others.length > 0)
    throw new UsageError(
      `which board? give one: ${boards.map(({ id }) => id).join(', ') || 'there is none now'}`,
    );
  const short = boards.filter(({ id }) => id.endsWith(`/${name}`));
  const [only] = short;
  return short.length === 1 && only !== undefined
    ? only
    : pickByName(boards, ({ id }) => id, name, 'board', 'the lab has');
}

function fetch({ lab, boards, out }: LabRequest): Promise<number> {
  const [name, run, ...others] = boards;
  if (name === undefined || run === undefined || others.length > 0 || !/^[0-9a-f]{8}$/.test(run))
    throw new UsageError('which run? give its board and its name, as wirejig lab history BOARD shows it');
  return withLab(lab, 'wait', async (client) => {
    const { id } = await pickBoard(client, [name]);
    const files = new ReceivedFiles(out, undefined, () => undefined);
    try {
      let begun = false;
      await fetchRun(client, id, run, (file, bytes) => {
        // What an earlier run left there stays where nothing comes.
        if (!begun) files.begin();
        begun = true;
        files.add(file, bytes);
      });
      if (!begun) throw new UsageError(`run ${run} of ${id} left no files`, 3);
      files.writeFindings();
    } finally {
      files.release();
    }
    say(
      `${printable(`run ${run} of ${id} is in ${out}: ${commandLine(['report', out], {})} draws its page`)}\n`,
    );
    return 0;
  });
}

function status({ lab, json }: LabRequest): Promise<number> {
  return withLab(lab, 'wait', async (client) => {
    const [boards, queues] = await Promise.all([liveBoards(client), queueStates(client)]);
    if (json === true) sayJson({ boards, queues });
    else say(statusText(boards, queues));
    return 0;
  });
}

export function history({ lab, boards, json }: LabRequest): Promise<number> {
  return withLab(lab, 'wait', async (client) => {
    const id = await boardId(client, boards);
    const runs = await historyOf(client, id);
    if (json === true) sayJson({ board: id, runs });
    else if (runs.length === 0) say(`${printable(id)} has no runs\n`);
    else say(runs.map((run) => `${run.at}  ${runText(run)}\n`).join(''));
    return 0;
  });
}

async function queueStates(client: LabClient) {
  const selectors = await client.redis.zrange(KEYS.selectors, '0', '-1');
  const states = await Promise.all(
    selectors.map(async (selector) => {
      const counts = await client.queue(selector).getJobCounts('wait', 'prioritized', 'active');
      return {
        selector,
        waiting: (counts['wait'] ?? 0) + (counts['prioritized'] ?? 0),
        running: counts['active'] ?? 0,
      };
    }),
  );
  return states.filter(({ waiting, running }) => waiting + running > 0);
}

function statusText(boards: readonly BoardRecord[], queues: Awaited<ReturnType<typeof queueStates>>): string {
  const wide = Math.max(...boards.map(({ id }) => id.length), 0);
  const lines = boards.flatMap((board) => [
    `${board.id.padEnd(wide)}  ${stateText(board)}`,
    `${' '.repeat(wide)}  ${board.tags.join(' ')}${board.identity === undefined ? '' : `  firmware ${board.identity}`}`,
    ...(board.last === undefined ? [] : [`${' '.repeat(wide)}  last: ${runText(board.last)}`]),
  ]);
  const queued = queues.map(
    ({ selector, waiting, running }) => `  ${selector}: ${waiting} waiting, ${running} running`,
  );
  return [
    ...(lines.length === 0 ? ['no board is served now: wirejig lab worker serves some'] : lines),
    ...(queued.length === 0 ? [] : ['queue', ...queued]),
    '',
  ]
    .map(printable)
    .join('\n');
}

function stateText({ state, detail, since, version }: BoardRecord): string {
  const other = version === wirejigVersion() ? '' : ` (wirejig ${version}, here is ${wirejigVersion()})`;
  if (state === 'free') return `free${other}`;
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 60_000));
  const time = state === 'busy' ? ` for ${minutes} min` : '';
  return `${state}${time}: ${detail ?? ''}${other}`;
}

function runText({ files, kind, suite, seed, code, seconds, requester, reason }: PastRun): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  const name = files === undefined ? '' : `${files}  `;
  return printable(
    `${name}${kind} ${suite}, seed ${seed}, ${verdictOf(code)}${why}, ${seconds} s, for ${requester}`,
  );
}

function verdictOf(code: number): string {
  return { 0: 'passed', 1: 'failed', 3: 'undecided', 130: 'cancelled' }[code] ?? `exit ${code}`;
}

const FOLDER = 'wirejig-lab';
const DEMO_BOARDS = 3;

async function serve({ dir = FOLDER, port: typed }: LabRequest): Promise<number> {
  const port = parseWhole('port', typed, 'port', 65_535);
  const folder = resolve(dir);
  reportWriteErrors(folder, () => makeDirectory(folder));
  const password = process.env['WIREJIG_LAB_PASSWORD'];
  const server = await startServer({ folder, port, password });
  const forget = leaveUrl(server.url);
  say(serveText(server, folder));
  const interrupts = catchInterrupts();
  const interrupted = once(interrupts.signal, 'abort').then(() => undefined);
  const failure = await Promise.race([server.ended, interrupted]);
  forget();
  if (failure !== undefined && !interrupts.signal.aborted)
    throw new UsageError(`the Redis of the lab ended: ${failure}`, 3);
  await server.stop();
  interrupts.release();
  return 130;
}

function serveText({ url }: LabServer, folder: string): string {
  return `The lab is at ${url}
Commands of this user on this machine find it by themselves. Its queue is kept in ${folder}.

  wirejig lab worker              serve the boards of wirejig.config.*
  wirejig lab worker --virtual 3  serve virtual boards
  wirejig run ${EXAMPLE} --lab           run on any board that fits

It listens on this machine only. For several machines start a Redis 7 with TLS, users, and
${SERVER_SETTINGS.map((line) => `  ${line}\n`).join('')}as docs/lab.md says, and set WIREJIG_LAB=rediss://USER:PASSWORD@HOST:PORT on each. Ctrl-C ends it.
`;
}

async function demo(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-lab-'));
  const server = await startServer({ folder });
  const forget = leaveUrl(server.url);
  try {
    const client = await openLab(server.url, { offline: 'fail' });
    say(
      `A lab with ${DEMO_BOARDS} virtual boards, until Ctrl-C. In another terminal:\n\n  wirejig run ${EXAMPLE} --lab\n  wirejig lab status\n\n`,
    );
    const code = await serveBoards(
      client,
      await virtualBoards(DEMO_BOARDS, []),
      new RunFiles(join(folder, 'runs')),
    );
    await client.close();
    return code;
  } finally {
    forget();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
