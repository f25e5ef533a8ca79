/**
 * Many games: two virtual boards play each other again and again on a cable with faults. Each game has its own boards
 * and seed, so that it can be repeated alone.
 */
import type { Requirement } from '../../../protocols/requirement';
import type { CheckRecord, JournalEvent } from '../../record';
import type { TapRunOptions } from './tap-record';
import { tapRun, type TapResult } from './tap-run';

type GameOptions = Omit<TapRunOptions, 'signal' | 'emit'>;

export interface GamesOptions {
  readonly games: number;
  /** The seed of the first game; each further game has the next seed. */
  readonly seed: number;
  /** The game with this seed: new boards on their own clock. */
  readonly game: (seed: number) => GameOptions | Promise<GameOptions>;
  readonly signal: AbortSignal;
  /** Called at the end of each game, in order. */
  readonly ended: (game: GameRecord) => void;
}

export interface GameRecord extends Pick<TapResult, 'winner' | 'restarts' | 'counts'> {
  readonly seed: number;
  readonly moves: number;
  /** Faults that reached the wire. */
  readonly faults: number;
  /** Why the game failed: it did not end, or a board broke a MUST. undefined: it did not fail. */
  readonly wrong: string | undefined;
}

/** Seeds are whole numbers below this. */
const SEEDS = 2 ** 31;

/** Plays all games, or until the signal: an interrupted game is not reported. */
export async function tapGames({ games, seed: first, game, signal, ended }: GamesOptions): Promise<void> {
  for (let n = 0; n < games && !signal.aborted; n++) {
    const seed = (first + n) % SEEDS;
    const options = await game(seed);
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
      wrong: wrong ?? (winner === undefined ? (end.reason ?? 'it did not end') : undefined),
    });
  }
}

/** The part of a game's journal that is kept. */
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
    const isBroken = requirements.some(
      ({ id, level }) => level === 'MUST' && end.verdicts[id]?.verdict === 'fail',
    );
    if (!isBroken || failed === undefined) return end.outcome === 'done' ? undefined : end.reason;
    const seen = failed.seen === undefined ? '' : `: ${failed.seen}`;
    return `${failed.requirement}: ${failed.title}${seen}`;
  }
}
