/** Whole games against the board. */
import { millis } from '../../../api/index';
import { winner } from '../game/game';
import { Game, moving, playUntil, STYLES } from './game';
import { HELLO, scenario, type DurakHost } from './host';
import { RARE_SITUATIONS } from './rare-situations';

const MOVES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `DRK-PL-0${number}`);
const COVERED = [...MOVES, 'DRK-PL-09', 'DRK-PL-11', 'DRK-PL-12'];
/** How long the end of a game is watched. */
const END = millis(7500);
/** The most games more on a real board, for what the first ones did not show. */
const MORE_GAMES = 14;

export const games = scenario('games', 'complete games, every move judged', COVERED, async (host) => {
  const { auto, bench } = host;
  // A person is asked for every move of the board.
  const wanted = bench.exhaustive ? 28 : auto ? 3 : 1;
  const most = wanted + (bench.exhaustive ? 40 : auto ? MORE_GAMES : 0);
  const unseen = new Set(auto ? RARE_SITUATIONS : []);
  const goesOn = (): boolean => unseen.size > 0 || MOVES.some((id) => !bench.wasJudged(id));
  let [begun, whole] = [0, 0];
  for (let n = 0, failed = 0; (n < wanted || (n < most && goesOn())) && failed < 4; n++) {
    bench.note(`game ${n + 1}`);
    const sought = n < wanted ? undefined : [...unseen][n % Math.max(1, unseen.size)];
    // A player who beats every card gives the board ranks to throw in.
    const style = n < wanted ? STYLES[(n >> 1) % STYLES.length] : sought?.prefer;
    const game = await Game.start(host, n, sought?.deal);
    if (game === undefined) {
      failed++;
      continue;
    }
    begun++;
    game.onMove = (before, move) => {
      for (const one of unseen) if (one.isShownBy(before, move, game)) unseen.delete(one);
    };
    if (await playUntil(game, moving(style ?? 'drainer'))) {
      whole++;
      await watchEnd(game);
    } else failed++;
  }
  await watchOurTurns(host);
  const reason = begun > 0 ? 'not judged: the games broke off' : 'no game came about';
  host.reportUnjudged(COVERED, whole > 0 ? `it did not come up in ${whole} games` : reason);
});

/** After the end of a game the board acknowledges, and moves no more. */
async function watchEnd({ host, state }: Game): Promise<void> {
  host.describe(`player ${winner(state)} has won`);
  if (!(await host.ackNext(END))) await host.sendPacket(HELLO, 'a hello after the end of the game');
}

/** The board sends nothing new on our turn, after each kind of its moves. */
async function watchOurTurns(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  const watched = new Map<string, number>();
  for (let n = 0; n < (exhaustive ? 6 : 2); n++) {
    const game = await Game.start(host, n);
    if (game === undefined) continue;
    let after = 'the deal';
    game.onMove = (_before, { kind, player }) => {
      if (player === game.board) after = `its ${kind}`;
    };
    let budget = exhaustive ? 20 : 3;
    await playUntil(game, async () => {
      const often = watched.get(after) ?? 0;
      if (often < 3 && budget-- > 0) {
        watched.set(after, often + 1);
        host.describe(`our turn after ${after}, and we do not move`);
        await host.acknowledgeAll(millis(exhaustive ? 6000 : 3600), 4);
      }
      return !game.broken && (await moving()(game)) && (exhaustive || budget > 0);
    });
    if (game.broken) return;
  }
}
