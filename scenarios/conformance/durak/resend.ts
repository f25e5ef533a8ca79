/** Durak: what is sent again, how often and how long, and what ends it. */
import { sameCards } from '../../../protocols/durak/rules';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { hex } from '../../bench/channel';
import { judge, type Measurement } from '../../bench/judge';
import type { Scenario } from '../../suite';
import { ETX, GS, LF, SYN } from '../../../protocols/durak/packet';
import { dealDue } from './power-on';
import { Game, LATEST_HELLO, MALFORMED } from './game';
import { chooser, describeHeard, DurakHost, type Heard } from './host';
import { ourMove, playOn } from './opponent';

const INTERVAL = { min: 2_700_000, max: 3_500_000 };
/** Longer than an interval may be: then nothing more comes. */
const PATIENCE = millis(5000);

const resend: Scenario = {
  id: 'durak/resend',
  title: 'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
  covers: ['DRK-LK-07', 'DRK-LK-08'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await host.power();
    const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
    if (hello?.kind !== 'hello')
      return host.unjudged(this.covers, `no hello came after the start: ${describeHeard(hello)}`);
    if (!(await repeats(host, hello, 'its hello', 5)))
      return host.unjudged(this.covers, 'the hello is not sent again');
    const dealt = await dealDue(host);
    if (dealt?.kind !== 'deck') return host.unjudged(this.covers, `no deal came: ${describeHeard(dealt)}`);
    await repeats(host, dealt, 'its deal', bench.exhaustive ? 5 : 1);
    const game = await Game.ofDeal(host, dealt);
    if (game !== undefined) await moveRepeats(game);
  },
};

