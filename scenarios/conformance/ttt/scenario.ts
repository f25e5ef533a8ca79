/** A scenario of this suite: it gets a host, is skipped where game, binding or links are not its own, and leaves nobody seated. */
import type { LinkBinding } from '../../../devices/link';
import type { Game } from '../../../protocols/ttt/rules';
import type { Bench } from '../../bench';
import type { Scenario } from '../../suite';
import { TttHost } from './host';

export interface Asked extends Omit<Scenario, 'run'> {
  /** Default: both. */
  readonly game?: Game;
  /** Default: all. */
  readonly bindings?: readonly LinkBinding[];
  /** Links of players that it needs; default: those of a full game. */
  readonly players?: number;
}

export function asked(about: Asked, run: (host: TttHost, bench: Bench) => Promise<void>): Scenario {
  const { game, bindings, players, ...scenario } = about;
  return {
    ...scenario,
    async run(bench) {
      const host = new TttHost(bench);
      const lacking = lack(host, { game, bindings, players: players ?? host.seats });
      if (lacking !== undefined) {
        for (const id of about.covers) bench.skip(id, lacking);
        return;
      }
      try {
        await run(host, bench);
      } finally {
        await host.part();
      }
      for (const id of about.covers)
        if (!bench.wasJudged(id)) bench.inconclusive(id, 'the games that show it went astray before');
    },
  };
}

interface Lack {
  readonly game: Game | undefined;
  readonly bindings: readonly LinkBinding[] | undefined;
  readonly players: number;
}

function lack(host: TttHost, { game, bindings, players }: Lack): string | undefined {
  if (game !== undefined && game !== host.game)
    return `of the game ${game}: this board serves ${host.game} (--param game=${game})`;
  if (bindings !== undefined && !bindings.includes(host.binding))
    return `of ${bindings.join(' and ')}: this board is on ${host.binding}`;
  if (players > host.names.length)
    return `needs ${players} players: give --link ${'abc'.slice(0, players).split('').join('=URL --link ')}=URL`;
  return undefined;
}
