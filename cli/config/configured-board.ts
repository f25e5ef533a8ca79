/** A board of the configuration, ready to be asked: which port it is on now, and what its recipes are. */
import type { Shared } from '../shared/command-options';
import { dirname, resolve } from 'node:path';
import { identifyHardware, HARDWARE } from '../../devices/board/known-hardware';
import { portMatches, type PortInfo, type PortMatch } from '../../devices/ports/port-info';
import { listPorts } from '../../devices/ports/port-list';
import { namedUrl, pickByName, quoted } from '../shared/option-values';
import { UsageError, UNREACHED } from '../shared/usage-error';
import { loadConfig, suiteOf } from './config';
import type { BoardConfig, LinkConfig } from './config-schema';
import { protocolOf } from '../../scenarios/protocols';
import { LinkError } from '../../devices/links/link';
import { parseLinkUrl } from '../../devices/links/link-target';
import { runCommand } from '../../devices/board/user-command';
import { flashCommand } from '../shared/boards/tool-recipes';

/** A board as the words of a command line would say it: what is done to it is as the configuration has it. */
export interface ConfiguredBoard extends Pick<
  BoardConfig,
  'suite' | 'reset' | 'power' | 'stimulus' | 'image' | 'flash' | 'identity'
> {
  readonly name: string;
  /** Where its commands run: that of the configuration. */
  readonly folder: string;
  /** `[name=]URL` each. */
  readonly links: readonly string[];
  /** `key=value` each. */
  readonly params: readonly string[];
  readonly operator: boolean;
}

type PortLister = () => Promise<readonly PortInfo[]>;

/**
 * The board of this name. Rejects with {@link UsageError}: no configuration, no such board, and, with the exit code 3,
 * a board that is not plugged in. `needed` false: its ports are not looked for, and it has no links.
 */
export async function configuredBoard(
  name: string,
  {
    config: file,
    links = 'found',
  }: { readonly config?: string | undefined; readonly links?: 'found' | 'left out' },
  list: PortLister = listPorts,
): Promise<ConfiguredBoard> {
  const config = await loadConfig(file);
  if (config === undefined)
    throw new UsageError(
      `no board named ${quoted(name)}: there is no wirejig.config.* here: wirejig init writes one (or give virtual:KIND, or --link)`,
    );
  const names = Object.keys(config.boards);
  const known = pickByName(names, (one) => one, name, 'board', `${config.path} has`);
  const board = config.boards[known] ?? {};
  const folder = dirname(config.path);
  const { kind: _kind, links: _links, match: _match, tags: _tags, ...handled } = board;
  const { parameters = {}, operator = true, ...recipes } = handled;
  const [suite, reset] = [suiteOf(board), board.reset ?? defaultReset(board)];
  return {
    ...recipes,
    ...(suite === undefined ? {} : { suite }),
    ...(reset === undefined ? {} : { reset }),
    name,
    folder,
    links: links === 'found' ? await locateLinks(name, board, folder, list) : [],
    params: Object.entries(parameters).map(([key, value]) => `${key}=${value}`),
    operator,
  };
}