/** Watches a packet come `times` more, unacknowledged; once more where this host kept one from coming. */
async function repeats(host: DurakHost, first: Heard, what: string, times: number): Promise<boolean> {
  const { bench } = host;
  let last = first;
  for (let n = 1; n <= times; n++) {
    const title = `${what}, not acknowledged, time ${n}`;
    const interval = await bench.retryWhile(
      async () => {
        const next = await sameAgain(host, first, last, title);
        const told = next && intervalOf(last, next);
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
async function sameAgain(
  host: DurakHost,
  first: Heard,
  last: Heard,
  title: string,
): Promise<Heard | undefined> {
  const next = await host.next(after(last.received.notAfter, PATIENCE));
  const same = next !== undefined && hex(next.received.event.raw) === hex(first.received.event.raw);
  host.bench.check('DRK-LK-07', same, () => ({
    title,
    expected: 'the same packet again, byte for byte',
    seen:
      describeHeard(next) +
      (next === undefined ? ' within 5 s' : `: ${hex(next.received.event.raw.subarray(0, 32))}`),
  }));
  return same ? next : undefined;
}

function intervalOf({ received: one }: Heard, { received: next }: Heard): Measurement {
  const low = Math.max(0, next.notBefore - one.notAfter);
  const high = next.notAfter - one.notBefore;
  return { name: 'sent to sent again', unit: 'us', low, high, ...INTERVAL };
}

/** The board's first move: repeated until acknowledged, then never again. */
async function moveRepeats(game: Game): Promise<void> {
  const { host } = game;
  const { bench } = host;
  const first = await game.boardPacket();
  const dealAgain = first !== undefined && sameCards(first.cards, game.state.cards);
  bench.check('DRK-LK-08', !dealAgain, () => ({
    title: 'its deal, acknowledged after it was repeated',
    expected: 'it is not sent again',
    seen: 'the deal once more',
  }));
  const move = dealAgain ? await game.boardPacket() : first;
  if (move === undefined) return bench.inconclusive('DRK-LK-08', 'the board made no move');
  await repeats(host, move, 'its move', bench.exhaustive ? 5 : 2);
  await malformedInBetween(host, move);
  await host.ack();
  const again = await host.watch(after(host.now(), millis(7000)), 1);
  bench.check('DRK-LK-08', again.length === 0, () => ({
    title: 'its move, acknowledged',
    expected: 'it is not sent again within 7 s',
    seen: describeHeard(again[0]),
  }));
}

/** What is malformed changes nothing (DRK-LK-06): not the repetition of the board's own packet either. */
async function malformedInBetween(host: DurakHost, move: Heard): Promise<void> {
  await host.channel.sendBytes(Uint8Array.of(SYN, 0x39, GS, ETX, LF));
  if (!(await host.unacknowledged(millis(500), 'DRK-LK-06', 'a packet of an unknown type'))) return;
  const next = await host.next(after(host.now(), PATIENCE));
  host.bench.check('DRK-LK-06', next?.kind === move.kind, () => ({
    title: 'a packet of an unknown type while its move is unacknowledged',
    expected: 'its move again, as if nothing had come',
    seen: describeHeard(next),
  }));
}

const staleAck: Scenario = {
  id: 'durak/stale-ack',
  title: 'an acknowledgement that no packet waits for is dropped',
  covers: ['DRK-LK-09'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await beforeHello(host);
    await beforeMove(host);
    await moveAcknowledges(host);
  },
};

async function beforeHello(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-09';
  const { bench } = host;
  for (let n = 0; n < 3; n++) {
    await host.power();
    await bench.pause(millis(bench.exhaustive ? 60 : 80));
    await host.ack();
    const early = await host.channel.nextQueued();
    if (early !== undefined) continue;
    const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
    if (hello?.kind !== 'hello')
      return bench.inconclusive(id, `no hello came after the start: ${describeHeard(hello)}`);
    const next = await host.next(after(hello.received.notAfter, PATIENCE));
    bench.check(id, next?.kind === 'hello', () => ({
      title: 'an acknowledgement before its hello',
      expected: 'the hello again after 3000 ms: it is not acknowledged yet',
      seen: describeHeard(next),
    }));
    return;
  }
}

/** Between the acknowledgement of our move and the board's move. */
async function beforeMove(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-09';
  const choose = chooser(host);
  for (let n = 0; n < 3; n++) {
    const game = await Game.hostFirst(host, choose);
    if (game === undefined) return;
    const move = ourMove(game, 'any', choose);
    if (move === undefined || !(await game.hostMoves(move))) return;
    await host.ack();
    const sent = host.now();
    const heard = await game.boardPacket();
    if (heard === undefined)
      return host.bench.inconclusive(id, 'the board made no move that could be left unacknowledged');
    // A move that was under way already was acknowledged by it.
    if (heard.received.notBefore < sent) continue;
    const next = await host.next(after(heard.received.notAfter, PATIENCE));
    host.bench.check(id, next?.kind === 'deck', () => ({
      title: 'an acknowledgement after ours was acknowledged, before its move',
      expected: 'the move again after 3000 ms: it is not acknowledged yet',
      seen: describeHeard(next),
    }));
    return;
  }
}

/** A legal move in answer to a packet that was never acknowledged acknowledges it. */
async function moveAcknowledges(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-09';
  const { bench } = host;
  const choose = chooser(host);
  const game = await Game.hostFirst(host, choose);
  if (game === undefined || !(await playOn(game, 'any', choose, () => game.boardsTurn))) return;
  const move = await game.boardMoves({ acknowledge: false });
  const answer = ourMove(game, 'any', choose);
  if (move === undefined || answer === undefined) return notFollowed(game);
  const held = game.state.cards;
  if (!(await game.hostMoves(answer))) return;
  const seen: Heard[] = [];
  game.askForMove();
  const end = after(host.now(), micros(Math.max(8_000_000, host.auto ? 0 : host.movePatience)));
  while (seen.length < (host.auto ? 4 : 1)) {
    const heard = await host.next(end);
    if (heard === undefined) break;
    seen.push(heard);
    if (heard.kind !== 'malformed') await host.ack();
  }
  if (seen.length === 0 && !host.auto)
    return bench.inconclusive(id, 'no move was made at the buttons behind ours');
  const old = seen.some((heard) => heard.kind === 'deck' && sameCards(heard.cards, held));
  bench.check(id, !old && seen.length > 0, () => ({
    title: 'its move answered by ours without an acknowledgement',
    expected: 'our move acknowledges it: the next packet is the next move',
    seen: old ? 'its old move again' : 'no move of the board',
  }));
}

function notFollowed(game: Game): void {
  if (game.broken === 'malformed') game.host.bench.inconclusive('DRK-LK-09', MALFORMED);
}

export const resendScenarios: readonly Scenario[] = [resend, staleAck];
