/** Chinese Ten: what is typed at prompts: every byte, counts and names that must be asked for again, long names, Ctrl-D. */
import { after, millis } from '../../../api/index';
import { promptText } from '../judge/descriptions';
import { pileAt, type PromptState } from '../prompts';
import { keysToTry, type GamePlan } from '../prompts';
import { indexName } from '../render';
import { tenScenario, toMenu, untilNoPrompt } from './main-menu';
import type { Tactic, TenPlayer } from './player';

const INPUT = 'CT-UI-02';
const SETUP = 'CT-UI-03';
const COUNTS = { virtual: ['1', '5', '0', '6', '9', '7', '8'], real: ['1', '5', '0', '6', '9'] };
const COMMAS = [
  ...['a,b', 'ab,', ',ab', ',', 'a,,b', 'Ann, Bob', '王,小'],
  ...[`${'x'.repeat(16)},b`, `${'x'.repeat(32)},`],
];
const FOUR: GamePlan = { players: 4, computers: 0 };
/** Names of 33 bytes and more, some with letters of two or three bytes, which the cut divides. */
const NAMES = [
  ['x'.repeat(33), 'abcdefghijklmnopqrstuvwxyz01234567', `é${'éà'.repeat(10)}`, '撿紅'.repeat(20)],
  ['x'.repeat(35), `y${'撿'.repeat(11)}`, 'z'.repeat(255), `w${'é'.repeat(16)}`],
];

/** Types each of these at a prompt of the setup, from a new game where it is left. */
async function typeEach(
  player: TenPlayer,
  prompt: 'players' | 'name',
  lines: readonly string[],
): Promise<void> {
  for (const line of lines) {
    if (player.prompt !== prompt) {
      await toMenu(player);
      await player.play(FOUR, undefined, () => player.prompt === prompt || player.prompt === 'order');
    }
    if (player.prompt !== prompt)
      return player.bench.inconclusive(SETUP, `${promptText(prompt)} did not come`);
    await player.press(line);
  }
}

const counts = tenScenario(
  'player-counts',
  'a player count outside 2 to 4 is asked for again',
  [SETUP],
  (player) => typeEach(player, 'players', player.most(COUNTS)),
);

const commas = tenScenario(
  'names-with-commas',
  'a name with a comma is asked for again',
  [SETUP],
  async (player) => {
    await typeEach(
      player,
      'name',
      COMMAS.map((name) => `${name}\r`),
    );
    for (let left = FOUR.players - 1; left > 0 && player.prompt === 'name'; left--) {
      await player.step();
      if (player.prompt === 'name') await player.press('a,b\r');
    }
  },
);

/** The end of a long name must not answer the next question. */
const awaitLine: Tactic = async (player, { prompt, asked = 1 }) => {
  if (prompt === 'name' && asked > 1) await player.watch();
};

const longNames = tenScenario('long-names', 'a name longer than 33 bytes is cut', [SETUP], async (player) => {
  for (const names of NAMES.slice(0, player.most({ virtual: NAMES.length, real: 1 }))) {
    await toMenu(player);
    await player.play({ ...FOUR, names }, awaitLine, () => player.prompt === 'order');
    if (player.prompt !== 'order') return player.bench.inconclusive(SETUP, 'the playing order did not come');
  }
});

/** Prompts after the names that are watched. */
const LATER = 8;

const endOfFile = tenScenario(
  'end-of-file',
  'Ctrl-D on an empty name asks again or takes the default, and later prompts still wait',
  [INPUT],
  async (player) => {
    const { bench } = player;
    const asked = (): number | undefined => player.shown?.asked;
    await player.play({ players: 3, computers: 0 }, undefined, () => asked() !== undefined);
    for (let number = 1; number <= 3; number++) {
      if (asked() !== number)
        return bench.inconclusive(INPUT, `the name of player ${number} was not asked for`);
      const isRight = await player.press('\u0004');
      await player.watch();
      if (!isRight) return;
      // The program may ask for the name again.
      if (asked() === number) await player.step();
    }
    for (let n = 0; n < LATER && player.prompt !== undefined && !bench.failedEnough(INPUT); n++) {
      await player.watch();
      await player.step();
    }
  },
);

