/** Durak: who is player 1. */
import { deal } from '../../../protocols/durak/deal';
import { after, millis } from '../../../protocols/time';
import { afterHandshake } from './after-handshake';
import { chooser, HELLO, type DurakHost } from './host';
import { starts } from './power-on';
import { durakScenario } from './scenario';

const WATCH = millis(12_500);
const NO_HELLO = 'no hello came after the start';

const playerOne = durakScenario(
  {
    id: 'durak/player-one',
    title: 'a board whose hello is acknowledged is player 1',
    covers: ['DRK-HS-04'],
    needs: ['reset'],
  },
  async (host) => {
    await host.powerCycle();
    if ((await host.awaitHello()) === undefined) return host.reportUnjudged(['DRK-HS-04'], NO_HELLO);
    await host.ack();
    host.describe('the 12 s after its hello was acknowledged: its deal, its attack, then our turn');
    await host.acknowledgeAll(after(host.now(), WATCH), 9);
  },
);

const helloFirst = durakScenario(
  {
    id: 'durak/hello-first',
    title: 'a board that receives a hello first is player 2',
    covers: ['DRK-HS-03'],
    needs: ['reset'],
  },
  async (host, bench) => {
    for (let n = 0; n < (bench.exhaustive ? 3 : 1); n++) {
      if (!(await host.greetFirst())) continue;
      host.describe('the 12 s after it acknowledged our hello');
      await host.acknowledgeAll(after(host.now(), WATCH), 4);
    }
    host.reportUnjudged(['DRK-HS-03'], 'it sent its own hello first');
  },
);

const crossing = durakScenario(
  {
    id: 'durak/crossing',
    title: 'when hellos cross, the packet that the board receives first decides',
    covers: ['DRK-HS-06'],
    needs: ['reset'],
  },
  async (host) => {
    for (const lateAck of [false, true]) await tryCrossedHello(host, lateAck);
    await tryAcknowledgedFirst(host);
    host.reportUnjudged(['DRK-HS-06'], NO_HELLO);
  },
);

/** Answers its hello by ours: it is player 2, and a late acknowledgement does not change that. */
async function tryCrossedHello(host: DurakHost, lateAck: boolean): Promise<void> {
  await host.powerCycle();
  if ((await host.awaitHello()) === undefined) return;
  if (!(await host.sendPacket(HELLO, "our hello, that crosses the board's"))) return;
  if (lateAck) await host.ack();
  host.describe(`our hello in answer to its hello${lateAck ? ', then a late acknowledgement' : ''}`);
  await host.listen(millis(7000));
  if (host.broken === undefined) await host.sendDeck(deal(chooser(host)), 'our deal to player 2');
}

/** Acknowledges its hello, then sends ours: it is player 1. */
async function tryAcknowledgedFirst(host: DurakHost): Promise<void> {
  await host.powerCycle();
  if ((await host.awaitHello()) === undefined) return;
  await host.ack();
  await host.sendPacket(HELLO, 'a hello after the acknowledgement');
  await host.settle();
}

export const handshakeScenarios = [starts, playerOne, helloFirst, crossing, afterHandshake];
