/** Durak: power-on, who is player 1, the deal. */
import { deal, dealFault } from '../../../protocols/durak/deal';
import { sameCards } from '../../../protocols/durak/rules';
import { encode } from '../../../protocols/durak/durak';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench';
import { latency } from '../../judge';
import type { Scenario } from '../../suite';
import { chooser, Game, greetFirst, LATEST_DEAL, LATEST_HELLO, ourMove, MALFORMED } from './game';
import { describeHeard, DurakHost, HELLO, type Deck, type Heard } from './host';

const WATCH = millis(12_000);

const starts: Scenario = {
  id: 'durak/starts',
  title: 'a board that hears nothing says hello, and deals when it is acknowledged',
  covers: ['DRK-HS-01', 'DRK-HS-02', 'DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    const waits: Span[] = [];
    const deals: Deck[] = [];
    for (let n = 0; n < (bench.exhaustive ? 8 : 5); n++) {
      const start = await host.power();
      const heard = await host.next(after(start.notAfter, micros(LATEST_HELLO + 2_000_000)));
      if (!helloInTime(host, start, heard, waits)) continue;
      const dealt = await dealAfterAck(host);
      if (dealt !== undefined) deals.push(dealt);
    }
    judgeWaits(bench, waits);
    judgeDeals(bench, deals);
  },
};

/** A time as it can be told: within these bounds, microseconds. */
interface Span {
  readonly low: number;
  readonly high: number;
}

/** How much two waiting times must differ, microseconds (DRK-HS-02). */
const APART = 100_000;

function judgeWaits(bench: Bench, waits: readonly Span[]): void {
  const id = 'DRK-HS-02';
  if (waits.length < 5) return bench.inconclusive(id, `only ${waits.length} of the starts brought a hello`);
  const lows = waits.map(({ low }) => low);
  const highs = waits.map(({ high }) => high);
  const differ = Math.max(...lows) - Math.min(...highs) >= APART;
  const mayDiffer = Math.max(...highs) - Math.min(...lows) >= APART;
  const seen = waits.map(({ low, high }) => (high - low < 1000 ? ms(high) : `${ms(low)} to ${ms(high)}`));
  if (!differ && mayDiffer)
    return bench.inconclusive(id, `the waiting times are not known well enough: ${seen.join(', ')}`);
  bench.check(id, differ, () => ({
    title: `the waiting times of ${waits.length} starts`,
    expected: 'at least two that differ by 100 ms or more',
    seen: seen.join(', '),
  }));
}

function ms(span: number): string {
  return `${(span / 1000).toFixed(0)} ms`;
}

function helloInTime(
  host: DurakHost,
  start: { notBefore: number; notAfter: number },
  heard: Heard | undefined,
  waits: Span[],
): boolean {
  const { bench } = host;
  if (heard?.kind !== 'hello') {
    bench.check('DRK-HS-01', false, () => ({
      title: 'the board after a start, hearing nothing',
      expected: 'a hello within 10 250 ms',
      seen: describeHeard(heard),
    }));
    return false;
  }
  const low = Math.max(0, heard.received.notBefore - start.notAfter);
  const high = heard.received.notAfter - start.notBefore;
  waits.push({ low, high });
  const limits = { min: 100_000, max: LATEST_HELLO };
  bench.measure(
    'DRK-HS-01',
    { name: 'start to hello', unit: 'us', low, high, ...limits },
    () => 'the hello after a start',
  );
  return true;
}

/** Acknowledges the hello and takes the deal, judged. */
async function dealAfterAck(host: DurakHost): Promise<Deck | undefined> {
  const heard = await dealDue(host);
  if (heard !== undefined) await host.ack();
  return heard?.kind === 'deck' ? heard.cards : undefined;
}