const TRIED = ['players', 'computers', 'name', 'use-x', 'use-y', 'discard', 'take'] as const;
type TriedPrompt = (typeof TRIED)[number];
/** Bytes that a program is most likely to accept by mistake: neighbours of valid keys, controls, the high bit. */
const LIKELY_ACCEPTED: readonly number[] = [
  0x2f, 0x3a, 0x00, 0x1b, 0xff, 0x04, 0x0d, 0x0a, 0x2d, 0x20, 0x7f, 0x08, 0x09, 0x80, 0xb0, 0xb2, 0xb3, 0xb4,
  0xc2, 0xe2, 0x41, 0x5a, 0x61, 0x7a, 0x40, 0x5b, 0x60, 0x7b, 0x25, 0x3b, 0x01, 0x02, 0x07, 0x0c, 0x0e, 0x12,
  0x15, 0x16, 0x17, 0x19, 0x1d, 0x1e, 0x1f, 0x34, 0x35, 0x39,
];
/** Hands of twelve cards: letters are keys, and the signs between 9 and A are not. */
const PLAN: GamePlan = { players: 2, computers: 0, names: ['', 'Ann'] };
/** The most games until every byte was tried at every prompt. */
const GAMES = { virtual: 6, real: 3 } as const;
/** Invalid keys at a prompt where every byte was tried before, besides those next to the valid ones. */
const EXTRA_KEYS = 2;
const SIGNS = [0x2f, 0x3a, 0x3b, 0x40];
/** Turns after the last new kind of prompt. */
const MORE_TURNS = { virtual: Infinity, real: 2 } as const;
/** On a real clock a refusal at prompts 2 and 3 takes 1 s. Bytes are tried for this long. */
const BUDGET = { virtual: millis(3_600_000), real: millis(75_000) } as const;

/** Types keys, one after another, while the prompt stays and the board is not found wrong too often. */
async function sweep(
  player: TenPlayer,
  { prompt }: PromptState,
  keys: readonly number[],
  tried: Set<number>,
): Promise<void> {
  const isSlow = prompt === 'players' || prompt === 'computers';
  const end = after(player.bench.now(), isSlow ? player.most(BUDGET) : BUDGET.virtual);
  for (const key of keys) {
    if (player.prompt !== prompt || player.bench.failedEnough(INPUT) || player.bench.now() > end) return;
    tried.add(key);
    // A name goes on, with the byte or without.
    await player.press(Uint8Array.of(...(prompt === 'name' ? [0x2c, key, 0x2c, 0x0d] : [key])));
  }
}

/** Types every byte once at every prompt. `done`: the prompts that still waited after that, each with the turn in which it first did. */
function everyByteAt(done: Map<TriedPrompt, number>): Tactic {
  const typed = new Map(TRIED.map((prompt) => [prompt, new Set<number>()]));
  return async (player, at) => {
    const prompt = TRIED.find((one) => one === at.prompt);
    const tried = prompt && typed.get(prompt);
    if (prompt === undefined || tried === undefined || player.bench.failedEnough(INPUT)) return;
    // Player counts are tried for CT-UI-03.
    const due = keysToTry(at).filter((key) => prompt !== 'players' || key < 0x30 || key > 0x39);
    const ordered = new Set([...LIKELY_ACCEPTED, ...player.shuffled(due)]);
    const open = [...ordered].filter((key) => due.includes(key) && !tried.has(key));
    await sweep(player, at, open.length > 0 ? open : nearKeys(player, at, due), tried);
    if (player.prompt !== prompt) return;
    for (const key of due) tried.add(key);
    if (!done.has(prompt)) done.set(prompt, Math.max(0, player.turn));
  };
}

/** Keys next to the valid ones of a pile, and some others. */
function nearKeys(player: TenPlayer, at: PromptState, due: readonly number[]): readonly number[] {
  const pile = pileAt(at);
  if (pile === undefined) return [];
  const next = [indexName(pile.length).charCodeAt(0), ...player.shuffled(SIGNS).slice(0, 1)];
  return [...next.filter((key) => due.includes(key)), ...player.shuffled(due).slice(0, EXTRA_KEYS)];
}

const everyByte = tenScenario(
  'nonsense',
  'every byte at every prompt: what is out of range is refused, and the game goes on',
  [INPUT],
  async (player) => {
    const { bench } = player;
    const done = new Map<TriedPrompt, number>();
    const tactic = everyByteAt(done);
    const missed = (): readonly TriedPrompt[] => TRIED.filter((prompt) => !done.has(prompt));
    const isOpen = (): boolean => missed().length > 0 && !bench.failedEnough(INPUT);
    // The game goes on after that.
    const isDone = (): boolean =>
      missed().length === 0 && player.turn >= Math.max(...done.values()) + player.most(MORE_TURNS);
    const games = player.most(GAMES);
    for (let n = 0; n < games && isOpen(); n++)
      await untilNoPrompt(player, async () => {
        await toMenu(player);
        bench.note('every byte at every prompt');
        await player.play(PLAN, tactic, isDone);
        if (player.prompt === 'scoreboard') await player.step();
      });
    const named = missed().map((prompt) => promptText(prompt));
    if (isOpen())
      bench.inconclusive(INPUT, `what never came in ${games} games could not be tried: ${named.join(', ')}`);
  },
);

export const promptScenarios = [counts, commas, longNames, endOfFile, everyByte];
