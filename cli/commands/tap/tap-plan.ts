/** Resolves a `wirejig tap` command line: two boards, the faults between them, and the command that repeats it. */
import { realBoard } from '../../../devices/board/real-board';
import { withLinks } from '../../../devices/virtual/engine/board';
import type { Board } from '../../../devices/board/board';
import { realClock } from '../../../devices/clock/clock';
import { FAULT_KINDS, type FaultKind } from '../../../devices/faults/faults';
import type { Side } from '../../../devices/tap/tap';
import { virtualPair } from '../../../devices/board/virtual-board';
import type { Parameters } from '../../../protocols/requirement';
import type { GameMonitorKind } from '../../../scenarios/monitor/tap/game-monitor';
import type { TapRunOptions } from '../../../scenarios/monitor/tap/tap-record';
import { protocols } from '../../../scenarios/protocols';
import { commandLine } from '../../shared/command-line';
import {
  parseAssignments,
  parseIds,
  parseParameters,
  pickByName,
  quoted,
  parseDuration,
  namedUrl,
} from '../../shared/option-values';
import { parseLinkTarget, namedBoard, applyBaud } from '../../shared/boards/run-target';
import { findConfiguredBoard } from '../../shared/boards/located-link';
import { UsageError } from '../../shared/usage-error';
import { wirejigVersion } from '../../shared/version';
import type { TapRequest } from './command';

/** The options of a run, without its signal and its listener. */
export type TapPlan = Omit<TapRunOptions, 'signal' | 'emit'>;

/** Replaces configured boards by their links. A name has no slash and no colon, so paths and URLs stay. */
export async function locateBoards(request: TapRequest): Promise<TapRequest> {
  const { config: file } = request;
  const side = async (text: string | undefined): Promise<string | undefined> => {
    const known = text === undefined ? undefined : await findConfiguredBoard(text, file);
    return known === undefined ? text : known.links.map((one) => namedUrl(one)[1])[0];
  };
  return { ...request, a: await side(request.a), b: await side(request.b) };
}

/** The monitor of two boards of the suite. Default: that of the first protocol that has one. */
export async function findTapMonitor(suite: string | undefined): Promise<GameMonitorKind> {
  const known = (await protocols()).flatMap(({ id, tapMonitor: load }) =>
    load === undefined ? [] : [{ id, load }],
  );
  const wanted = suite ?? known[0]?.id ?? '';
  return pickByName(known, ({ id }) => id, wanted, 'suite to watch', 'there is').load();
}

/** `typed`: the options of the command that repeats it. Rejects with {@link UsageError} for a wrong command. */
export async function planTap(
  request: TapRequest,
  typed: TapRequest,
  monitor: GameMonitorKind,
  seed: number,
): Promise<TapPlan> {
  const parameters = parseParameters([monitor], parseAssignments(request.params)).get(monitor.id) ?? {};
  const faults = parseFaults(request);
  const longest = request.time === undefined ? undefined : parseDuration('time', request.time);
  const boards = await boardsOf(request, monitor, seed, parameters);
  const { virtual } = boards.a.clock;
  return {
    kind: monitor,
    boards,
    parameters,
    fresh: virtual,
    ...(faults === undefined ? {} : { faults }),
    seed,
    version: wirejigVersion(),
    command: tapCommandLine(typed, monitor, seed),
    ...(virtual ? {} : { startedAt: new Date().toISOString() }),
    ...(longest === undefined ? {} : { longest }),
  };
}

/** The command that plays the game of this seed again. */
export function tapCommandLine(typed: TapRequest, { id }: GameMonitorKind, seed: number): string {
  return commandLine(['tap'], {
    a: typed.a,
    b: typed.b,
    config: typed.config,
    suite: id,
    faults: parseIds(typed.faults).join(',') || undefined,
    rate: typed.rate,
    time: typed.time,
    param: typed.params,
    seed,
  });
}

async function boardsOf(
  { a, b }: TapRequest,
  monitor: GameMonitorKind,
  seed: number,
  parameters: Parameters,
): Promise<Record<Side, Board>> {
  if (a === undefined || b === undefined)
    throw new UsageError(
      `a tap has two ends: give --${a === undefined ? 'a' : 'b'} LINK (a serial path, tcp://HOST:PORT or virtual:${monitor.id})`,
    );
  const virtual = [a, b].filter((text) => text.startsWith('virtual:'));
  if (virtual.length === 1)
    throw new UsageError(
      `${virtual[0] ?? ''} runs in virtual time and the other board does not: wirejig simulate makes it a real one`,
    );
  if (virtual.length === 2) {
    if (parameters['moves'] === 'operator')
      throw new UsageError(
        '--param moves=operator is for real boards: nobody is at the buttons of virtual ones',
      );
    const kindOf = (text: string) => virtualKind(text, monitor, parameters);
    return virtualPair({ boards: { a: await kindOf(a), b: await kindOf(b) }, parameters, seed });
  }
  if (a === b) throw new UsageError(`--a and --b are the same link ${quoted(a)}: give the two boards' own`);
  const clock = realClock();
  const real = (side: Side, url: string): Board => {
    const [link = monitor.link] = applyBaud([monitor.link], monitor.parameters, parameters);
    const targets = new Map([[link.name, parseLinkTarget(side, url, link.baud)]]);
    return realBoard({ name: url, kind: monitor.id, targets, clock });
  };
  return { a: real('a', a), b: real('b', b) };
}

async function virtualKind(text: string, monitor: GameMonitorKind, parameters: Parameters) {
  const { kind, defects } = await namedBoard(text);
  if (kind.suite !== monitor.id)
    throw new UsageError(
      `virtual:${kind.name} is not a board of the suite ${monitor.id}: give virtual:${monitor.id}`,
    );
  const links = applyBaud(kind.links, monitor.parameters, parameters);
  return { kind: withLinks(kind, links), defects: defects.map(({ name }) => name) };
}

/** As a person names them: a cut is a cable that is out for a while. */
const FAULT_NAMES = FAULT_KINDS.map((kind) => ({ name: kind === 'unplug' ? 'cut' : kind, kind }));
const RATE = '1/200';

function parseFaults({ faults, rate }: TapRequest): { kinds: FaultKind[]; every: number } | undefined {
  const names = parseIds(faults);
  if (names.length === 0) {
    if (rate !== undefined) throw new UsageError('--rate says how often faults come: give --faults too');
    return undefined;
  }
  const kinds = names.map(
    (name) => pickByName(FAULT_NAMES, (one) => one.name, name, 'fault', 'there are').kind,
  );
  const text = rate ?? RATE;
  const every = Number(/^1\/(\d{1,9})$/.exec(text)?.[1]);
  if (!(every >= 1))
    throw new UsageError(`--rate ${quoted(text)} is not a rate: give 1/200 for one byte in 200`);
  return { kinds: [...new Set(kinds)], every };
}
