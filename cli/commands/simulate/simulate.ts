/** `wirejig simulate`: a virtual board in real time, for any program. */
import { createInterface } from 'node:readline';
import { realClock } from '../../../devices/clock/clock';
import { hasTerminal } from '../../../devices/platform/terminal';
import { openTcpPlayers, openUdpPlayers, openTcpEndpoint } from '../../../devices/simulate/network-endpoints';
import { openPtyEndpoint } from '../../../devices/simulate/pty-endpoint';
import { simulator, type Endpoint, type Simulator } from '../../../devices/simulate/simulator';
import { openStdioEndpoint } from '../../../devices/simulate/stdio-endpoint';
import type { LinkBinding } from '../../../devices/links/link';
import type { BoardKind, VirtualBoard } from '../../../devices/virtual/engine/board';
import type { ResolvedBoard } from '../../../devices/virtual/board-name';
import type { Parameters } from '../../../protocols/requirement';
import { printable } from '../../../reports/text/printable';
import { boardKinds, boardNames } from '../../../scenarios/protocols';
import { loadConfig } from '../../config/config';
import { configuredBoard, mergeParams } from '../../config/configured-board';
import { say, remark } from '../../shared/console';
import {
  findSuite,
  namedUrl,
  parseAssignments,
  parseParameters,
  quoted,
  parseSeed,
} from '../../shared/option-values';
import { defaultKind, namedBoard } from '../../shared/boards/run-target';
import { parseCodeLine } from '../../shared/stimulus/code-lines';
import { CodeError } from '../../shared/stimulus/symbology';
import { errorCode, fileErrorCause, UsageError } from '../../shared/usage-error';
import type { SimulateRequest } from './command';

export async function simulateCommand(request: SimulateRequest): Promise<number> {
  const { named, params } = await resolveRequest(request);
  const { kind, defects } = await kindForBinding(named, request);
  const seed = parseSeed(request.seed);
  const suite = await findSuite(kind.suite);
  const parameters = parseParameters([suite], parseAssignments(params)).get(suite.id) ?? {};
  const wanted = parseEndpoints(request, kind);
  const names = new Set(defects.map(({ name }) => name));
  const made = kind.create({ seed, defects: names, parameters });
  const board = simulator(made, realClock());
  const ends: Endpoint[] = [];
  const ended = new Promise<number>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(0));
    onReset(board, () => resolve(0));
    if (request.stdio) ends.push(attachStdio(kind, board, () => resolve(0)));
    void openEndpoints(wanted, board, request, ends, (reason) => {
      remark(`${reason}: start it again`);
      resolve(3);
    }).then(
      () =>
        request.stdio ||
        announce([kind.name, ...defects.map(({ name }) => name)].join('+'), wanted, ends, seed),
      (error: unknown) => {
        remark(error instanceof Error ? error.message : String(error));
        resolve(error instanceof UsageError ? error.exitCode : 2);
      },
    );
  });
  const operatorInput = request.stdio ? undefined : openOperatorInput(made, board, parameters);
  const code = await ended;
  operatorInput?.close();
  board.stop();
  for (const end of ends) end.close();
  return code;
}

/** The virtual board of this name, or the one of a configured board's suite with its parameters. */
async function resolveRequest({ board, params, config }: SimulateRequest) {
  const [head = ''] = board.replace(/^virtual:/, '').split('+');
  const virtual = board.startsWith('virtual:') || boardNames().includes(head);
  const known = virtual ? undefined : (await loadConfig(config))?.boards[board];
  if (known === undefined)
    return { named: await namedBoard(board.startsWith('virtual:') ? board : `virtual:${board}`), params };
  const { suite, params: own } = await configuredBoard(board, { config, links: 'left out' });
  if (suite === undefined)
    throw new UsageError(
      `board ${board} names no suite: give it one in the configuration, or simulate a KIND`,
    );
  const kind = await defaultKind(await findSuite(suite));
  return { named: { kind, defects: [] }, params: mergeParams(own, params) };
}

/** Lines on standard input act on the board: `qr 6869` presents a code, Enter presses its buttons. */
function openOperatorInput(made: VirtualBoard, board: Simulator, parameters: Parameters) {
  const buttons = made.press !== undefined && parameters['moves'] === 'operator';
  if (!buttons && made.present === undefined) return undefined;
  const lines = createInterface({ input: process.stdin });
  return lines.on('line', (line) => {
    if (buttons) return board.press();
    try {
      const code = parseCodeLine(line);
      if (code !== undefined) board.present(code.symbology, code.payload);
    } catch (error) {
      if (!(error instanceof CodeError)) throw error;
      remark(error.message);
    }
  });
}

function bindingOf({ links }: BoardKind): LinkBinding {
  return links[0]?.binding ?? 'serial';
}

/** The kind of board for the requested binding: a board with several bindings (`ttt`) has a kind for each. */
async function kindForBinding(named: ResolvedBoard, { pty, tcp, udp, stdio }: SimulateRequest) {
  const { kind, defects } = named;
  const binding =
    udp.length > 0 ? 'udp' : tcp.length > 0 ? 'tcp' : pty.length > 0 || stdio ? 'serial' : undefined;
  if (binding === undefined || bindingOf(kind) === binding) return named;
  const other = (await boardKinds([kind.suite])).find((one) => bindingOf(one) === binding);
  if (other === undefined) return named;
  return namedBoard(`virtual:${[other.name, ...defects.map(({ name }) => name)].join('+')}`);
}

function attachStdio(kind: BoardKind, board: Simulator, ended: () => void): Endpoint {
  const link = kind.links[0]?.name ?? 'main';
  const end = openStdioEndpoint({ arrived: (bytes) => board.receive(link, bytes), ended });
  board.attach(link, end);
  return end;
}

