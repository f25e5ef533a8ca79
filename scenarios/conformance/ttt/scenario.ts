/** Makes scenarios of this suite: each gets a host, leaves nobody seated, and is skipped for other games, bindings or links. */
import type { Board } from '../../../devices/board/board';
import type { LinkBinding } from '../../../devices/links/link';
import { gameOf, seatsOf, type Game } from '../../../protocols/ttt/rules';
import type { Parameters } from '../../../protocols/requirement';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { TttHost } from './host';

export interface TttScenarioOptions extends Omit<Scenario, 'run'> {
  /** Default: both. */
  readonly game?: Game;
  /** Default: all. */
  readonly bindings?: readonly LinkBinding[];
  /** Links that it needs. Default: those of a full game. */
  readonly players?: number;
  /** Tries a plain game first. If that goes wrong, nothing else is judged. */
  readonly onPlainGames?: true;
}

export function tttScenario(
  about: TttScenarioOptions,
  run: (host: TttHost, bench: Bench) => Promise<void>,
): Scenario {
  return {
    id: about.id,
    title: about.title,
    covers: about.covers,
    ...(about.needs === undefined ? {} : { needs: about.needs }),
    unfit: (board, parameters) => unfit(board, parameters, about),
    async run(bench) {
      const host = new TttHost(bench);
      try {
        if (!about.onPlainGames || (await host.plainGameWorks())) await run(host, bench);
      } finally {
        await host.release();
      }
      for (const id of about.covers) if (!bench.wasJudged(id)) bench.inconclusive(id, 'plain games go wrong');
    },
  };
}

function unfit(
  board: Board,
  parameters: Parameters,
  { game, bindings, players }: Pick<TttScenarioOptions, 'game' | 'bindings' | 'players'>,
): string | undefined {
  const served = gameOf(parameters['game']);
  const [first] = board.linkUrls;
  const needed = players ?? seatsOf(served);
  if (game !== undefined && game !== served)
    return `of the game ${game}: this board serves ${served} (--param game=${game})`;
  if (first !== undefined && bindings !== undefined && !bindings.includes(board.binding(first.name)))
    return `of ${bindings.join(' and ')}: this board is on ${board.binding(first.name)}`;
  if (needed > board.linkUrls.length)
    return `needs ${needed} players: give --link ${'abc'.slice(0, needed).split('').join('=URL --link ')}=URL`;
  return undefined;
}
