/** `wirejig lab worker`: serves boards of this machine until it is interrupted. */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { LabClient } from '../../../lab/client';
import { parseTags, tagValue } from '../../../lab/tags';
import { LabWorker } from '../../../lab/worker';
import { protocols } from '../../../scenarios/protocols';
import { loadConfig, suiteOf } from '../../config/config';
import { configuredBoard } from '../../config/configured-board';
import { protocolsFile } from '../../config/protocols';
import { namedBoard } from '../../shared/boards/run-target';
import { say } from '../../shared/console';
import { findSuite, namedUrl, parseWhole, pickByName } from '../../shared/option-values';
import { catchInterrupts } from '../../shared/interrupts';
import { definitionHash, cacheFolder, hostTag, withLab } from '../../shared/lab/lab-jobs';
import { reportWriteErrors } from '../../shared/output/own-files';
import { UsageError } from '../../shared/usage-error';
import { wirejigVersion } from '../../shared/program';
import { printable } from '../../../reports/text/printable';
import type { LabRequest } from './command';
import { ChildBoard, type ServedBoard } from './lab-board';
import { RunFiles } from './run-files';
import type { Suite } from '../../../scenarios/suite';

const MOST_VIRTUAL = 256;
/** Where the files of runs are kept, in the cache folder of the user. */
const FOLDER = 'lab-runs';
/** A board that was plugged in again has another port. */
const PORTS_MS = 10_000;

export async function work(options: LabRequest): Promise<number> {
  const boards = await servedBoards(options);
  const directory = options.dir ?? join(cacheFolder(), FOLDER);
  const files = reportWriteErrors(directory, () => new RunFiles(directory));
  return withLab(options.lab, 'fail', (client) => serveBoards(client, boards, files));
}

export async function serveBoards(
  client: LabClient,
  served: readonly ServedBoard[],
  files: RunFiles,
): Promise<number> {
  const boards = served.map((one) => new ChildBoard(one, files));
  const log = (line: string): void => say(`${new Date().toISOString()} ${printable(line)}\n`);
  const worker = new LabWorker(client, boards, { version: wirejigVersion(), log });
  const interrupts = catchInterrupts(() =>
    log('interrupted: giving jobs and boards back (again: stops at once)'),
  );
  await worker.start();
  await once(interrupts.signal, 'abort');
  await worker.stop();
  for (const board of boards) board.close();
  interrupts.release();
  return 130;
}

async function servedBoards(options: LabRequest): Promise<readonly ServedBoard[]> {
  const common = options.tags.length === 0 ? [] : parseTags(options.tags);
  const names = options.boards.filter((name) => !name.startsWith('virtual:'));
  const virtual = options.boards.filter((name) => name.startsWith('virtual:'));
  const wantsAll = names.length === 0 && virtual.length === 0 && options.virtual === undefined;
  const boards = [
    ...(wantsAll || names.length > 0 ? await realBoards(names, options.config, common) : []),
    ...(await Promise.all(virtual.map((name) => namedVirtualBoards(name, options.virtual, common)))).flat(),
    ...(virtual.length > 0 ? [] : await virtualBoards(parseCount(options.virtual), common)),
  ];
  const double = boards.find(({ id }, at) => boards.findIndex((one) => one.id === id) !== at);
  if (double !== undefined) throw new UsageError(`board ${double.id} is given twice: give it once`);
  return boards;
}

async function realBoards(names: readonly string[], file: string | undefined, common: readonly string[]) {
  const config = await loadConfig(file);
  if (config === undefined || Object.keys(config.boards).length === 0)
    throw new UsageError(
      'no board to serve: there is no wirejig.config.* with boards here: wirejig init writes one, or give --virtual 3',
    );
  const known = Object.keys(config.boards);
  const asked = names.map((name) => pickByName(known, (one) => one, name, 'board', `${config.path} has`));
  const served = (asked.length === 0 ? known : asked).map(async (name) => {
    const board = config.boards[name] ?? {};
    const suite = suiteOf(board);
    if (suite === undefined)
      throw new UsageError(`board ${name} names no suite: give it one in ${config.path}, or its kind`);
    const kind = board.kind === undefined ? [] : [`kind=${tagValue(board.kind)}`];
    const tags = [...kind, ...(board.tags ?? []), ...common];
    const links = await watchLinks(name, config.path);
    const folder = dirname(config.path);
    return servedBoard(name, [await findSuite(suite)], tags, { name, config: config.path, folder, links });
  });
  return Promise.all(served);
}

/** The links of a board of the configuration, as they were a moment ago. */
async function watchLinks(name: string, config: string): Promise<() => readonly string[] | undefined> {
  let links: readonly string[] | undefined;
  const look = async (): Promise<void> => {
    const board = await configuredBoard(name, { config }).catch(() => undefined);
    links = board?.links.map((text) => namedUrl(text)[1]);
  };
  await look();
  setInterval(() => void look(), PORTS_MS).unref();
  return () => links;
}

/** `count`: so many of it, with numbers in their names; undefined: one. */
async function namedVirtualBoards(name: string, count: string | undefined, common: readonly string[]) {
  const { kind } = await namedBoard(name);
  const suites = [await findSuite(kind.suite)];
  const own = name.slice('virtual:'.length);
  const names =
    count === undefined ? [own] : Array.from({ length: parseCount(count) }, (_, at) => `${own}-${at + 1}`);
  return names.map((one) => virtualBoard(one, suites, common, name));
}

export async function virtualBoards(
  count: number,
  common: readonly string[],
): Promise<readonly ServedBoard[]> {
  const own = (await protocols()).filter(({ boards }) => boards.length > 0).map(({ suite }) => suite);
  return Array.from({ length: count }, (_, at) => virtualBoard(`virtual-${at + 1}`, own, common, undefined));
}

function virtualBoard(
  own: string,
  suites: readonly Suite[],
  common: readonly string[],
  name: string | undefined,
): ServedBoard {
  const rest = { name, config: protocolsFile(), folder: undefined, links: () => [] };
  return servedBoard(own, suites, ['kind=virtual', ...common], rest);
}

function servedBoard(
  own: string,
  suites: readonly Suite[],
  tags: readonly string[],
  rest: Omit<ServedBoard, 'id' | 'tags' | 'definitions'>,
): ServedBoard {
  const [host, board] = [hostTag(), tagValue(own)];
  const all = [`board=${board}`, `host=${host}`, ...suites.map(({ id }) => `suite=${id}`), ...tags];
  const definitions = Object.fromEntries(suites.map((suite) => [suite.id, definitionHash(suite)]));
  return { id: `${host}/${board}`, tags: [...new Set(all)].sort(), definitions, ...rest };
}

function parseCount(text: string | undefined): number {
  return parseWhole('virtual', text, 'number of boards', MOST_VIRTUAL) ?? 0;
}