interface EndpointRequest {
  readonly link: string;
  readonly way: 'pty' | 'tcp' | 'tcp-players' | 'udp-players';
  readonly where: string;
}

/** The endpoint of each link of the board, from `[link=]PATH` and `[link=][HOST:]PORT`. */
function parseEndpoints(request: SimulateRequest, kind: BoardKind): readonly EndpointRequest[] {
  const { pty, tcp, udp, stdio } = request;
  const ways = pty.length + tcp.length + udp.length;
  if (stdio && (ways > 0 || kind.links.length !== 1 || bindingOf(kind) !== 'serial'))
    throw new UsageError(
      `--stdio is the one link of a board: ${ways > 0 ? 'leave out the other ways' : `${kind.name} has ${kind.links.length}`}`,
    );
  if (stdio) return [];
  if (bindingOf(kind) !== 'serial') return [parsePlayersEndpoint(request, kind)];
  if (udp.length > 0)
    throw new UsageError(`board ${kind.name} has serial links, not UDP: give --pty PATH or --tcp PORT`);
  const ends = [
    ...pty.map((text) => parseEndpoint('pty', text, kind)),
    ...tcp.map((text) => parseEndpoint('tcp', text, kind)),
  ];
  for (const { name } of kind.links) {
    const count = ends.filter(({ link }) => link === name).length;
    const named = kind.links.length === 1 ? '' : `${name}=`;
    if (count === 0)
      throw new UsageError(
        `the board's link ${name} has no endpoint: give --pty ${named}PATH or --tcp ${named}PORT (0: any free)`,
      );
    if (count > 1)
      throw new UsageError(`link ${name} of the board is given twice: give one --pty or --tcp for it`);
  }
  return ends;
}

/** One port for all players. */
function parsePlayersEndpoint({ pty, tcp, udp }: SimulateRequest, kind: BoardKind): EndpointRequest {
  const way = bindingOf(kind) === 'udp' ? 'udp' : 'tcp';
  const [where] = way === 'udp' ? udp : tcp;
  if (where === undefined || pty.length + tcp.length + udp.length > 1)
    throw new UsageError(`board ${kind.name} is a server with one port: give --${way} PORT (0: any free)`);
  return { link: kind.name, way: way === 'udp' ? 'udp-players' : 'tcp-players', where };
}

function parseEndpoint(way: EndpointRequest['way'], text: string, kind: BoardKind): EndpointRequest {
  const [link = kind.links[0]?.name ?? 'main', where] = namedUrl(text);
  if (!kind.links.some(({ name }) => name === link))
    throw new UsageError(
      `board ${kind.name} has no link ${quoted(link)}: its links are ${kind.links.map(({ name }) => name).join(', ')}`,
    );
  return { link, way, where };
}

async function openEndpoints(
  wanted: readonly EndpointRequest[],
  board: Simulator,
  { resetOnConnect }: SimulateRequest,
  ends: Endpoint[],
  lost: (reason: string) => void,
): Promise<void> {
  for (const { link, way, where } of wanted) {
    if (way === 'tcp-players' || way === 'udp-players') {
      const open = way === 'tcp-players' ? openTcpPlayers : openUdpPlayers;
      ends.push(
        await listen(way === 'tcp-players' ? '--tcp' : '--udp', where, (host, port) =>
          open({ host, port, board }),
        ),
      );
      continue;
    }
    const arrived = (bytes: Uint8Array): void => board.receive(link, bytes);
    const connected = (): void => (resetOnConnect ? board.reset() : undefined);
    const end =
      way === 'pty'
        ? await openPty(where, arrived, lost)
        : await listen('--tcp', where, (host, port) => openTcpEndpoint({ host, port, arrived, connected }));
    ends.push(end);
    board.attach(link, end);
  }
}

async function openPty(path: string, arrived: (bytes: Uint8Array) => void, ended: (reason: string) => void) {
  try {
    return await openPtyEndpoint({ path, arrived, ended });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function listen(
  option: '--tcp' | '--udp',
  text: string,
  open: (host: string, port: number) => Promise<Endpoint>,
): Promise<Endpoint> {
  const match = /^(?:(?:\[([^\]]+)\]|([^:]+)):)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[3] ?? NaN);
  const host = match?.[1] ?? match?.[2] ?? '127.0.0.1';
  if (!(port <= 65_535))
    throw new UsageError(
      `${option} ${quoted(text)} is not a port: give [HOST:]PORT, 0 to 65535 (0: any free)`,
    );
  try {
    return await open(host, port);
  } catch (error) {
    throw new UsageError(`cannot listen on ${host}:${port}: ${listenErrorText(error)}`);
  }
}

function listenErrorText(error: unknown): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return 'another program does: give another port, or 0 for any free one';
  if (code === 'EACCES') return 'no permission: give a port above 1023';
  return `${fileErrorCause(error) ?? 'it failed'}: give another address`;
}

function announce(name: string, wanted: readonly EndpointRequest[], ends: readonly Endpoint[], seed: number) {
  const where = ends.map(({ url }, i) => (ends.length > 1 ? `${wanted[i]?.link ?? ''} ${url}` : url));
  const { pid } = process;
  say(
    `wirejig: virtual ${name} on ${printable(where.join(', '))} (pid ${pid}; kill -HUP ${pid} is its reset button; seed ${seed})\n`,
  );
}

/** SIGHUP presses the reset button. If the terminal of this process was closed, it ends the board. */
function onReset(board: Simulator, end: () => void): void {
  const fromTerminal = process.stdin.isTTY;
  process.on('SIGHUP', () => {
    if (fromTerminal && !hasTerminal()) end();
    else board.reset();
  });
}
