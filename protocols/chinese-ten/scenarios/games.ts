/** Chinese Ten: whole games by a legal player who sometimes tries illegal captures, and special deals. */
import { canCapture, playersOf, type Card, type Players } from '../cards';
import type { GamePlan } from '../prompts';
import { keyOf } from '../render';
import { tenScenario, toMenu } from './main-menu';
import type { Tactic, TenPlayer } from './player';

const RULES = [
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
/** The board with stacked packs has most kinds of special deals within six games. */
const SPECIAL_GAMES = { virtual: 8, real: 6 } as const;
/** Games more of four players, until a turned card can capture one of many. One game in three shows it. */
const MORE_GAMES = 10;

const game = (players: Players, computers = 0, ...names: string[]): GamePlan => ({
  players,
  computers,
  names,
});

/** Games by the number of players. On a real clock the first is played, and of two players the second, too. */
const PLANS = {
  2: [game(2, 0, 'Ann Lee', 'Bob'), game(2, 1), game(2, 0), game(2, 2), game(2, 0, '', 'José')],
  3: [game(3, 1, '', '', '王小明'), game(3, 0), game(3, 2), game(3, 0, 'A', 'A', 'A')],
  4: [game(4, 0), game(4, 1), game(4, 3), game(4, 0, 'N', '', 'E', 'W')],
} as const;

/** Tries illegal captures, which must be refused and asked for again. Each pair of ranks is tried once. */
function wrongChoices(most: number): Tactic {
  const tried = new Set<string>();
  const named = (prompt: string, card: Card, taken: Card): string => `${prompt} ${card.rank} ${taken.rank}`;
  return async (player, { prompt, hand, layout, turned }) => {
    if (prompt !== 'use-x' && prompt !== 'take') return;
    const from = prompt === 'use-x' ? hand : turned === undefined ? [] : [turned];
    for (let n = 0; n < most; n++) {
      const pairs = from.flatMap((card) => layout.map((taken) => ({ card, taken })));
      const pair = player.dice.any(
        pairs.filter(({ card, taken }) => !canCapture(card, taken) && !tried.has(named(prompt, card, taken))),
      );
      if (pair === undefined) return;
      tried.add(named(prompt, pair.card, pair.taken));
      const [used, taken] = [keyOf(hand, pair.card), keyOf(layout, pair.taken)];
      let isRight = await player.press(prompt === 'use-x' ? used : taken);
      // A program may refuse a card at once that captures nothing.
      if (player.prompt === 'use-y') isRight = await player.press(taken);
      if (!isRight || player.prompt !== prompt) return;
    }
  };
}

/** Plays a game to its end. Returns whether it had a special deal. */
async function playGame(player: TenPlayer, plan: GamePlan, tactic?: Tactic): Promise<boolean> {
  if (player.prompt !== 'menu') await toMenu(player);
  player.plan = plan;
  player.bench.note(player.situation);
  const hasEnded = await player.play(plan, tactic);
  const { referee } = player.view;
  if (!hasEnded || referee?.isOver !== true)
    for (const id of ['CT-PL-04', 'CT-SC-01'])
      player.bench.inconclusive(id, `${player.situation}: it did not come to its last screen`);
  if (player.prompt === 'scoreboard') await player.step();
  return referee?.specialDeal !== undefined;
}

function skipSpecial(player: TenPlayer): void {
  player.bench.skip(
    'CT-PL-04',
    'no special deal came, and none can be forced: all four of a rank, and three of them, on the first table were not seen',
  );
}

const games = ([2, 3, 4] as const).map((players) =>
  tenScenario(
    `games-of-${players}`,
    `whole games of ${players} players, by the rules to their end`,
    RULES,
    async (player) => {
      const plans: readonly GamePlan[] = PLANS[players];
      const tactic = wrongChoices(player.most(WRONG));
      let special = 0;
      // A program may keep something of the game before.
      for (const plan of plans.slice(0, player.most({ virtual: plans.length, real: players === 2 ? 2 : 1 })))
        special += Number(await playGame(player, plan, tactic));
      for (let left = MORE_GAMES; players === 4 && left > 0 && !player.hadLargeTable; left--)
        special += Number(await playGame(player, PLANS[4][0]));
      if (special === 0) skipSpecial(player);
    },
  ),
);

/** Games without a reset between them: a board may have its special deals in turn. */
const special = tenScenario(
  'special-deals',
  'special deals, where some come: four of a rank, or three, on the first table',
  ['CT-PL-04'],
  async (player) => {
    let found = 0;
    // On a real clock a game takes long: more of them only where this board has such deals.
    for (let n = 0; n < player.most(SPECIAL_GAMES) && (player.bench.exhaustive || found === n); n++)
      found += Number(await playGame(player, game(playersOf(2 + (n % 3)) ?? 2, n % 4 === 3 ? 1 : 0)));
    if (found === 0) skipSpecial(player);
  },
);

export const gameScenarios = [...games, special];
