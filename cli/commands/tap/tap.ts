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
import { say, sayJson, StatusLine, wantsColor } from '../../shared/console';
import { parseSeed, parseWhole } from '../../shared/option-values';
import { startRecording } from '../../shared/output/recording';
import { findTapMonitor, locateBoards, planTap, tapCommandLine, type TapPlan } from './tap-plan';
import { printConclusion, createTerminal, isInteractive } from '../../shared/output/run-output';
import { createColors } from 'picocolors';
import { printable } from '../../../reports/text/printable';
import { tapGames, type GameRecord } from '../../../scenarios/monitor/tap/tap-games';
import type { GamesOutput } from '../../schemas/run-output';
import { catchInterrupts } from '../../shared/interrupts';
import { UsageError } from '../../shared/usage-error';
import type { TapRequest } from './command';

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
    this.paint = createColors(wantsColor(request.color));
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
