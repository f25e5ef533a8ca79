/** How to reach the main menu, where every scenario begins. */
import { BoardSilent, type Bench, type ConsoleText, type ConversationScenario } from '../../../api/index';
import type { TenState } from '../judge/state';
import type { TenValues } from '../parameters';
import { indexName } from '../render';
import { NoPrompt, TenHost, type Host } from './host';
import { TenPlayer } from './player';

type TenScenario = ConversationScenario<ConsoleText, TenState, TenValues>;

/** The most keys to the menu of a board that cannot be reset and is in the middle of a game. */
const MOST_KEYS = 2000;
/** Where nothing shows what the board asks for: a choice of the menu, the end of a name, any key. */
const GUESSES = ['1', '\r', ' '];

/**
 * To the menu, or to the first prompt of a game where nothing resets the board. Rejects with {@link BoardSilent} if it does not come.
 */
export async function toMenu(host: TenHost): Promise<void> {
  if (host.prompt === 'menu') return;
  if (await host.reset()) return host.bootMenu();
  await walkToMenu(host);
}

/** From the scoreboard back to the menu. */
export async function backToMenu(player: TenPlayer): Promise<void> {
  if (player.host.prompt === 'scoreboard') await player.step();
}

/** Answers prompts until the menu comes: by the rules where the cards are shown, else by guesses. */
async function walkToMenu(host: TenHost): Promise<void> {
  if (host.view.stalled === undefined) await host.boot();
  const player = new TenPlayer(host, { players: 2, computers: 0 });
  let guesses = 0;
  for (let keys = 0; keys < MOST_KEYS && !isAtStart(host); keys++) {
    if (player.layout.length > 0 && player.hand.length > 0) await player.step();
    else await host.press(guessKey(host, keys));
    if (host.lost !== undefined) throw host.lost;
    guesses = host.prompt === undefined ? guesses + 1 : 0;
    if (guesses === GUESSES.length) break;
  }
  if (!isAtStart(host)) throw new BoardSilent(host.noMenu());
}

function isAtStart({ prompt }: TenHost): boolean {
  return prompt === 'menu' || prompt === 'players';
}

function guessKey({ prompt }: TenHost, keys: number): string {
  switch (prompt) {
    case undefined:
      return GUESSES[keys % GUESSES.length] ?? ' ';
    case 'computers':
      return '0';
    case 'name':
      return '\r';
    case 'use-x':
    case 'use-y':
    case 'discard':
    case 'take':
      return indexName((keys * 7 + Math.floor(keys / 12)) % 12);
    default:
      return ' ';
  }
}

/**
 * Makes scenarios of this suite. They begin at the menu. No key may stop the board (CT-UI-02): where one does, that is judged,
 * and the board is brought back.
 */
export function tenScenario(
  about: Omit<TenScenario, 'run'>,
  run: (host: TenHost, bench: Bench) => Promise<void>,
): TenScenario {
  return {
    ...about,
    async run(given) {
      const host = new TenHost(given);
      try {
        if (given.canReset) await host.bootMenu();
        else await walkToMenu(host);
        await run(host, given.bench);
      } catch (error) {
        if (!(error instanceof NoPrompt)) throw error;
        await recoverMenu(host, error);
        for (const id of about.covers) if (id !== 'CT-UI-02') given.bench.inconclusive(id, error.message);
      }
    },
  };
}

/** Brings a board back that does not go on. That a program has ended is judged here: a link that stays lost is no verdict on the board. */
export async function recoverMenu(host: TenHost, { lost, title, seen, message }: NoPrompt): Promise<void> {
  if (!host.resettable) throw lost ?? new BoardSilent(message);
  if (lost === undefined) return toMenu(host);
  const expected = 'the program goes on and asks for the next key';
  let back: BoardSilent | undefined;
  try {
    await toMenu(host);
  } catch (error) {
    if (!(error instanceof BoardSilent)) throw error;
    back = error;
  }
  host.bench.check('CT-UI-02', false, () => ({ title, expected, seen }));
  if (back !== undefined) throw back;
}

/** Any prompt will do: the main menu, or one of a game that goes on. */
export async function reach(given: Host): Promise<string | undefined> {
  const host = new TenHost(given);
  await host.boot();
  if (host.prompt === undefined) await host.press('1');
  if (host.prompt !== undefined) return undefined;
  return `${host.noMenu()}: is it the right program, does it run, is the baud rate right?`;
}
