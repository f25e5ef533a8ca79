/** Durak: what is sent again, how often and how long, and what ends it. */
import { sameCards } from '../../../protocols/durak/rules';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { hex } from '../../bench/channel';
import { judge, type Measurement } from '../../bench/judge';
import type { Scenario } from '../../suite';
import { ETX, GS, LF, SYN } from '../../../protocols/durak/packet';
import { acknowledgeHello } from './power-on';
import { Game, LATEST_HELLO, MALFORMED } from './game';
import { chooser, describeRx, DurakHost, type RxEvent } from './host';
import { chooseMove, playUntil } from './opponent';

const REPEAT_INTERVAL = { min: 2_700_000, max: 3_500_000 };
/** Longer than an interval may be: then nothing more comes. */
const REPEAT_TIMEOUT = millis(5000);

const resend: Scenario = {
  id: 'durak/resend',
  title: 'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
  covers: ['DRK-LK-07', 'DRK-LK-08'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await host.powerCycle();
    const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
    if (hello?.kind !== 'hello')
      return host.reportUnjudged(this.covers, `no hello came after the start: ${describeRx(hello)}`);
    if (!(await checkRepeats(host, hello, 'its hello', 5)))
      return host.reportUnjudged(this.covers, 'the hello is not sent again');
    const dealt = await acknowledgeHello(host);
    if (dealt?.kind !== 'deck') return host.reportUnjudged(this.covers, `no deal came: ${describeRx(dealt)}`);
    await checkRepeats(host, dealt, 'its deal', bench.exhaustive ? 5 : 1);
    const game = await Game.fromBoardDeal(host, dealt);
    if (game !== undefined) await checkMoveRepeats(game);
  },
};

/** Watches a packet come `times` more, unacknowledged; once more where this host kept one from coming. */
async function checkRepeats(host: DurakHost, first: RxEvent, what: string, times: number): Promise<boolean> {
  const { bench } = host;
  let last = first;
  for (let n = 1; n <= times; n++) {
    const title = `${what}, not acknowledged, time ${n}`;
    const interval = await bench.retryWhile(
      async () => {
        const next = await nextRepeat(host, first, last, title);
        const told = next && repeatInterval(last, next);
        last = next ?? last;
        return told;
      },
      (told) => told !== undefined && judge(told) === 'inconclusive',
    );
    if (interval === undefined) return false;
    bench.measure('DRK-LK-07', interval, () => `${what}, time ${n}`);
  }
  return true;
}

/** The packet that comes next, judged; undefined: it is another one, or none. */
async function nextRepeat(
  host: DurakHost,
  first: RxEvent,
  last: RxEvent,
  title: string,
): Promise<RxEvent | undefined> {
  const next = await host.next(after(last.received.notAfter, REPEAT_TIMEOUT));
  const same = next !== undefined && hex(next.received.event.raw) === hex(first.received.event.raw);
  host.bench.check('DRK-LK-07', same, () => ({
    title,
    expected: 'the same packet again, byte for byte',
    seen:
      describeRx(next) +
      (next === undefined ? ' within 5 s' : `: ${hex(next.received.event.raw.subarray(0, 32))}`),
  }));
  return same ? next : undefined;
}

function repeatInterval({ received: one }: RxEvent, { received: next }: RxEvent): Measurement {
  const low = Math.max(0, next.notBefore - one.notAfter);
  const high = next.notAfter - one.notBefore;
  return { name: 'sent to sent again', unit: 'us', low, high, ...REPEAT_INTERVAL };
}

/** The board's first move: repeated until acknowledged, then never again. */
async function checkMoveRepeats(game: Game): Promise<void> {
  const { host } = game;
  const { bench } = host;
  const first = await game.awaitDeck();
  const dealAgain = first !== undefined && sameCards(first.cards, game.state.cards);
  bench.check('DRK-LK-08', !dealAgain, () => ({
    title: 'its deal, acknowledged after it was repeated',
    expected: 'it is not sent again',
    seen: 'the deal once more',
  }));
  const move = dealAgain ? await game.awaitDeck() : first;
  if (move === undefined) return bench.inconclusive('DRK-LK-08', 'the board made no move');
  await checkRepeats(host, move, 'its move', bench.exhaustive ? 5 : 2);
  await checkMalformedInBetween(host, move);
  await host.ack();
  const again = await host.collect(after(host.now(), millis(7000)), 1);
  bench.check('DRK-LK-08', again.length === 0, () => ({
    title: 'its move, acknowledged',
    expected: 'it is not sent again within 7 s',
    seen: describeRx(again[0]),
  }));
}

