/** How to reach the main menu, where every scenario begins. */
import { BoardSilent, type ConsoleText, type ConversationScenario } from '../../../api/index';
import type { TenState } from '../judge/judge';
import { pileAt } from '../prompts';
import { indexName } from '../render';
import type { TenValues } from '../wire';
import { NoPrompt, TenPlayer, type Host } from './player';

type TenScenario = ConversationScenario<ConsoleText, TenState, TenValues>;

/** The most keys to the menu of a board that cannot be reset and is in the middle of a game. */
const MOST_KEYS = 2000;
/** Where nothing shows what the board asks for: a choice of the menu, the end of a name, any key. */
const GUESSES = ['1', '\r', ' '];

/**
 * To the menu, or to the first prompt of a game where nothing resets the board. Rejects with {@link BoardSilent} if it does not come.
 */
export async function toMenu(player: TenPlayer): Promise<void> {
  if (player.prompt === 'menu') return;
  if (await player.reset()) return player.bootMenu();
  await walkToMenu(player);
}

/** Answers prompts until the menu comes: by the rules where the cards are shown, else by guesses. */
async function walkToMenu(player: TenPlayer): Promise<void> {
  const isAtStart = (): boolean => player.prompt === 'menu' || player.prompt === 'players';
  if (player.view.stalled === undefined) await player.boot();
  let guesses = 0;
  for (let keys = 0; keys < MOST_KEYS && guesses < GUESSES.length && !isAtStart(); keys++) {
    const { shown } = player;
    const isBlind = shown !== undefined && pileAt(shown)?.length === 0;
    if (shown === undefined) await player.tryKeys(GUESSES[keys % GUESSES.length] ?? ' ');
    else if (isBlind) await player.tryKeys(indexName((keys * 7 + Math.floor(keys / 12)) % 12));
    else await player.tryKeys(player.answer());
    if (player.lost !== undefined) throw player.lost;
    guesses = player.prompt === undefined ? guesses + 1 : 0;
  }
  if (!isAtStart()) throw new BoardSilent(player.noMenu());
  // What only looked for the way was no question.
  player.host.supersede();
}

/**
 * Makes scenarios of this suite. They begin at the menu. No key may stop the board (CT-UI-02): where one does, that is judged,
 * and the board is brought back.
 */
export function tenScenario(
  id: string,
  title: string,
  covers: readonly string[],
  run: (player: TenPlayer) => Promise<void>,
): TenScenario {
  return {
    ...{ id, title, covers },
    async run(host) {
      const player = new TenPlayer(host);
      const error = await untilNoPrompt(player, async () => {
        if (host.canReset) await player.bootMenu();
        else await walkToMenu(player);
        await run(player);
      });
      if (error === undefined) return;
      for (const clause of covers) if (clause !== 'CT-UI-02') host.bench.inconclusive(clause, error.message);
    },
  };
}

/**
 * Brings back a board that does not go on, and returns why. That a program has ended is judged here, once its link is back: one that stays
 * lost is no verdict on the board.
 */
export async function untilNoPrompt(
  player: TenPlayer,
  work: () => Promise<void>,
): Promise<NoPrompt | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof NoPrompt)) throw error;
    const { lost, title, seen } = error;
    if (!(await player.reset())) throw lost ?? error;
    const expected = 'the program goes on and asks for the next key';
    // However late a program is asked, it has ended by itself.
    if (lost !== undefined)
      player.bench.record({ requirement: 'CT-UI-02', verdict: 'fail', detail: { title, expected, seen } });
    await player.bootMenu();
    return error;
  }
}

/** Any prompt will do: the main menu, or one of a game that goes on. */
export async function reach(host: Host): Promise<string | undefined> {
  const player = new TenPlayer(host);
  await player.boot();
  if (player.prompt === undefined) await player.tryKeys('1');
  if (player.prompt !== undefined) return undefined;
  return `${player.noMenu()}: is it the right program, does it run, is the baud rate right?`;
}
