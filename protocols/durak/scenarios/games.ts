/** Durak: whole games against the board. */
import { millis } from '../../../api/index';
import { winner } from '../game/game';
import { chooseMove, Game, playUntil, STYLES } from './game';
import { HELLO, scenario, type DurakHost } from './host';
import { RARE_SITUATIONS } from './rare-situations';

const MOVES = [
  'DRK-PL-01',
  'DRK-PL-02',
  'DRK-PL-03',
  'DRK-PL-04',
  'DRK-PL-05',
  'DRK-PL-06',
  'DRK-PL-07',
  'DRK-PL-08',
];

/** How long the end of a game is watched. */
const END = millis(7500);
/** The most games more on a real board, for what the first ones did not show. */
const MORE_GAMES = 14;

const COVERED = [...MOVES, 'DRK-PL-09', 'DRK-PL-11', 'DRK-PL-12'];

export const games = scenario(
  {
    id: 'games',
    title: 'complete games, every move judged',
    covers: COVERED,
    needs: ['reset'],
  },
  async (host) => {
    const { bench } = host;
    let reason = 'no game came about';
    // A person is asked for every move of the board.
    const wanted = bench.exhaustive ? 28 : host.auto ? 3 : 1;
    const most = wanted + (bench.exhaustive ? 40 : host.auto ? MORE_GAMES : 0);
    const unseen = new Set(host.auto ? RARE_SITUATIONS : []);
    const goesOn = (): boolean => unseen.size > 0 || MOVES.some((id) => !bench.wasJudged(id));
    let whole = 0;
    for (let n = 0, failed = 0; (n < wanted || (n < most && goesOn())) && failed < 4; n++) {
      bench.note(`game ${n + 1}`);
      const sought = n < wanted ? undefined : [...unseen][n % Math.max(1, unseen.size)];
      const game = await Game.start(host, n, sought?.deal);
      if (game !== undefined)
        game.onMove = (before, move) => {
          for (const one of unseen) if (one.isShownBy(before, move, game)) unseen.delete(one);
        };
      // A player who beats every card gives the board ranks to throw in.
      const style = n < wanted ? STYLES[(n >> 1) % STYLES.length] : sought?.prefer;
      const ended = game !== undefined && (await playUntil(game, style ?? 'drainer'));
      if (game !== undefined && ended) {
        whole++;
        await watchEnd(game);
      } else {
        failed++;
        if (game !== undefined) reason = 'not judged: the games broke off';
      }
    }
    await watchOurTurns(host);
    host.reportUnjudged(COVERED, whole > 0 ? `it did not come up in ${whole} games` : reason);
  },
);

/** After the end of a game the board acknowledges, and moves no more. */
async function watchEnd(game: Game): Promise<void> {
  const { host } = game;
  host.describe(`player ${winner(game.state)} has won`);
  if (await host.next(END)) return host.ack();
  await host.sendPacket(HELLO, 'a hello after the end of the game');
}

/** The board sends nothing new on our turn, after each kind of its moves. */
async function watchOurTurns(host: DurakHost): Promise<void> {
  const { bench } = host;
  const watched = new Map<string, number>();
  for (let n = 0; n < (bench.exhaustive ? 6 : 2); n++) {
    const game = await Game.start(host, n);
    if (game === undefined) continue;
    let budget = bench.exhaustive ? 20 : 3;
    while (!game.broken && !game.over) {
      const kind = game.boardsTurn ? (await game.awaitMove())?.kind : undefined;
      if (game.boardsTurn || game.broken || game.over) continue;
      const often = watched.get(kind ?? 'deal') ?? 0;
      if (often < 3 && budget-- > 0) {
        watched.set(kind ?? 'deal', often + 1);
        host.describe(
          `our turn after ${kind === undefined ? 'the deal' : `its ${kind}`}, and we do not move`,
        );
        await host.acknowledgeAll(millis(bench.exhaustive ? 6000 : 3600), 4);
        if (game.broken) return;
      }
      const move = chooseMove(game);
      if (move === undefined || !(await game.sendMove(move)) || (!bench.exhaustive && budget <= 0)) break;
    }
  }
}
