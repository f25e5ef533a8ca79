/** Durak: what a board sends after power-on that receives nothing: its hello, and its deal. */
import { dealFault } from '../../../protocols/durak/deal';
import { sameCards } from '../../../protocols/durak/rules';
import { after, micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Received } from '../../bench/channel';
import { judge, latency, type Measurement } from '../../../protocols/monitor/measurement';
import { LATEST_DEAL } from './game';
import { describeRx, LATEST_HELLO, type Deck, type DurakHost, type RxEvent } from './host';
import { durakScenario } from './scenario';

export const starts = durakScenario(
  {
    id: 'durak/starts',
    title: 'a board that receives nothing sends a hello, and deals when it is acknowledged',
    covers: ['DRK-HS-01', 'DRK-HS-02', 'DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'],
    needs: ['reset'],
  },
  async (host, bench) => {
    const delays: Span[] = [];
    const deals: Deck[] = [];
    for (let n = 0; n < (bench.exhaustive ? 8 : 5); n++) {
      const { start, rx } = await startUntilHello(host);
      if (!judgeHelloTime(host, start, rx, delays)) continue;
      const dealt = await dealAfterAck(host);
      if (dealt !== undefined) deals.push(dealt);
    }
    judgeHelloDelays(bench, delays);
    judgeRandomness(bench, deals);
  },
);

/** How much two waiting times must differ, microseconds (DRK-HS-02). */
const MIN_DIFFERENCE_US = 100_000;

/**
 * Starts the board and waits for its hello. Starts it again where the time of the hello is known too vaguely to be judged, or
 * to be compared with the others.
 */
function startUntilHello(
  host: DurakHost,
): Promise<{ readonly start: Instants; readonly rx: RxEvent | undefined }> {
  return host.bench.retryWhile(
    async () => {
      const start = await host.powerCycle();
      return { start, rx: await host.next(after(start.notAfter, micros(LATEST_HELLO + 2_000_000))) };
    },
    ({ start, rx }) => {
      if (rx?.kind !== 'hello') return false;
      const time = helloDelay(start, rx.received);
      return judge(time) === 'inconclusive' || time.high - time.low >= MIN_DIFFERENCE_US / 2;
    },
  );
}

/** Bounds of an instant, microseconds. */
interface Instants {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Bounds of a duration, microseconds. */
interface Span {
  readonly low: number;
  readonly high: number;
}

function judgeHelloDelays(bench: Bench, delays: readonly Span[]): void {
  const id = 'DRK-HS-02';
  if (delays.length < 5) return bench.inconclusive(id, `only ${delays.length} of the starts brought a hello`);
  const lows = delays.map(({ low }) => low);
  const highs = delays.map(({ high }) => high);
  const differ = Math.max(...lows) - Math.min(...highs) >= MIN_DIFFERENCE_US;
  const mayDiffer = Math.max(...highs) - Math.min(...lows) >= MIN_DIFFERENCE_US;
  const seen = delays.map(({ low, high }) => (high - low < 1000 ? ms(high) : `${ms(low)} to ${ms(high)}`));
  if (!differ && mayDiffer)
    return bench.inconclusive(id, `the waiting times are not known well enough: ${seen.join(', ')}`);
  bench.check(id, differ, () => ({
    title: `the waiting times of ${delays.length} starts`,
    expected: 'at least two that differ by 100 ms or more',
    seen: seen.join(', '),
  }));
}

function ms(span: number): string {
  return `${(span / 1000).toFixed(0)} ms`;
}

function judgeHelloTime(host: DurakHost, start: Instants, rx: RxEvent | undefined, delays: Span[]): boolean {
  const { bench } = host;
  if (rx?.kind !== 'hello') {
    bench.check('DRK-HS-01', false, () => ({
      title: 'the board after a start, receiving nothing',
      expected: 'a hello within 10 250 ms',
      seen: describeRx(rx),
    }));
    return false;
  }
  const measurement = helloDelay(start, rx.received);
  delays.push(measurement);
  bench.measure('DRK-HS-01', measurement, () => 'the hello after a start');
  return true;
}

function helloDelay(start: Instants, received: Received<unknown>): Measurement {
  const low = Math.max(0, received.notBefore - start.notAfter);
  const high = Math.max(low, received.notAfter - received.kept - start.notBefore);
  return { name: 'start to hello', unit: 'us', low, high, min: 100_000, max: LATEST_HELLO };
}

/** Acknowledges the hello and the deal, and judges the deal. */
async function dealAfterAck(host: DurakHost): Promise<Deck | undefined> {
  const rx = await acknowledgeHello(host);
  if (rx !== undefined) await host.ack();
  return rx?.kind === 'deck' ? rx.cards : undefined;
}

/** Acknowledges the hello, and judges the deal that must follow. It is not acknowledged yet. */
export async function acknowledgeHello(host: DurakHost): Promise<RxEvent | undefined> {
  const { bench } = host;
  const acked = await host.ack();
  const rx = await host.next(after(acked.notAfter, micros(4 * LATEST_DEAL)));
  if (rx === undefined || rx.kind === 'hello') {
    bench.check('DRK-HS-05', false, () => ({
      title: 'after the hello was acknowledged',
      expected: 'the deal within 1000 ms',
      seen: describeRx(rx),
    }));
    return undefined;
  }
  const measured = {
    name: 'acknowledged hello to deal',
    unit: 'us',
    ...latency(acked, rx.received),
    max: LATEST_DEAL,
  } as const;
  bench.measure('DRK-HS-05', measured, () => 'the deal after the acknowledged hello');
  const fault = rx.kind === 'deck' ? dealFault(rx.cards) : 'it is no well-formed packet';
  bench.check('DRK-DL-01', fault === undefined, () => ({
    title: 'the first deck packet of player 1',
    expected: '6 cards each at places 1..6, one of property 0, 23 free',
    seen: `${fault ?? ''}${rx.kind === 'malformed' ? `: ${describeRx(rx)}` : ''}`,
  }));
  return rx;
}

function judgeRandomness(bench: Bench, deals: readonly Deck[]): void {
  if (deals.length < 5) {
    bench.inconclusive('DRK-DL-02', `only ${deals.length} deals were seen`);
    if (deals.length === 0) bench.inconclusive('DRK-DL-01', 'no deal was seen');
    return;
  }
  const equal = deals.findIndex((one, i) => deals.slice(0, i).some((other) => sameCards(one, other)));
  bench.check('DRK-DL-02', equal < 0, () => ({
    title: `${deals.length} deals`,
    expected: 'no two the same',
    seen: `deal ${equal + 1} was there before`,
  }));
}
