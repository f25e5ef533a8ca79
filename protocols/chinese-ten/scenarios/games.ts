/** Chinese Ten: whole games by a legal player who sometimes tries illegal captures, and special deals. */
import type { Bench } from '../../../api/index';
import { backToMenu, tenScenario, toMenu } from './main-menu';
import type { TenHost } from './host';
import { keyOf, TenPlayer, type GamePlan, type Pair, type Tactic } from './player';

const COVERED = [
  'CT-DL-01',
  'CT-DL-02',
  'CT-PL-01',
  'CT-PL-02',
  'CT-PL-03',
  'CT-PL-04',
  'CT-SC-01',
  'CT-UI-01',
];
/** Illegal captures to try at one prompt. */
const WRONG = { virtual: 4, real: 2 } as const;
/** The board with stacked packs has every kind of special deal within four games. */
const SPECIAL_GAMES = { virtual: 8, real: 4 } as const;
/** Games more of four players, until a turned card can capture one of many. One game in three shows it. */
const MORE_GAMES = 6;

const game = (players: GamePlan['players'], computers = 0, ...names: string[]): GamePlan => ({
  players,
  computers,
  names,
});

/** Games by the number of players. The first is played on a real clock too. */
const PLANS = {
  2: [game(2, 0, 'Ann', 'Bob'), game(2, 1), game(2, 0), game(2, 2), game(2, 0, '', 'José')],
  3: [game(3, 1, '', '', '王小明'), game(3, 0), game(3, 2), game(3, 0, 'A', 'A', 'A')],
  4: [game(4, 0), game(4, 1), game(4, 3), game(4, 0, 'N', '', 'E', 'W')],
} as const;

/** Tries illegal captures, which must be refused and asked for again. Each pair of ranks is tried once. */
function wrongChoices(bench: Bench): Tactic {
  const most = bench.exhaustive ? WRONG.virtual : WRONG.real;
  const tried = new Set<string>();
  return async (player, prompt) => {
    if (prompt !== 'use-x' && prompt !== 'take') return;
    const from = prompt === 'use-x' ? player.hand : player.turned === undefined ? [] : [player.turned];
    const known = ({ card, taken }: Pair): boolean => tried.has(`${prompt} ${card.rank} ${taken.rank}`);
    for (let n = 0; n < most; n++) {
      const pair = player.illegalPair(from, known);
      if (pair === undefined) return;
      tried.add(`${prompt} ${pair.card.rank} ${pair.taken.rank}`);
      if (!(await tryIllegal(player, prompt, pair))) return;
    }
  };
}

/** Returns whether it was refused, and is asked for again. */
async function tryIllegal(
  player: TenPlayer,
  prompt: 'use-x' | 'take',
  { card, taken }: Pair,
): Promise<boolean> {
  const { host } = player;
  const first = await player.press(
    prompt === 'use-x' ? keyOf(player.hand, card) : keyOf(player.layout, taken),
  );
  // A program may refuse a card at once that captures nothing.
  const last = host.prompt === 'use-y' ? await player.press(keyOf(player.layout, taken)) : first;
  return last.isRight && host.prompt === prompt;
}

interface Played {
  readonly hadSpecialDeal: boolean;
  /** A turned card could capture one of more cards than the game began with. */
  readonly hadLargeTable: boolean;
}

async function playGame(host: TenHost, plan: GamePlan, tactic?: Tactic): Promise<Played> {
  if (host.prompt !== 'menu') await toMenu(host);
  const player = new TenPlayer(host, plan);
  host.bench.note(player.situation);
  const hasEnded = await player.play(tactic);
  const { referee } = host.view;
  if (!hasEnded || referee?.isOver !== true)
    for (const id of ['CT-PL-04', 'CT-SC-01'])
      host.bench.inconclusive(id, `${player.situation}: it did not come to its last screen`);
  await backToMenu(player);
  return { hadSpecialDeal: referee?.specialDeal !== undefined, hadLargeTable: player.hadLargeTable };
}

const NO_SPECIAL =
  'no special deal came, and none can be forced: all four of a rank, and three of them, on the first table were not seen';

function gamesOf(players: GamePlan['players']) {
  return tenScenario(
    {
      id: `games-of-${players}`,
      title: `whole games of ${players} players, by the rules to their end`,
      covers: COVERED,
    },
    async (host, bench) => {
      const plans: readonly GamePlan[] = bench.exhaustive ? PLANS[players] : PLANS[players].slice(0, 1);
      const tactic = wrongChoices(bench);
      const played: Played[] = [];
      for (const plan of plans) played.push(await playGame(host, plan, tactic));
      const isOpen = (): boolean => players === 4 && !played.some(({ hadLargeTable }) => hadLargeTable);
      for (let left = MORE_GAMES; left > 0 && isOpen(); left--)
        played.push(await playGame(host, PLANS[4][0]));
      if (!played.some(({ hadSpecialDeal }) => hadSpecialDeal)) bench.skip('CT-PL-04', NO_SPECIAL);
    },
  );
}

/** Games without a reset between them: a board may have its special deals in turn. */
const special = tenScenario(
  {
    id: 'special-deals',
    title: 'special deals, where some come: four of a rank, or three, on the first table',
    covers: ['CT-PL-04'],
  },
  async (host, bench) => {
    const most = bench.exhaustive ? SPECIAL_GAMES.virtual : SPECIAL_GAMES.real;
    let special = 0;
    // On a real clock a game takes long: more of them only where this board has such deals.
    for (let n = 0; n < most && (bench.exhaustive || special === n); n++) {
      const players = ([2, 3, 4] as const)[n % 3] ?? 2;
      const { hadSpecialDeal } = await playGame(host, game(players, n % 4 === 3 ? 1 : 0));
      if (hadSpecialDeal) special++;
    }
    if (special === 0) bench.skip('CT-PL-04', NO_SPECIAL);
  },
);

export const gameScenarios = [gamesOf(2), gamesOf(3), gamesOf(4), special];
