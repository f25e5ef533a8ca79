/**
 * Games on end: two virtual boards play each other time after time, on one cable's kind of faults. Each game has boards and
 * a seed of its own, so that each can be played again by itself.
 */
import type { Requirement } from '../../../protocols/requirement';
import { exitCode } from '../../runner/exit-code';
import type { CheckRecord, JournalEvent } from '../../record';
import type { TapRunOptions } from './tap-record';
import { tapRun, type TapResult } from './tap-run';

export interface GamesOptions {
  /** How many. */
  readonly games: number;
  /** Of the first game; each has the next one. */
  readonly seed: number;
  /** What a game of this seed is: fresh boards on a clock of their own. */
  readonly game: (seed: number) => Omit<TapRunOptions, 'signal' | 'emit'>;
  readonly signal: AbortSignal;
  /** Called as each game ends, in their order. */
  readonly ended: (game: GameRecord) => void;
}

export interface GameRecord extends Pick<TapResult, 'winner' | 'restarts' | 'counts'> {
  readonly seed: number;
  readonly moves: number;
  /** Faults that reached the wire. */
  readonly faults: number;
  /** Why it is no good game: it did not end, or a board broke a MUST; undefined: it is one. */
  readonly wrong: string | undefined;
}

/** Seeds are whole numbers below this. */
const SEEDS = 2 ** 31;

/** Plays until all are played, or the signal comes: a game that it breaks off is not told of. */
export async function tapGames({ games, seed: first, game, signal, ended }: GamesOptions): Promise<void> {
  for (let n = 0; n < games && !signal.aborted; n++) {
    const seed = (first + n) % SEEDS;
    const options = game(seed);
    const seen = new GameSummary();
    const result = await tapRun({ ...options, signal, emit: (event) => seen.add(event) });
    if (result.end.outcome === 'interrupted') return;
    const { winner, restarts, counts, end } = result;
    const { moves, faults } = seen;
    const wrong = seen.failureOf(result, options.kind.requirements);
    ended({
      seed,
      winner,
      restarts,
      counts,
      moves,
      faults,
      wrong: wrong ?? reasonOfNoWinner(winner, end.reason),
    });
  }
}

function reasonOfNoWinner(winner: unknown, reason: string | undefined): string | undefined {
  return winner === undefined ? (reason ?? 'it did not end') : undefined;
}

/** What is kept of a game's journal. */
class GameSummary {
  moves = 0;
  faults = 0;
  private failed: CheckRecord | undefined;

  add(event: JournalEvent): void {
    if (event.type === 'move') this.moves++;
    else if (event.type === 'line' && event.event === 'fault') this.faults++;
    else if (event.type === 'check' && event.verdict === 'fail') this.failed ??= event;
  }

  failureOf({ end }: TapResult, requirements: readonly Requirement[]): string | undefined {
    const { failed } = this;
    if (exitCode(end, requirements) !== 1 || failed === undefined)
      return end.outcome === 'done' ? undefined : end.reason;
    const seen = failed.seen === undefined ? '' : `: ${failed.seen}`;
    return `${failed.requirement}: ${failed.title}${seen}`;
  }
}
