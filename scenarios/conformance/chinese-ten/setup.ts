/** Chinese Ten: player counts and names that must be asked for again, and long names (CT-UI-03). */
import { millis } from '../../../protocols/time';
import { tenScenario, toMenu } from './main-menu';
import type { TenHost } from './host';
import { TenPlayer, type GamePlan } from './player';
import { promptText } from '../../../protocols/chinese-ten/monitor/descriptions';

const ID = 'CT-UI-03';
const LONGEST = 33;
const COUNTS = ['1', '5', '0', '6', '9', '7', '8'];
/** On a real clock a refusal takes 1 s. */
const REAL_COUNTS = 5;
const COMMAS = ['a,b', 'ab,', ',ab', ',', 'a,,b', 'Ann, Bob', '王,小'];
const WATCH = { virtual: millis(1000), real: millis(300) } as const;
/** The title of prompt 5. */
const TITLE = 'The playing order is:';
const UTF8 = new TextEncoder();

const counts = tenScenario(
  {
    id: 'chinese-ten/player-counts',
    title: 'a player count outside 2 to 4 is asked for again',
    covers: [ID],
  },
  async (host, bench) => {
    for (const key of bench.exhaustive ? COUNTS : COUNTS.slice(0, REAL_COUNTS)) {
      if (host.prompt !== 'players' && !(await reachPrompt(host, 'players'))) return;
      const reaction = await new TenPlayer(host, plan(2), []).press(key);
      const holds = host.prompt === 'players' && reaction.items.some(({ kind }) => kind === 'refused');
      bench.check(ID, holds, () => ({
        title: `${key} typed at ${promptText('players')}`,
        expected: "'Sorry, your input is out of range.', and the same question again",
        seen: host.describeReaction(reaction),
      }));
    }
  },
);

function plan(players: GamePlan['players'], names: readonly string[] = []): GamePlan {
  return { players, computers: 0, names };
}

/** Goes from the menu to a prompt of the setup. */
async function reachPrompt(host: TenHost, prompt: 'players' | 'name'): Promise<boolean> {
  if (host.prompt !== 'menu') await toMenu(host);
  const player = new TenPlayer(host, plan(4), []);
  await player.play(undefined, () => host.prompt === prompt || host.prompt === 'order');
  if (host.prompt === prompt) return true;
  host.bench.inconclusive(ID, `${promptText(prompt)} did not come`);
  return false;
}

const commas = tenScenario(
  {
    id: 'chinese-ten/names-with-commas',
    title: 'a name with a comma is asked for again',
    covers: [ID],
  },
  async (host, bench) => {
    for (const name of COMMAS) {
      if (host.prompt !== 'name' && !(await reachPrompt(host, 'name'))) return;
      const { state } = host;
      const number = state.kind === 'prompt' ? state.player : undefined;
      const reaction = await new TenPlayer(host, plan(4), []).press(`${name}\r`);
      const again = reaction.state;
      const holds = again.kind === 'prompt' && again.prompt === 'name' && again.player === number;
      bench.check(ID, holds, () => ({
        title: `the name '${name}' typed at ${promptText('name', number)}`,
        expected: 'the same question again',
        seen: host.describeReaction(reaction),
      }));
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
    id: 'chinese-ten/long-names',
    title: 'a name longer than 33 bytes is cut',
    covers: [ID],
  },
  async (host, bench) => {
    for (const names of bench.exhaustive ? NAMES : NAMES.slice(0, 1)) {
      if (host.prompt !== 'menu') await toMenu(host);
      const order: string[] = [];
      const player = new TenPlayer(host, plan(4, names), []);
      const see = host.onItem;
      host.onItem = (item) => {
        if (item.kind === 'order') order.push(item.name);
        // The page leaves open how the order is printed: every line after its title may contain names.
        else if (item.kind === 'text' && item.text.includes(TITLE)) order.length = 0;
        else if (item.kind === 'text') order.push(item.text);
        see(item);
      };
      await player.play(checkLineAwaited, () => host.prompt === 'order');
      if (host.prompt !== 'order' || order.length === 0)
        return bench.inconclusive(ID, 'the playing order did not come');
      for (const name of names) judgeName(host, name, order);
    }
  },
);

/** Judges that the end of a long name does not answer the next question. */
async function checkLineAwaited({ host, plan: { names = [] } }: TenPlayer, prompt: string): Promise<void> {
  const { state } = host;
  if (prompt !== 'name' || state.kind !== 'prompt' || state.player === undefined || state.player < 2) return;
  const name = names[state.player - 2] ?? '';
  const title = `${promptText('name', state.player)} after the name '${name}'`;
  await host.checkWaits(ID, title, WATCH, 'a line');
}

function judgeName(host: TenHost, name: string, order: readonly string[]): void {
  const bytes = UTF8.encode(name);
  const whole = new TextDecoder().decode(bytes.subarray(0, LONGEST), { stream: true });
  // The bytes of a divided letter may be printed or not.
  const [more = ''] = new TextDecoder().decode(bytes).slice(whole.length);
  const right = order.some((line) => line.includes(whole) && (more === '' || !line.includes(whole + more)));
  host.bench.check(ID, right, () => ({
    title: `a name of ${bytes.length} bytes, '${name}'`,
    expected: `'${whole}' in the playing order`,
    seen: order.map((one) => `'${one}'`).join(', '),
  }));
}

export const setupScenarios = [counts, commas, longNames];