/** Acknowledges the hello; the deal that must follow, judged and not yet acknowledged. */
export async function dealDue(host: DurakHost): Promise<Heard | undefined> {
  const { bench } = host;
  const acked = await host.ack();
  const heard = await host.next(after(acked.notAfter, micros(4 * LATEST_DEAL)));
  if (heard === undefined || heard.kind === 'hello') {
    bench.check('DRK-HS-05', false, () => ({
      title: 'after the hello was acknowledged',
      expected: 'the deal within 1000 ms',
      seen: describeHeard(heard),
    }));
    return undefined;
  }
  const measured = {
    name: 'acknowledged hello to deal',
    unit: 'us',
    ...latency(acked, heard.received),
    max: LATEST_DEAL,
  } as const;
  bench.measure('DRK-HS-05', measured, () => 'the deal after the acknowledged hello');
  const fault = heard.kind === 'deck' ? dealFault(heard.cards) : 'it is no well-formed packet';
  bench.check('DRK-DL-01', fault === undefined, () => ({
    title: 'the first deck packet of player 1',
    expected: '6 cards each at places 1..6, one of property 0, 23 free',
    seen: `${fault ?? ''}${heard.kind === 'malformed' ? `: ${describeHeard(heard)}` : ''}`,
  }));
  return heard;
}

function judgeDeals(bench: Bench, deals: readonly Deck[]): void {
  if (deals.length < 5) {
    bench.inconclusive('DRK-DL-02', `only ${deals.length} deals were seen`);
    if (deals.length === 0) bench.inconclusive('DRK-DL-01', 'no deal was seen');
    return;
  }
  const equal = deals.findIndex((one, i) => deals.slice(0, i).some((other) => sameDeal(one, other)));
  bench.check('DRK-DL-02', equal < 0, () => ({
    title: `${deals.length} deals`,
    expected: 'no two the same',
    seen: `deal ${equal + 1} was there before`,
  }));
}

/** The same cards in the same hands and the same stock: the order of records is part of a deal. */
function sameDeal(a: Deck, b: Deck): boolean {
  return sameCards(a, b);
}

