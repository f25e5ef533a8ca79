/**
 * `wirejig tap`: forwards bytes between two boards that play each other, and judges both. With `--games N`: many games of two virtual
 * boards, as one verdict:
 *
 *     ✗ game 17: neither board has said anything for 40 s
 *       again   wirejig tap --a virtual:durak --b virtual:durak --seed 23
 *
 *     ✓ 1000 of 1000 games ended: a won 507, b 493
 */
import { exitCode } from '../../../reports/text/headline';
import { tapRun } from '../../../scenarios/monitor/tap/tap-run';
import { say, sayJson, StatusLine, painter } from '../../shared/console';
import {
  parseSeed,
  parseWhole,
  parseAssignments,
  parseIds,
  parseParameters,
  pickByName,
  quoted,
  parseDuration,
  namedUrl,
} from '../../shared/option-values';
import { startRecording } from '../../shared/output/output-folder';
import { printConclusion, createTerminal, isInteractive } from '../../shared/output/run-output';
import { printable } from '../../../reports/text/printable';
import { tapGames, type GameRecord } from '../../../scenarios/monitor/tap/tap-games';
import type { GamesOutput } from '../../schemas/run-output';
import { catchInterrupts } from '../../shared/interrupts';
import { UsageError } from '../../shared/usage-error';
import type { TapRequest } from './command';
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
import { parseLinkTarget, namedBoard, applyBaud } from '../../shared/boards/run-target';
import { findConfiguredBoard } from '../../shared/boards/located-link';
import { wirejigVersion } from '../../shared/program';

const OUT = 'wirejig-report';

/** Runs; resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function tapCommand(request: TapRequest): Promise<number> {
  const interactive = isInteractive(request);
  if (request.games !== undefined) return gamesCommand(request, request.games);
  const { out = OUT } = request;
  const monitor = await findTapMonitor(request.suite);
  const plan = await planTap(await locateBoards(request), request, monitor, parseSeed(request.seed));
  const recording = startRecording(out, interactive ? [createTerminal(request, true)] : [], interactive);
  if (interactive && !plan.boards.a.clock.virtual) say(HINT);
  const { end } = await tapRun({ ...plan, signal: recording.signal, emit: recording.emit });
  const summary = await recording.finish();
  const code = exitCode(summary);
  const game = end.outcome === 'done' ? end.reason : undefined;
  printConclusion(request, { out, command: plan.command, game }, summary, code);
  return code;
}

const HINT = 'Start or reset both boards now: bytes before a deal are only judged in part.\n\n';

/** The interval in ms at which a terminal shows the count of games. */
const DRAWN_MS = 200;

/** Resolves with 0 when every game ended well, else 1; 130 interrupted. Rejects with {@link UsageError}. */
async function gamesCommand(request: TapRequest, text: string): Promise<number> {
  const games = parseWhole('games', text, 'number of games', 9_999_999);
  if (request.out !== undefined)
    throw new UsageError('--games leaves no reports: leave out --out, and play one game again by its seed');
  const seed = parseSeed(request.seed);
  const monitor = await findTapMonitor(request.suite);
  const boards = await locateBoards(request);
  const plan = (own: number): Promise<TapPlan> => planTap(boards, request, monitor, own);
  const first = await plan(seed);
  if (!first.boards.a.clock.virtual)
    throw new UsageError('--games is for virtual boards: real ones need a person to start each game');
  const interrupts = catchInterrupts();
  const score = new Score(request, games, seed);
  await tapGames({
    games,
    seed,
    game: plan,
    signal: interrupts.signal,
    ended: (game) => score.add(game, tapCommandLine(request, monitor, game.seed)),
  });
  interrupts.release();
  score.end(interrupts.signal.aborted);
  if (interrupts.signal.aborted) return 130;
  return score.bad === 0 ? 0 : 1;
}

class Score {
  private readonly won = { a: 0, b: 0 };
  private readonly sums = { moves: 0, faults: 0, restarts: 0, counts: 0 };
  private readonly badGames: GamesOutput['bad'][number][] = [];
  private readonly paint;
  private readonly interactive;
  private readonly status = new StatusLine();
  private played = 0;
  private drawnAt = 0;

