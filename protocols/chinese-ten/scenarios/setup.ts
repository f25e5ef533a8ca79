/** Chinese Ten: player counts and names that must be asked for again, and long names (CT-UI-03). */
import { millis } from '../../../api/index';
import { tenScenario, toMenu } from './main-menu';
import type { TenHost } from './host';
import { TenPlayer, type GamePlan } from './player';
import { promptText } from '../judge/descriptions';

const ID = 'CT-UI-03';
const COUNTS = ['1', '5', '0', '6', '9', '7', '8'];
/** On a real clock a refusal takes 1 s. */
const REAL_COUNTS = 5;
const COMMAS = ['a,b', 'ab,', ',ab', ',', 'a,,b', 'Ann, Bob', '王,小'];
const WATCH = { virtual: millis(1000), real: millis(300) } as const;

const counts = tenScenario(
  {
    id: 'player-counts',
    title: 'a player count outside 2 to 4 is asked for again',
    covers: [ID],
  },
  async (host, bench) => {
    for (const key of bench.exhaustive ? COUNTS : COUNTS.slice(0, REAL_COUNTS)) {
      if (host.prompt !== 'players' && !(await reachPrompt(host, 'players'))) return;
      await new TenPlayer(host, plan(2)).press(key);
    }
  },
);

function plan(players: GamePlan['players'], names: readonly string[] = []): GamePlan {
  return { players, computers: 0, names };
}

/** Goes from the menu to a prompt of the setup. */
async function reachPrompt(host: TenHost, prompt: 'players' | 'name'): Promise<boolean> {
  if (host.prompt !== 'menu') await toMenu(host);
  const player = new TenPlayer(host, plan(4));
  await player.play(undefined, () => host.prompt === prompt || host.prompt === 'order');
  if (host.prompt === prompt) return true;
  host.bench.inconclusive(ID, `${promptText(prompt)} did not come`);
  return false;
}

const commas = tenScenario(
  {
    id: 'names-with-commas',
    title: 'a name with a comma is asked for again',
    covers: [ID],
  },
  async (host) => {
    for (const name of COMMAS) {
      if (host.prompt !== 'name' && !(await reachPrompt(host, 'name'))) return;
      await new TenPlayer(host, plan(4)).press(`${name}\r`);
    }
  },
);

/** Names of 33 bytes and more, some with letters of two or three bytes, which the cut divides. */
const NAMES = [
  [
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456',
    'abcdefghijklmnopqrstuvwxyz01234567',
    `é${'éà'.repeat(10)}`,
    '撿紅'.repeat(20),
  ],
  ['x'.repeat(35), `y${'撿'.repeat(11)}`, 'z'.repeat(255), `w${'é'.repeat(16)}`],
];

const longNames = tenScenario(
  {
    id: 'long-names',
    title: 'a name longer than 33 bytes is cut',
    covers: [ID],
  },
  async (host, bench) => {
    for (const names of bench.exhaustive ? NAMES : NAMES.slice(0, 1)) {
      if (host.prompt !== 'menu') await toMenu(host);
      await new TenPlayer(host, plan(4, names)).play(awaitLine, () => host.prompt === 'order');
      if (host.prompt !== 'order') return bench.inconclusive(ID, 'the playing order did not come');
    }
  },
);

/** The end of a long name must not answer the next question. */
async function awaitLine({ host }: TenPlayer, prompt: string): Promise<void> {
  if (prompt === 'name' && (host.shown?.asked ?? 1) > 1) await host.watch(WATCH);
}

export const setupScenarios = [counts, commas, longNames];
