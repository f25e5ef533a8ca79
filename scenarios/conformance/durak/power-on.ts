/** Durak: what a board sends after power-on that receives nothing: its hello, and its deal. */
import { durakScenario } from './scenario';
import type { DurakHost } from './host';

/** Comparisons of starts: the monitor compares five at a time. */
const COMPARED = ['DRK-HS-02', 'DRK-DL-02'];
/** The most starts, where times are not known well enough to be compared. */
const MOST_STARTS = 8;

export const starts = durakScenario(
  {
    id: 'durak/starts',
    title: 'a board that receives nothing sends a hello, and deals when it is acknowledged',
    covers: ['DRK-HS-01', 'DRK-HS-02', 'DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'],
    needs: ['reset'],
  },
  async (host, bench) => {
    const wanted = bench.exhaustive ? 10 : 5;
    const isOpen = (): boolean => COMPARED.some((id) => !bench.wasJudged(id));
    let [hellos, deals] = [0, 0];
    for (let n = 0; n < wanted || (n < MOST_STARTS && isOpen() && hellos > 0); n++) {
      if ((await startUntilHello(host)) === undefined) continue;
      hellos++;
      if ((await host.awaitDeal()) === undefined) continue;
      deals++;
      await host.ack();
    }
    host.reportUnjudged(['DRK-HS-02'], `${hellos} starts brought a hello, at times known well enough or not`);
    host.reportUnjudged(['DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'], `${deals} deals were seen`);
  },
);

/** Starts it again where the time of the hello is known too vaguely to be judged. */
function startUntilHello(host: DurakHost): Promise<unknown> {
  return host.retryVague(async () => {
    await host.powerCycle();
    return host.awaitHello();
  });
}
