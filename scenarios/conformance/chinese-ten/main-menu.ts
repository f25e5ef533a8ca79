/** How to reach the main menu, where every scenario begins. */
import { indexName } from '../../../protocols/chinese-ten/render';
import { LinkError } from '../../../devices/links/link';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { NoPrompt, TenHost } from './host';
import { TenPlayer } from './player';

/** Boards that were left at their menu. */
const AT_MENU = new WeakSet();
/** The most keys to the menu of a board that cannot be reset and is in the middle of a game. */
const MOST_KEYS = 2000;
/** Where nothing shows what the board asks for: a choice of the menu, the end of a name, any key. */
const GUESSES = ['1', '\r', ' '];

/** Rejects with {@link BoardSilent} if the menu does not come. */
export async function toMenu(host: TenHost): Promise<void> {
  if (AT_MENU.delete(host.bench.board)) return host.assumeMenu();
  if (await host.reset()) return host.bootMenu();
  await walkToMenu(host);
}

/** Notes a board that is at its menu: the next scenario needs no reset. */
export function leaveAtMenu({ prompt, bench }: TenHost): void {
  if (prompt === 'menu') AT_MENU.add(bench.board);
}

/** From the scoreboard back to the menu. */
export async function backToMenu(player: TenPlayer): Promise<void> {
  if (player.host.prompt === 'scoreboard') await player.step();
}

/** Answers prompts until the menu comes: by the rules where the cards are shown, else by guesses. */
async function walkToMenu(host: TenHost): Promise<void> {
  await host.boot();
  const player = new TenPlayer(host, { players: 2, computers: 0 });
  let guesses = 0;
  for (let keys = 0; keys < MOST_KEYS && host.prompt !== 'menu'; keys++) {
    if (player.layout.length > 0 && player.hand.length > 0) await player.step();
    else await host.press(guessKey(host, keys));
    if (host.lost !== undefined) throw host.lost;
    guesses = host.prompt === undefined ? guesses + 1 : 0;
    if (guesses === GUESSES.length) break;
  }
  if (host.prompt !== 'menu') throw new BoardSilent(host.noMenu());
}

function guessKey({ prompt }: TenHost, keys: number): string {
  switch (prompt) {
    case undefined:
      return GUESSES[keys % GUESSES.length] ?? ' ';
    case 'players':
      return '2';
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
  about: Omit<Scenario, 'run'>,
  run: (host: TenHost, bench: Bench) => Promise<void>,
): Scenario {
  return {
    ...about,
    async run(bench) {
      const host = new TenHost(bench);
      try {
        await toMenu(host);
        await run(host, bench);
        leaveAtMenu(host);
      } catch (error) {
        if (!(error instanceof NoPrompt)) throw error;
        await recoverMenu(host, error);
        leaveAtMenu(host);
        for (const id of about.covers) if (id !== 'CT-UI-02') bench.inconclusive(id, error.message);
      }
    },
  };
}

/** Brings a board back that does not go on. That a program has ended is judged here: a link that stays lost is no verdict on the board. */
export async function recoverMenu(host: TenHost, { lost, detail, message }: NoPrompt): Promise<void> {
  if (lost === undefined) {
    if (!host.resettable) throw new BoardSilent(message);
    return toMenu(host);
  }
  if (!host.resettable) throw lost;
  const back = await tryMenu(host);
  host.bench.check('CT-UI-02', false, () => detail);
  if (back !== undefined) throw back;
}

/** undefined: the board is at its menu again. */
async function tryMenu(host: TenHost): Promise<BoardSilent | undefined> {
  try {
    await toMenu(host);
    return undefined;
  } catch (error) {
    if (error instanceof LinkError || !(error instanceof BoardSilent)) throw error;
    return error;
  }
}