  constructor(
    private readonly request: TapRequest,
    private readonly games: number,
    private readonly seed: number,
  ) {
    this.paint = painter(request.color);
    this.interactive = !request.json && !request.quiet;
  }

  get bad(): number {
    return this.badGames.length;
  }

  add(game: GameRecord, again: string): void {
    this.played++;
    for (const name of ['moves', 'faults', 'restarts', 'counts'] as const) this.sums[name] += game[name];
    if (game.winner !== undefined) this.won[game.winner]++;
    if (game.wrong !== undefined) this.addBad({ game: this.played, reason: game.wrong, again });
    this.draw();
  }

  end(interrupted: boolean): void {
    const good = this.played - this.bad;
    const { json, quiet } = this.request;
    if (json) return sayJson(this.summary());
    const { paint } = this;
    const sign = this.bad === 0 ? paint.green('✓') : paint.red('✗');
    const of = interrupted ? `${this.played} games, then interrupted` : `${this.games} games`;
    const line = `${good} of ${of} ended well: a won ${this.won.a}, b ${this.won.b}`;
    this.status.print(`${this.interactive && this.bad > 0 ? '\n' : ''}${sign} ${paint.bold(line)}`);
    if (quiet) return;
    const { moves, faults, restarts, counts } = this.sums;
    say(`  ${moves} moves, ${faults} faults; the cards were counted ${counts} times\n`);
    if (restarts > 0)
      say(
        `  ${restarts} restarts of both boards: the protocol had no way to continue, and neither board was wrong\n`,
      );
    say(`  seeds   ${this.seed} and the ${this.games - 1} after it\n`);
  }

  private addBad(bad: GamesOutput['bad'][number]): void {
    this.badGames.push(bad);
    if (!this.interactive) return;
    const { red } = this.paint;
    this.status.print(`${red('✗')} game ${bad.game}: ${printable(bad.reason)}`);
    this.status.print(`  again   ${printable(bad.again)}`);
  }

  private draw(): void {
    if (!this.interactive || !process.stdout.isTTY || performance.now() - this.drawnAt < DRAWN_MS) return;
    this.drawnAt = performance.now();
    this.status.update(this.paint.dim(`${this.played}/${this.games} games`));
  }

  private summary(): GamesOutput {
    const { seed, games, played, won, sums, badGames } = this;
    return { seed, games, played, won, ...sums, bad: badGames };
  }
}

type TapPlan = Omit<TapRunOptions, 'signal' | 'emit'>;

/** Replaces configured boards by their links. A name has no slash and no colon, so paths and URLs stay. */
async function locateBoards(request: TapRequest): Promise<TapRequest> {
  const { config: file } = request;
  const side = async (text: string | undefined): Promise<string | undefined> => {
    const known = text === undefined ? undefined : await findConfiguredBoard(text, file);
    return known === undefined ? text : known.links.map((one) => namedUrl(one)[1])[0];
  };
  return { ...request, a: await side(request.a), b: await side(request.b) };
}

/** The monitor of two boards of the suite. Default: that of the first protocol that has one. */
async function findTapMonitor(suite: string | undefined): Promise<GameMonitorKind> {
  const known = (await protocols()).flatMap(({ id, tapMonitor: load }) =>
    load === undefined ? [] : [{ id, load }],
  );
  const wanted = suite ?? known[0]?.id ?? '';
  return pickByName(known, ({ id }) => id, wanted, 'suite to watch', 'there is').load();
}

/** `typed`: the options of the command that repeats it. Rejects with {@link UsageError} for a wrong command. */
async function planTap(request: TapRequest, typed: TapRequest, monitor: GameMonitorKind, seed: number) {
  const parameters = parseParameters([monitor], parseAssignments(request.params)).get(monitor.id) ?? {};
  const faults = parseFaults(request);
  const longest = parseDuration('time', request.time);
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

function tapCommandLine(typed: TapRequest, { id }: GameMonitorKind, seed: number): string {
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
    const targets = new Map([[link.name, parseLinkTarget(side, url, link)]]);
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