/** A kind's own way, where its modem lines can be driven: on a serial port of this machine. */
function defaultReset({ kind, links }: BoardConfig): string | undefined {
  const urls = Object.values(links ?? {}).flatMap(({ url }) => url ?? []);
  const far = urls.some((url) => /^[a-z][a-z0-9]+:\/\//i.test(url));
  return far ? undefined : HARDWARE.find(({ name }) => name === kind)?.reset;
}

async function locateLinks(name: string, board: BoardConfig, folder: string, list: PortLister) {
  // A board without links has one: the port that it is plugged into.
  const links = Object.entries(board.links ?? { '': {} });
  let ports: readonly PortInfo[] | undefined;
  const texts: string[] = [];
  for (const [link, config] of links) {
    const named = link === '' ? '' : `${link}=`;
    if (config.url !== undefined) texts.push(named + resolveFrom(config.url, folder));
    else if (config.path !== undefined)
      texts.push(named + serialUrl(resolveFrom(config.path, folder), config));
    else {
      ports ??= await list();
      const where = link === '' ? `board ${name}` : `link ${link} of board ${name}`;
      const port = findPort(where, config.match ?? board.match, board.kind, ports);
      texts.push(named + serialUrl(port.path, config));
    }
  }
  return texts;
}

/** `./board` is meant from where the configuration is. */
function resolveFrom(text: string, folder: string): string {
  const [, scheme = '', path = text] = /^(serial:)?(\.{1,2}\/.*)$/s.exec(text) ?? [];
  return path.startsWith('.') ? `${scheme}${resolve(folder, path)}` : text;
}

function serialUrl(path: string, { baud, data, parity, stop, flow, hold }: LinkConfig): string {
  const settings = Object.entries({ baud, data, parity, stop, flow, hold });
  const query = settings
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
    .join('&');
  return `serial:${path}${query === '' ? '' : `?${query}`}`;
}

/** The one port that is meant: by its match, else by what the kind's ports look like. */
function findPort(
  where: string,
  match: PortMatch | undefined,
  kind: string | undefined,
  ports: readonly PortInfo[],
): PortInfo {
  if (match === undefined && (HARDWARE.find(({ name }) => name === kind)?.usb ?? []).length === 0)
    throw new UsageError(
      `${where} has no port: give its path, url or match (wirejig ports shows what is plugged in)`,
    );
  const fits = (port: PortInfo): boolean =>
    match === undefined
      ? identifyHardware(port).some((one) => one.kind.name === kind)
      : portMatches(port, match);
  const found = ports.filter(fits);
  const wanted = match === undefined ? `looks like ${kind ?? ''}` : `has ${matchText(match)}`;
  const [port] = found;
  if (port === undefined)
    throw new UsageError(
      `${where} is not plugged in: no port ${wanted} (wirejig ports shows what is)`,
      UNREACHED,
    );
  if (found.length > 1) {
    const paths = found.map(({ path }) => path).join(', ');
    throw new UsageError(
      `${where}: each of ${paths} ${wanted}: give the serial number or the path in its match`,
    );
  }
  return port;
}

function matchText(match: PortMatch): string {
  return Object.entries(match)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
}

export type BoardOptions = Shared<'suites' | 'config' | 'link' | 'param' | 'stimulus'> & {
  readonly board?: string | undefined;
  readonly reset?: string | undefined;
  readonly unattended?: boolean | undefined;
};

/** The options as if everything had been typed, with links instead of the board's name. Rejects with {@link UsageError} where nobody names a suite. */
export async function mergeBoardOptions<T extends BoardOptions>(
  options: T,
  board: ConfiguredBoard,
): Promise<T> {
  const suites = options.suites.length > 0 ? options.suites : board.suite === undefined ? [] : [board.suite];
  const [asked] = suites;
  if (asked === undefined)
    throw new UsageError(
      `board ${board.name} names no suite: give one (wirejig run SUITE --board ${board.name}), or its suite or kind in the configuration`,
    );
  const first = (await protocolOf(asked))?.suite.links[0]?.name ?? '';
  const keyOf = (text: string): string => namedUrl(text)[0] ?? first;
  const typed = new Set(options.links.map(keyOf));
  const { reset = board.reset, stimulus = board.stimulus } = options;
  const operator = options.unattended !== true && board.operator;
  return {
    ...options,
    board: undefined,
    suites,
    links: [...board.links.filter((text) => !typed.has(keyOf(text))), ...options.links],
    params: mergeParams(board.params, options.params),
    reset,
    stimulus,
    unattended: !operator,
  };
}

/** `name=value` of a configuration; one with the same name on the command line replaces it. */
export function mergeParams(configured: readonly string[], typed: readonly string[]): readonly string[] {
  const keyOf = (text: string): string => text.split('=', 1)[0] ?? '';
  const keys = new Set(typed.map(keyOf));
  return [...configured.filter((text) => !keys.has(keyOf(text))), ...typed];
}

const FLASH_LIMIT_MS = 600_000;

export interface Prepared {
  /** What the firmware says that it is: foreign text. */
  readonly identity?: string;
  readonly flashed?: string;
}

/** Rejects with {@link UsageError}, exit code 3, of a command that failed; 2 where there is no flash command. */
export async function prepareBoard(
  { name, folder, links, image, flash, identity }: ConfiguredBoard,
  flashing: boolean,
  print: (text: string) => void,
): Promise<Prepared> {
  if (flashing && flash === undefined)
    throw new UsageError(
      `board ${name} has no flash command: give it one in the configuration, or leave out --flash`,
    );
  const flashed =
    flashing && flash !== undefined
      ? flashCommand(flash, { board: name, image, port: portOf(links) })
      : undefined;
  if (flashed !== undefined) {
    print(`flashing ${name}: ${flashed}`);
    await runBoardCommand('flash', flashed, folder, FLASH_LIMIT_MS);
  }
  const identityText =
    identity === undefined ? undefined : (await runBoardCommand('identity', identity, folder)).trim();
  return {
    ...(identityText === undefined || identityText === '' ? {} : { identity: identityText }),
    ...(flashed === undefined ? {} : { flashed }),
  };
}

function portOf(links: readonly string[]): string | undefined {
  const targets = links.map((link) => parseLinkUrl('it', namedUrl(link)[1]));
  return targets.flatMap((target) => (target.scheme === 'serial' ? target.settings.path : []))[0];
}

async function runBoardCommand(what: string, command: string, folder: string, limitMs?: number) {
  try {
    return await runCommand({ what, command, folder, ...(limitMs === undefined ? {} : { limitMs }) });
  } catch (error) {
    if (error instanceof LinkError) throw new UsageError(error.message, UNREACHED);
    throw error;
  }
}
