/** Durak: which packets are sent again, when, and until when. */
import { sameCards } from '../../../protocols/durak/rules';
import { after, micros, millis } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { judge, type Measurement } from '../../../protocols/monitor/measurement';
import { ETX, GS, LF, SYN } from '../../../protocols/durak/packet';
import { acknowledgeHello } from './power-on';
import { Game, MALFORMED } from './game';
import { chooser, describeRx, type RxEvent, type DurakHost } from './host';
import { chooseMove, playUntil } from './opponent';
import { durakScenario } from './scenario';

const REPEAT_INTERVAL = { min: 2_700_000, max: 3_500_000 };
/** After this nothing more comes: it is longer than any interval may be. */
const REPEAT_TIMEOUT = millis(5000);

const COVERED = ['DRK-LK-07', 'DRK-LK-08'];

const resend = durakScenario(
  {
    id: 'durak/resend',
    title: 'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
    covers: COVERED,
    needs: ['reset'],
  },
  async (host, bench) => {
    await host.powerCycle();
    const hello = await host.awaitHello(...COVERED);
    if (hello === undefined) return;
    if (!(await checkRepeats(host, hello, 'its hello', 5)))
      return host.reportUnjudged(COVERED, 'the hello is not sent again');
    const dealt = await dealAfterRepeats(host);
    if (dealt?.kind !== 'deck') return host.reportUnjudged(COVERED, `no deal came: ${describeRx(dealt)}`);
    await checkRepeats(host, dealt, 'its deal', bench.exhaustive ? 5 : 1);
    const game = await Game.fromBoardDeal(host, dealt);
    if (game !== undefined) await checkMoveRepeats(game);
  },
);

/** The deal after a hello that was repeated. Three late ones decide on a real board, so that a late one is asked for again. */
async function dealAfterRepeats(host: DurakHost): Promise<RxEvent | undefined> {
  let dealt = await acknowledgeHello(host);
  for (let left = 2; left > 0 && isDealOpen(host); left--) {
    await host.powerCycle();
    const hello = await host.afterStart();
    if (hello?.kind !== 'hello' || !(await checkRepeats(host, hello, 'its hello', 1))) return dealt;
    dealt = await acknowledgeHello(host);
  }
  return dealt;
}

function isDealOpen({ bench }: DurakHost): boolean {
  return bench.standings().get('DRK-HS-05')?.verdict === 'inconclusive';
}

/** Judges that an unacknowledged packet comes `times` more. Tries again where this host was too busy to time one. */
async function checkRepeats(host: DurakHost, first: RxEvent, what: string, times: number): Promise<boolean> {
  const { bench } = host;
  let last = first;
  for (let n = 1; n <= times; n++) {
    const title = `${what}, not acknowledged, time ${n}`;
    const interval = await bench.retryWhile(
      async () => {
        const next = await nextRepeat(host, first, last, title);
        const measured = next && repeatInterval(last, next);
        last = next ?? last;
        return measured;
      },
      (measured) => measured !== undefined && judge(measured) === 'inconclusive',
    );
    if (interval === undefined) return false;
    bench.measure('DRK-LK-07', interval, () => `${what}, time ${n}`);
  }
  return true;
}

/** Judges the next packet. undefined: it is another one, or none came. */
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

/** Judges that the board repeats its first move until it is acknowledged, and not after that. */
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
  const again = await host.next(after(host.now(), millis(7000)));
  bench.check('DRK-LK-08', again === undefined, () => ({
    title: 'its move, acknowledged',
    expected: 'it is not sent again within 7 s',
    seen: describeRx(again),
  }));
}

/** Judges that a malformed packet (DRK-LK-06) does not stop the board from repeating its own packet. */
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

const STALE_ACK = 'DRK-LK-09';

const staleAck = durakScenario(
  {
    id: 'durak/stale-ack',
    title: 'an acknowledgement that no packet waits for is dropped',
    covers: [STALE_ACK],
    needs: ['reset'],
  },
  async (host) => {
    await ackBeforeHello(host);
    await ackBeforeMove(host);
    await checkMoveAcknowledges(host);
  },
);

async function ackBeforeHello(host: DurakHost): Promise<void> {
  const { bench } = host;
  for (let n = 0; n < 3; n++) {
    await host.powerCycle();
    await bench.pause(millis(bench.exhaustive ? 60 : 80));
    await host.ack();
    const early = await host.channel.nextQueued();
    if (early !== undefined) continue;
    const hello = await host.awaitHello(STALE_ACK);
    if (hello === undefined) return;
    const next = await host.next(after(hello.received.notAfter, REPEAT_TIMEOUT));
    bench.check(STALE_ACK, next?.kind === 'hello', () => ({
      title: 'an acknowledgement before its hello',
      expected: 'the hello again after 3000 ms: it is not acknowledged yet',
      seen: describeRx(next),
    }));
    return;
  }
}

/** Sends an acknowledgement between the board's acknowledgement of our move and its own move. */
async function ackBeforeMove(host: DurakHost): Promise<void> {
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
      return host.bench.inconclusive(STALE_ACK, 'the board made no move that could be left unacknowledged');
    // A move that was on its way already is acknowledged by it.
    if (rx.received.notBefore < sent) continue;
    const next = await host.next(after(rx.received.notAfter, REPEAT_TIMEOUT));
    host.bench.check(STALE_ACK, next?.kind === 'deck', () => ({
      title: 'an acknowledgement after ours was acknowledged, before its move',
      expected: 'the move again after 3000 ms: it is not acknowledged yet',
      seen: describeRx(next),
    }));
    return;
  }
}

/** Judges that our legal move acknowledges the board's move, which we did not acknowledge. */
async function checkMoveAcknowledges(host: DurakHost): Promise<void> {
  const { bench } = host;
  const choose = chooser(host);
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined || !(await playUntil(game, 'any', choose, () => game.boardsTurn))) return;
  const move = await game.awaitMove({ acknowledge: false });
  const answer = chooseMove(game, 'any', choose);
  if (move === undefined || answer === undefined) {
    if (game.broken === 'malformed') bench.inconclusive(STALE_ACK, MALFORMED);
    return;
  }
  const held = game.state.cards;
  if (!(await game.sendMove(answer))) return;
  game.askForMove();
  const end = after(host.now(), micros(Math.max(8_000_000, host.auto ? 0 : host.moveTimeout)));
  const seen = await host.acknowledgeAll(end, host.auto ? 4 : 1);
  if (seen.length === 0 && !host.auto)
    return bench.inconclusive(STALE_ACK, 'no move was made at the buttons after ours');
  const old = seen.some((rx) => rx.kind === 'deck' && sameCards(rx.cards, held));
  bench.check(STALE_ACK, !old && seen.length > 0, () => ({
    title: 'its move answered by ours without an acknowledgement',
    expected: 'our move acknowledges it: the next packet is the next move',
    seen: old ? 'its old move again' : 'no move of the board',
  }));
}

export const resendScenarios = [resend, staleAck];
