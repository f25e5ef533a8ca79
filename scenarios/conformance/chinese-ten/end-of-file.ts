/** Chinese Ten: Ctrl-D where a name is asked for (CT-UI-02). */
import type { Prompt } from '../../../protocols/chinese-ten/item';
import { millis } from '../../../protocols/time';
import { tenScenario } from './main-menu';
import type { TenHost } from './host';
import { TenPlayer } from './player';
import { promptText } from '../../../protocols/chinese-ten/monitor/descriptions';

const ID = 'CT-UI-02';
const CTRL_D = Uint8Array.of(0x04);
/** A prompt that waits prints nothing for this long. */
const WATCH = { virtual: millis(2000), real: millis(400) } as const;
/** Prompts after the names that are judged. */
const LATER = 8;

export const endOfFile = tenScenario(
  {
    id: 'chinese-ten/end-of-file',
    title: 'Ctrl-D on an empty name asks again or takes the default, and later prompts still wait',
    covers: [ID],
  },
  async (host, bench) => {
    const player = new TenPlayer(host, { players: 3, computers: 0 }, []);
    await player.play(undefined, () => host.prompt === 'name' || host.prompt === 'order');
    for (let number = 1; number <= 3; number++) {
      if (!(await checkEndOfFile(host, player, number))) return;
      await checkPromptWaits(host, `after Ctrl-D as the name of player ${number}`);
      // The program may ask for the name again.
      if (asksFor(host) === number) await player.step();
    }
    for (let n = 0; n < LATER && host.prompt !== undefined && !bench.failedEnough(ID); n++) {
      await checkPromptWaits(host, 'later in a game with Ctrl-D as names');
      await player.step();
    }
  },
);

function asksFor({ state }: TenHost): number | undefined {
  return state.kind === 'prompt' && state.prompt === 'name' ? state.player : undefined;
}

/** Types Ctrl-D as the name of a player. false: no more names can be tried. */
async function checkEndOfFile(host: TenHost, player: TenPlayer, number: number): Promise<boolean> {
  const { bench } = host;
  if (asksFor(host) !== number) {
    bench.inconclusive(ID, `the name of player ${number} was not asked for`);
    return false;
  }
  const reaction = await player.press(CTRL_D);
  const next: Prompt = number === 3 ? 'order' : 'name';
  const asked = asksFor(host);
  const holds = asked === number || (host.prompt === next && (asked ?? number + 1) === number + 1);
  bench.check(ID, holds, () => ({
    title: `Ctrl-D typed at the prompt 'PLAYER ${number}:'`,
    expected: `the same question again, or the default name and ${promptText(next, number + 1)}`,
    seen: host.describeReaction(reaction),
  }));
  return holds;
}

async function checkPromptWaits(host: TenHost, when: string): Promise<void> {
  const { state } = host;
  if (state.kind === 'prompt')
    await host.checkWaits(ID, `${promptText(state.prompt, state.player)} ${when}`, WATCH);
}
