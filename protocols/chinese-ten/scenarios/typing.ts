/** Chinese Ten: keys typed while no prompt waits (CT-UI-04), and several bytes together (CT-UI-05). */
import { expectOutcome } from '../prompts';
import type { Prompt } from '../reader/item';
import { keyOf } from '../render';
import { tenScenario, toMenu } from './main-menu';
import type { Tactic, TenPlayer } from './player';

const BETWEEN = 'CT-UI-04';
const BURST = 'CT-UI-05';
/** Typed in turn: keys that no pile has, that every pile has, that an any-key prompt takes, and several keys. */
const TYPED = ['~', '0', ' ', '1', '0~', 'Z', '\r', '00 0'];
/** Pauses to type into: before a card is turned, and while a computer player plays. */
const PAUSES = { virtual: { card: 12, computer: 6 }, real: { card: 5, computer: 2 } };
const PLAN = { players: 3, computers: 1 } as const;

const between = tenScenario(
  'between-prompts',
  'keys typed between prompts change nothing',
  [BETWEEN],
  async (player) => {
    await typeIntoBoot(player);
    if (player.prompt !== 'menu') await toMenu(player);
    player.plan = PLAN;
    // In the second after a refusal, too.
    if (player.prompt === 'menu') await player.step();
    if (player.prompt === 'players') await player.typeIntoPause('9', 'refused', '2');
    const left = { ...player.most(PAUSES) };
    let typed = 0;
    const tactic: Tactic = async (_, { prompt }) => {
      const isCard = (prompt === 'use-y' || prompt === 'discard') && left.card-- > 0;
      if (!isCard && (prompt !== 'finish' || left.computer <= 0)) return;
      const keys = TYPED[typed % TYPED.length] ?? '';
      const isRight = (): boolean => isCard || player.view.isComputersTurn;
      if (!(await player.typeIntoPause(player.answer(), isCard ? 'stock' : 'turn', keys, isRight))) return;
      typed++;
      if (!isCard) left.computer--;
    };
    const isDone = (): boolean => left.card <= 0 && left.computer <= 0;
    await player.play(PLAN, tactic, () => isDone() || player.bench.failedEnough(BETWEEN));
    if (!player.bench.wasJudged(BETWEEN)) player.bench.inconclusive(BETWEEN, 'no pause came to type into');
  },
);

/** Types 2 before the menu, which would show the ranking table. */
async function typeIntoBoot(player: TenPlayer): Promise<void> {
  if (!(await player.reset())) return;
  await player.typeNow('2');
  await player.boot();
  await player.watch();
}

/** Keys that are typed together with a legal one. The next prompt would show that they were read. */
const EXTRA_KEYS: Partial<Record<Prompt, string>> = {
  menu: '2',
  players: '24',
  computers: '12',
  order: '0~',
  'use-x': '~~',
  'use-y': ' 0~',
  take: ' ~',
  lay: '0~',
  finish: '0~',
};
/** A key out of range and one in range: at the first time. */
const REFUSED_FIRST: Partial<Record<Prompt, string>> = { players: '92', 'use-x': '~0' };
const TIMES = { virtual: 4, real: 2 } as const;
const KINDS_OF_PROMPT = Object.keys(EXTRA_KEYS).length + 1;

const bursts = tenScenario(
  'several-at-once',
  'of several bytes together at a prompt only the first counts',
  [BURST],
  async (player) => {
    const done = new Map<Prompt, number>();
    const most = player.most(TIMES);
    const together = async (keys: string): Promise<void> => {
      await player.press(keys);
      await player.watch();
    };
    const tactic: Tactic = async (_, at) => {
      const { prompt, hand } = at;
      const times = done.get(prompt) ?? 0;
      const extra = prompt === 'discard' ? keyOf(hand, hand.at(-1)) : EXTRA_KEYS[prompt];
      if (extra === undefined || times >= most) return;
      done.set(prompt, times + 1);
      const refused = REFUSED_FIRST[prompt];
      if (times === 0 && refused !== undefined) await together(refused);
      if (player.prompt !== prompt) return;
      const key = prompt === 'discard' ? '0' : player.answer();
      // A choice that is refused anyway shows nothing.
      if (expectOutcome(at, Buffer.from(key))?.ways[0].refusal === undefined) await together(key + extra);
    };
    const isDone = (): boolean =>
      done.size >= KINDS_OF_PROMPT &&
      (['finish', 'use-y'] as const).every((one) => (done.get(one) ?? 0) >= most);
    await player.play(
      { players: 3, computers: 0 },
      tactic,
      () => isDone() || player.bench.failedEnough(BURST),
    );
    if (!player.bench.wasJudged(BURST)) player.bench.inconclusive(BURST, 'no prompt came to type at');
  },
);

export const typingScenarios = [between, bursts];