/** What is malformed changes nothing (DRK-LK-06): not the repetition of the board's own packet either. */
async function checkMalformedInBetween(host: DurakHost, move: RxEvent): Promise<void> {
  await host.channel.sendBytes(Uint8Array.of(SYN, 0x39, GS, ETX, LF));
  if (!(await host.expectNoAck(millis(500), 'DRK-LK-06', 'a packet of an unknown type'))) return;
  const next = await host.next(after(host.now(), REPEAT_TIMEOUT));
  host.bench.check('DRK-LK-06', next?.kind === move.kind, () => ({
    title: 'a packet of an unknown type while its move is unacknowledged',
    expected: 'its move again, as if nothing had come',
    seen: describeRx(next),
  }));
}

const staleAck: Scenario = {
  id: 'durak/stale-ack',
  title: 'an acknowledgement that no packet waits for is dropped',
  covers: ['DRK-LK-09'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await ackBeforeHello(host);
    await ackBeforeMove(host);
    await checkMoveAcknowledges(host);
  },
};

async function ackBeforeHello(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-09';
  const { bench } = host;
  for (let n = 0; n < 3; n++) {
    await host.powerCycle();
    await bench.pause(millis(bench.exhaustive ? 60 : 80));
    await host.ack();
    const early = await host.channel.nextQueued();
    if (early !== undefined) continue;
    const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
    if (hello?.kind !== 'hello')
      return bench.inconclusive(id, `no hello came after the start: ${describeRx(hello)}`);
    const next = await host.next(after(hello.received.notAfter, REPEAT_TIMEOUT));
    bench.check(id, next?.kind === 'hello', () => ({
      title: 'an acknowledgement before its hello',
      expected: 'the hello again after 3000 ms: it is not acknowledged yet',
      seen: describeRx(next),
    }));
    return;
  }
}

/** Between the acknowledgement of our move and the board's move. */
async function ackBeforeMove(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-09';
  const choose = chooser(host);
  for (let n = 0; n < 3; n++) {
    const game = await Game.dealAsHost(host, choose);
    if (game === undefined) return;
    const move = chooseMove(game, 'any', choose);
    if (move === undefined || !(await game.sendMove(move))) return;
    await host.ack();
    const sent = host.now();
    const rx = await game.awaitDeck();
    if (rx === undefined)
      return host.bench.inconclusive(id, 'the board made no move that could be left unacknowledged');
    // A move that was under way already was acknowledged by it.
    if (rx.received.notBefore < sent) continue;
    const next = await host.next(after(rx.received.notAfter, REPEAT_TIMEOUT));
    host.bench.check(id, next?.kind === 'deck', () => ({
      title: 'an acknowledgement after ours was acknowledged, before its move',
      expected: 'the move again after 3000 ms: it is not acknowledged yet',
      seen: describeRx(next),
    }));
    return;
  }
}

/** A legal move in answer to a packet that was never acknowledged acknowledges it. */
async function checkMoveAcknowledges(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-09';
  const { bench } = host;
  const choose = chooser(host);
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined || !(await playUntil(game, 'any', choose, () => game.boardsTurn))) return;
  const move = await game.awaitMove({ acknowledge: false });
  const answer = chooseMove(game, 'any', choose);
  if (move === undefined || answer === undefined) return reportMalformed(game);
  const held = game.state.cards;
  if (!(await game.sendMove(answer))) return;
  const seen: RxEvent[] = [];
  game.askForMove();
  const end = after(host.now(), micros(Math.max(8_000_000, host.auto ? 0 : host.moveTimeout)));
  while (seen.length < (host.auto ? 4 : 1)) {
    const rx = await host.next(end);
    if (rx === undefined) break;
    seen.push(rx);
    if (rx.kind !== 'malformed') await host.ack();
  }
  if (seen.length === 0 && !host.auto)
    return bench.inconclusive(id, 'no move was made at the buttons behind ours');
  const old = seen.some((rx) => rx.kind === 'deck' && sameCards(rx.cards, held));
  bench.check(id, !old && seen.length > 0, () => ({
    title: 'its move answered by ours without an acknowledgement',
    expected: 'our move acknowledges it: the next packet is the next move',
    seen: old ? 'its old move again' : 'no move of the board',
  }));
}

function reportMalformed(game: Game): void {
  if (game.broken === 'malformed') game.host.bench.inconclusive('DRK-LK-09', MALFORMED);
}

export const resendScenarios: readonly Scenario[] = [resend, staleAck];
