/** Chinese Ten: Ctrl-D where a name is asked for (CT-UI-02). */
import { millis } from '../../../api/index';
import { tenScenario } from './main-menu';
import { TenPlayer } from './player';

const ID = 'CT-UI-02';
const CTRL_D = Uint8Array.of(0x04);
/** A prompt that waits prints nothing for this long. */
const WATCH = { virtual: millis(2000), real: millis(400) } as const;
/** Prompts after the names that are watched. */
const LATER = 8;

export const endOfFile = tenScenario(
  {
    id: 'end-of-file',
    title: 'Ctrl-D on an empty name asks again or takes the default, and later prompts still wait',
    covers: [ID],
  },
  async (host, bench) => {
    const player = new TenPlayer(host, { players: 3, computers: 0 });
    const asked = (): number | undefined => (host.prompt === 'name' ? host.shown?.asked : undefined);
    await player.play(undefined, () => host.prompt === 'name' || host.prompt === 'order');
    for (let number = 1; number <= 3; number++) {
      if (asked() !== number) return bench.inconclusive(ID, `the name of player ${number} was not asked for`);
      const { isRight } = await player.press(CTRL_D);
      await host.watch(WATCH);
      if (!isRight) return;
      // The program may ask for the name again.
      if (asked() === number) await player.step();
    }
    for (let n = 0; n < LATER && host.prompt !== undefined && !bench.failedEnough(ID); n++) {
      await host.watch(WATCH);
      await player.step();
    }
  },
);
