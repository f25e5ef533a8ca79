/** Durak: who is player 1. */
import { deal } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { afterHandshake } from './after-handshake';
import { starts } from './power-on';
import { greetFirst, LATEST_DEAL, LATEST_HELLO } from './game';
import { chooser, describeRx, DurakHost, HELLO, type RxEvent } from './host';

const WATCH = millis(12_000);

const playerOne: Scenario = {
  id: 'durak/player-one',
  title: 'a board whose hello is acknowledged is player 1',
  covers: ['DRK-HS-04', 'DRK-PL-12'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await host.powerCycle();
    const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
    if (hello?.kind !== 'hello') {
      bench.inconclusive('DRK-HS-04', `no hello came after the start: ${describeRx(hello)}`);
      bench.inconclusive('DRK-PL-12', 'no game came about');
      return;
    }
    const acked = await host.ack();
    const end = after(acked.notAfter, WATCH);
    const seen: RxEvent[] = [];
    for (;;) {
      const rx = await host.next(end);
      if (rx === undefined) break;
      seen.push(rx);
      if (rx.kind !== 'malformed') await host.ack();
      if (seen.length > 8) break;
    }
    const hellos = seen.filter(({ kind }) => kind === 'hello').length;
    const decks = seen.filter(({ kind }) => kind === 'deck').length;
    bench.check('DRK-HS-04', decks > 0 && hellos === 0, () => ({
      title: 'the 12 s after its hello was acknowledged',
      expected: 'a deal, and no hello',
      seen: seen.map(describeRx).join(', ') || 'nothing',
    }));
    // The deal, and the attack: then it is our turn, and nothing new is due.
    bench.check('DRK-PL-12', decks <= 2, () => ({
      title: 'the deal and the attack of player 1, then our turn',
      expected: 'no other deck packet',
      seen: `${decks} deck packets`,
    }));
  },
};

const helloFirst: Scenario = {
  id: 'durak/hello-first',
  title: 'a board that hears hello first is player 2',
  covers: ['DRK-HS-03'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    for (let n = 0; n < (bench.exhaustive ? 3 : 1); n++) {
      if (!(await greetFirst(host))) {
        bench.check('DRK-HS-03', false, () => ({
          title: 'our hello, right after a start',
          expected: '04 0A',
          seen: 'no acknowledgement of 12 hellos',
        }));
        return;
      }
      const seen = await acknowledgeAll(host, WATCH);
      bench.check('DRK-HS-03', seen.length === 0, () => ({
        title: 'the 12 s after it acknowledged our hello',
        expected: 'no hello, and no deal',
        seen: seen.map(describeRx).join(', '),
      }));
      if (seen.length > 0) return;
    }
  },
};

async function acknowledgeAll(host: DurakHost, span: number): Promise<RxEvent[]> {
  const end = after(host.now(), micros(span));
  const seen: RxEvent[] = [];
  while (seen.length < 4) {
    const rx = await host.next(end);
    if (rx === undefined) break;
    seen.push(rx);
    if (rx.kind !== 'malformed') await host.ack();
  }
  return seen;
}

const crossing: Scenario = {
  id: 'durak/crossing',
  title: 'when hellos cross, what the board hears first decides',
  covers: ['DRK-HS-06'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    for (const lateAck of [false, true]) if (!(await checkCrossedHello(host, lateAck))) return;
    await checkAcknowledgedFirst(host);
  },
};

/** Our hello instead of an acknowledgement of its own: it is player 2, and a late acknowledgement is too late. */
async function checkCrossedHello(host: DurakHost, lateAck: boolean): Promise<boolean> {
  const id = 'DRK-HS-06';
  const { bench } = host;
  await host.powerCycle();
  const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
  if (hello?.kind !== 'hello') {
    bench.inconclusive(id, `no hello came after the start: ${describeRx(hello)}`);
    return false;
  }
  if ((await host.sendPacket(HELLO, "our hello, that crosses the board's", id)) === undefined) return false;
  if (lateAck) await host.ack();
  const seen = await host.collect(after(host.now(), millis(7000)), 3);
  bench.check(id, seen.length === 0, () => ({
    title: `our hello in answer to its hello${lateAck ? ', then a late acknowledgement' : ''}: it is player 2`,
    expected: 'its own hello dropped, and no deal',
    seen: seen.map(describeRx).join(', '),
  }));
  if (seen.length > 0) return false;
  const cards = deal(chooser(host));
  return (await host.sendPacket(encode({ type: 'deck', cards }), 'our deal to player 2', id)) !== undefined;
}

/** The other order: acknowledged, it is player 1, whatever hello comes then. */
async function checkAcknowledgedFirst(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-06';
  const { bench } = host;
  await host.powerCycle();
  const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
  if (hello?.kind !== 'hello') return;
  await host.ack();
  await host.sendPacket(HELLO, 'a hello behind the acknowledgement', 'DRK-HS-07');
  const rx = await host.next(after(host.now(), micros(4 * LATEST_DEAL)));
  bench.check(id, rx?.kind === 'deck', () => ({
    title: 'its hello acknowledged, then a hello: it is player 1',
    expected: 'the deal',
    seen: describeRx(rx),
  }));
}

export const handshakeScenarios: readonly Scenario[] = [
  starts,
  playerOne,
  helloFirst,
  crossing,
  afterHandshake,
];
