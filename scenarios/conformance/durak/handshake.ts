/** Durak: who is player 1. */
import { deal } from '../../../protocols/durak/deal';
import { after, micros, millis } from '../../../protocols/time';
import { afterHandshake } from './after-handshake';
import { LATEST_DEAL } from './game';
import { chooser, describeRx, HELLO, type DurakHost } from './host';
import { starts } from './power-on';
import { durakScenario } from './scenario';

const WATCH = millis(12_000);

const playerOne = durakScenario(
  {
    id: 'durak/player-one',
    title: 'a board whose hello is acknowledged is player 1',
    covers: ['DRK-HS-04', 'DRK-PL-12'],
    needs: ['reset'],
  },
  async (host, bench) => {
    await host.powerCycle();
    if ((await host.awaitHello('DRK-HS-04', 'DRK-PL-12')) === undefined) return;
    const acked = await host.ack();
    const seen = await host.acknowledgeAll(after(acked.notAfter, WATCH), 9);
    const hellos = seen.filter(({ kind }) => kind === 'hello').length;
    const decks = seen.filter(({ kind }) => kind === 'deck').length;
    bench.check('DRK-HS-04', decks > 0 && hellos === 0, () => ({
      title: 'the 12 s after its hello was acknowledged',
      expected: 'a deal, and no hello',
      seen: seen.map(describeRx).join(', ') || 'nothing',
    }));
    // The deal, and the attack. Then it is our turn, and nothing new is due.
    bench.check('DRK-PL-12', decks <= 2, () => ({
      title: 'the deal and the attack of player 1, then our turn',
      expected: 'no other deck packet',
      seen: `${decks} deck packets`,
    }));
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
      const greeted = await host.greetFirst();
      const seen = greeted ? await host.acknowledgeAll(after(host.now(), WATCH), 4) : [];
      const holds = bench.check('DRK-HS-03', greeted && seen.length === 0, () => ({
        title: greeted ? 'the 12 s after it acknowledged our hello' : 'our hello, right after a start',
        expected: greeted ? 'no hello, and no deal' : '04 0A',
        seen: greeted ? seen.map(describeRx).join(', ') : 'no acknowledgement of 12 hellos',
      }));
      if (!holds) return;
    }
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
    for (const lateAck of [false, true]) if (!(await checkCrossedHello(host, lateAck))) return;
    await checkAcknowledgedFirst(host);
  },
);

/** Answers its hello by ours: it is player 2, and a late acknowledgement does not change that. */
async function checkCrossedHello(host: DurakHost, lateAck: boolean): Promise<boolean> {
  const id = 'DRK-HS-06';
  await host.powerCycle();
  if ((await host.awaitHello(id)) === undefined) return false;
  if ((await host.sendPacket(HELLO, "our hello, that crosses the board's", id)) === undefined) return false;
  if (lateAck) await host.ack();
  const rx = await host.next(after(host.now(), millis(7000)));
  host.bench.check(id, rx === undefined, () => ({
    title: `our hello in answer to its hello${lateAck ? ', then a late acknowledgement' : ''}: it is player 2`,
    expected: 'its own hello dropped, and no deal',
    seen: describeRx(rx),
  }));
  if (rx !== undefined) return false;
  return (await host.sendDeck(deal(chooser(host)), 'our deal to player 2', id)) !== undefined;
}

/** Acknowledges its hello, then sends ours: it is player 1. */
async function checkAcknowledgedFirst(host: DurakHost): Promise<void> {
  await host.powerCycle();
  if ((await host.afterStart())?.kind !== 'hello') return;
  await host.ack();
  await host.sendPacket(HELLO, 'a hello after the acknowledgement', 'DRK-HS-07');
  const rx = await host.next(after(host.now(), micros(4 * LATEST_DEAL)));
  host.bench.check('DRK-HS-06', rx?.kind === 'deck', () => ({
    title: 'its hello acknowledged, then a hello: it is player 1',
    expected: 'the deal',
    seen: describeRx(rx),
  }));
}

export const handshakeScenarios = [starts, playerOne, helloFirst, crossing, afterHandshake];