const playerOne: Scenario = {
  id: 'durak/player-one',
  title: 'a board whose hello is acknowledged is player 1',
  covers: ['DRK-HS-04', 'DRK-PL-12'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await host.power();
    const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
    if (hello?.kind !== 'hello') {
      bench.inconclusive('DRK-HS-04', `no hello came after the start: ${describeHeard(hello)}`);
      bench.inconclusive('DRK-PL-12', 'no game came about');
      return;
    }
    const acked = await host.ack();
    const end = after(acked.notAfter, WATCH);
    const seen: Heard[] = [];
    for (;;) {
      const heard = await host.next(end);
      if (heard === undefined) break;
      seen.push(heard);
      if (heard.kind !== 'malformed') await host.ack();
      if (seen.length > 8) break;
    }
    const hellos = seen.filter(({ kind }) => kind === 'hello').length;
    const decks = seen.filter(({ kind }) => kind === 'deck').length;
    bench.check('DRK-HS-04', decks > 0 && hellos === 0, () => ({
      title: 'the 12 s after its hello was acknowledged',
      expected: 'a deal, and no hello',
      seen: seen.map(describeHeard).join(', ') || 'nothing',
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
  needs: { reset: true },
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
      const seen = await watchAcknowledging(host, WATCH);
      bench.check('DRK-HS-03', seen.length === 0, () => ({
        title: 'the 12 s after it acknowledged our hello',
        expected: 'no hello, and no deal',
        seen: seen.map(describeHeard).join(', '),
      }));
      if (seen.length > 0) return;
    }
  },
};

async function watchAcknowledging(host: DurakHost, span: number): Promise<Heard[]> {
  const end = after(host.now(), micros(span));
  const seen: Heard[] = [];
  while (seen.length < 4) {
    const heard = await host.next(end);
    if (heard === undefined) break;
    seen.push(heard);
    if (heard.kind !== 'malformed') await host.ack();
  }
  return seen;
}

const crossing: Scenario = {
  id: 'durak/crossing',
  title: 'when hellos cross, what the board hears first decides',
  covers: ['DRK-HS-06'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    for (const lateAck of [false, true]) if (!(await crossed(host, lateAck))) return;
    await acknowledgedFirst(host);
  },
};

/** Our hello instead of an acknowledgement of its own: it is player 2, and a late acknowledgement is too late. */
async function crossed(host: DurakHost, lateAck: boolean): Promise<boolean> {
  const id = 'DRK-HS-06';
  const { bench } = host;
  await host.power();
  const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
  if (hello?.kind !== 'hello') {
    bench.inconclusive(id, `no hello came after the start: ${describeHeard(hello)}`);
    return false;
  }
  if ((await host.say(HELLO, "our hello, that crosses the board's", id)) === undefined) return false;
  if (lateAck) await host.ack();
  const seen = await host.watch(after(host.now(), millis(7000)), 3);
  bench.check(id, seen.length === 0, () => ({
    title: `our hello in answer to its hello${lateAck ? ', then a late acknowledgement' : ''}: it is player 2`,
    expected: 'its own hello dropped, and no deal',
    seen: seen.map(describeHeard).join(', '),
  }));
  if (seen.length > 0) return false;
  const cards = deal(chooser(host));
  return (await host.say(encode({ type: 'deck', cards }), 'our deal to player 2', id)) !== undefined;
}

/** The other order: acknowledged, it is player 1, whatever hello comes then. */
async function acknowledgedFirst(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-06';
  const { bench } = host;
  await host.power();
  const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
  if (hello?.kind !== 'hello') return;
  await host.ack();
  await host.say(HELLO, 'a hello behind the acknowledgement', 'DRK-HS-07');
  const heard = await host.next(after(host.now(), micros(4 * LATEST_DEAL)));
  bench.check(id, heard?.kind === 'deck', () => ({
    title: 'its hello acknowledged, then a hello: it is player 1',
    expected: 'the deal',
    seen: describeHeard(heard),
  }));
}

const afterHandshake: Scenario = {
  id: 'durak/after-handshake',
  title: 'hellos and deals that come too late or too early change nothing',
  covers: ['DRK-HS-07'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await decksBeforeRole(host);
    await firstDeckIsADeal(host);
    await helloInPlay(host);
    await secondDeal(host);
  },
};

/** Before a role is settled decks are acknowledged and ignored: the hello still comes, and so does the board's own deal. */
async function decksBeforeRole(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-07';
  const { bench } = host;
  await host.power();
  const cards = deal(chooser(host));
  await bench.pause(millis(40));
  const heard = await untilAcknowledged(host, encode({ type: 'deck', cards }));
  if (heard === 'hello') return;
  const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
  bench.check(id, heard === 'ack' && hello?.kind === 'hello', () => ({
    title: 'a deal before a role is settled',
    expected: 'acknowledged and ignored: the hello comes all the same',
    seen: heard === 'ack' ? describeHeard(hello) : 'no acknowledgement',
  }));
  if (hello?.kind !== 'hello') return;
  const dealt = await dealAfterHello(host);
  bench.check(id, dealt?.kind === 'deck' && !sameCards(dealt.cards, cards), () => ({
    title: 'the game after a deal that came before a role was settled',
    expected: "the board's own deal",
    seen: dealt?.kind === 'deck' ? 'our deal, sent back' : describeHeard(dealt),
  }));
}

/** Sends until acknowledged; a board that is still starting hears nothing. */
async function untilAcknowledged(host: DurakHost, bytes: Uint8Array): Promise<'ack' | 'hello' | undefined> {
  for (let n = 0; n < 6; n++) {
    const sent = await host.channel.sendBytes(bytes);
    const until = after(sent.notAfter, millis(600));
    for (;;) {
      const received = await host.channel.next(until);
      if (received === undefined) break;
      if (received.event.kind !== 'frame') continue;
      const { type } = received.event.value;
      if (type === 'ack') return 'ack';
      if (type === 'hello') return 'hello';
    }
  }
  return undefined;
}

async function dealAfterHello(host: DurakHost): Promise<Heard | undefined> {
  const acked = await host.ack();
  return host.next(after(acked.notAfter, micros(4 * LATEST_DEAL)));
}

/** Player 2 ignores a deck that is no deal, and plays on a deal. */
async function firstDeckIsADeal(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-07';
  const { bench } = host;
  const choose = chooser(host);
  if (!(await greetFirst(host))) return bench.inconclusive(id, 'the handshake failed');
  const cards = deal(choose).map((card) =>
    card.property === 1 && card.field === 1 ? { ...card, field: -1 } : card,
  );
  await host.say(encode({ type: 'deck', cards }), 'a deck that is no deal, before the deal');
  const early = await host.watch(after(host.now(), micros(host.answerMs + 500_000)), 4);
  for (const { kind } of early) if (kind !== 'malformed') await host.ack();
  // A hello is another clause's matter (DRK-HS-03).
  const answer = early.find(({ kind }) => kind !== 'hello');
  bench.check(id, answer === undefined, () => ({
    title: 'player 2 gets a deck that is no deal',
    expected: 'it is ignored',
    seen: describeHeard(answer),
  }));
  const fresh = deal(choose);
  const sent = await host.say(encode({ type: 'deck', cards: fresh }), 'the deal');
  if (sent === undefined) return;
  const game = Game.opened(host, fresh, sent);
  await answersOurAttack(game, 'a deal behind a deck that was none');
}

/** Whether the board goes on from our attack as it must: what came before was without effect. */
async function answersOurAttack(game: Game, what: string): Promise<void> {
  const { host } = game;
  const choose = chooser(host);
  const move = ourMove(game, 'any', choose);
  if (move === undefined || !(await game.hostMoves(move))) return;
  const answer = await game.boardMoves();
  if (game.broken === 'malformed') host.bench.inconclusive('DRK-HS-07', MALFORMED);
  else if (game.deserted) host.bench.inconclusive('DRK-HS-07', 'no move was made at the buttons');
  else
    host.bench.check('DRK-HS-07', answer !== undefined, () => ({
      title: `${what}, then our attack`,
      expected: "the board's answer to the attack",
      seen: game.broken ?? '',
    }));
}

async function helloInPlay(host: DurakHost): Promise<void> {
  const choose = chooser(host);
  const game = await Game.hostFirst(host, choose);
  if (game === undefined) return host.bench.inconclusive('DRK-HS-07', 'no game came about');
  let answer = await answerToHello(host);
  // A hello of its own may come by chance (DRK-HS-03 and 04 say whether it may): an answer comes each time.
  if (answer?.kind === 'hello') answer = await answerToHello(host);
  host.bench.check('DRK-HS-07', answer === undefined, () => ({
    title: 'a hello on our turn',
    expected: 'acknowledged, and nothing else',
    seen: describeHeard(answer),
  }));
  await answersOurAttack(game, 'a hello after the deal');
}

/** What a hello on our turn brings besides its acknowledgement; it is acknowledged. */
async function answerToHello(host: DurakHost): Promise<Heard | undefined> {
  await host.say(HELLO, 'a hello after the handshake', 'DRK-HS-07');
  const [answer] = await host.watch(after(host.now(), millis(1500)), 1);
  if (answer !== undefined && answer.kind !== 'malformed') await host.ack();
  return answer;
}

async function secondDeal(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-07';
  const choose = chooser(host);
  const game = await Game.hostFirst(host, choose);
  if (game === undefined) return;
  await host.say(encode({ type: 'deck', cards: deal(choose) }), 'a second deal');
  const heard = await host.next(after(host.now(), micros(host.answerMs + 1_500_000)));
  if (heard?.kind === 'malformed') {
    game.malformed(heard);
    return host.bench.inconclusive(id, MALFORMED);
  }
  host.bench.check(id, heard?.kind === 'deck' && sameCards(heard.cards, game.state.cards), () => ({
    title: 'a second deal is an illegal move',
    expected: 'the state before it, sent again',
    seen: heard?.kind === 'deck' ? 'another state' : describeHeard(heard),
  }));
  if (heard?.kind === 'deck') await host.ack();
  await answersOurAttack(game, 'a second deal');
}

export const handshakeScenarios: readonly Scenario[] = [
  starts,
  playerOne,
  helloFirst,
  crossing,
  afterHandshake,
];
