/** Durak: hellos and deals at a time when none is due (DRK-HS-07). */
import { deal } from '../../../protocols/durak/deal';
import { sameCards } from '../../../protocols/durak/rules';
import { encode } from '../../../protocols/durak/durak';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { Game, greetFirst, LATEST_DEAL, LATEST_HELLO, MALFORMED } from './game';
import { chooser, describeRx, DurakHost, HELLO, type RxEvent } from './host';
import { chooseMove } from './opponent';

export const afterHandshake: Scenario = {
  id: 'durak/after-handshake',
  title: 'hellos and deals that come too late or too early change nothing',
  covers: ['DRK-HS-07'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    await checkDeckBeforeRole(host);
    await checkDeckThatIsNoDeal(host);
    await checkHelloInPlay(host);
    await checkSecondDeal(host);
  },
};

/** Before a role is settled decks are acknowledged and ignored: the hello still comes, and so does the board's own deal. */
async function checkDeckBeforeRole(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-07';
  const { bench } = host;
  await host.powerCycle();
  const cards = deal(chooser(host));
  await bench.pause(millis(40));
  const rx = await sendUntilAcknowledged(host, encode({ type: 'deck', cards }));
  if (rx === 'hello') return;
  const hello = await host.next(after(host.now(), micros(LATEST_HELLO + 2_000_000)));
  bench.check(id, rx === 'ack' && hello?.kind === 'hello', () => ({
    title: 'a deal before a role is settled',
    expected: 'acknowledged and ignored: the hello comes all the same',
    seen: rx === 'ack' ? describeRx(hello) : 'no acknowledgement',
  }));
  if (hello?.kind !== 'hello') return;
  const dealt = await dealAfterHello(host);
  bench.check(id, dealt?.kind === 'deck' && !sameCards(dealt.cards, cards), () => ({
    title: 'the game after a deal that came before a role was settled',
    expected: "the board's own deal",
    seen: dealt?.kind === 'deck' ? 'our deal, sent back' : describeRx(dealt),
  }));
}

/** Sends until acknowledged; a board that is still starting hears nothing. */
async function sendUntilAcknowledged(
  host: DurakHost,
  bytes: Uint8Array,
): Promise<'ack' | 'hello' | undefined> {
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

async function dealAfterHello(host: DurakHost): Promise<RxEvent | undefined> {
  const acked = await host.ack();
  return host.next(after(acked.notAfter, micros(4 * LATEST_DEAL)));
}

/** Player 2 ignores a deck that is no deal, and plays on a deal. */
async function checkDeckThatIsNoDeal(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-07';
  const { bench } = host;
  const choose = chooser(host);
  if (!(await greetFirst(host))) return bench.inconclusive(id, 'the handshake failed');
  const cards = deal(choose).map((card) =>
    card.property === 1 && card.field === 1 ? { ...card, field: -1 } : card,
  );
  await host.sendPacket(encode({ type: 'deck', cards }), 'a deck that is no deal, before the deal');
  const early = await host.collect(after(host.now(), micros(host.maxAnswerTime + 500_000)), 4);
  for (const { kind } of early) if (kind !== 'malformed') await host.ack();
  // A hello is another clause's matter (DRK-HS-03).
  const answer = early.find(({ kind }) => kind !== 'hello');
  bench.check(id, answer === undefined, () => ({
    title: 'player 2 gets a deck that is no deal',
    expected: 'it is ignored',
    seen: describeRx(answer),
  }));
  const fresh = deal(choose);
  const sent = await host.sendPacket(encode({ type: 'deck', cards: fresh }), 'the deal');
  if (sent === undefined) return;
  const game = Game.fromHostDeal(host, fresh, sent);
  await checkAnswerToAttack(game, 'a deal behind a deck that was none');
}

/** Whether the board goes on from our attack as it must: what came before was without effect. */
async function checkAnswerToAttack(game: Game, what: string): Promise<void> {
  const { host } = game;
  const choose = chooser(host);
  const move = chooseMove(game, 'any', choose);
  if (move === undefined || !(await game.sendMove(move))) return;
  const answer = await game.awaitMove();
  if (game.broken === 'malformed') host.bench.inconclusive('DRK-HS-07', MALFORMED);
  else if (game.operatorAbsent) host.bench.inconclusive('DRK-HS-07', 'no move was made at the buttons');
  else
    host.bench.check('DRK-HS-07', answer !== undefined, () => ({
      title: `${what}, then our attack`,
      expected: "the board's answer to the attack",
      seen: game.broken ?? '',
    }));
}

async function checkHelloInPlay(host: DurakHost): Promise<void> {
  const choose = chooser(host);
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined) return host.bench.inconclusive('DRK-HS-07', 'no game came about');
  let answer = await answerToHello(host);
  // A hello of its own may come by chance (DRK-HS-03 and 04 say whether it may): an answer comes each time.
  if (answer?.kind === 'hello') answer = await answerToHello(host);
  host.bench.check('DRK-HS-07', answer === undefined, () => ({
    title: 'a hello on our turn',
    expected: 'acknowledged, and nothing else',
    seen: describeRx(answer),
  }));
  await checkAnswerToAttack(game, 'a hello after the deal');
}

/** What a hello on our turn brings besides its acknowledgement; it is acknowledged. */
async function answerToHello(host: DurakHost): Promise<RxEvent | undefined> {
  await host.sendPacket(HELLO, 'a hello after the handshake', 'DRK-HS-07');
  const [answer] = await host.collect(after(host.now(), millis(1500)), 1);
  if (answer !== undefined && answer.kind !== 'malformed') await host.ack();
  return answer;
}

async function checkSecondDeal(host: DurakHost): Promise<void> {
  const id = 'DRK-HS-07';
  const choose = chooser(host);
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined) return;
  await host.sendPacket(encode({ type: 'deck', cards: deal(choose) }), 'a second deal');
  const rx = await host.next(after(host.now(), micros(host.maxAnswerTime + 1_500_000)));
  if (rx?.kind === 'malformed') {
    game.failMalformed(rx);
    return host.bench.inconclusive(id, MALFORMED);
  }
  host.bench.check(id, rx?.kind === 'deck' && sameCards(rx.cards, game.state.cards), () => ({
    title: 'a second deal is an illegal move',
    expected: 'the state before it, sent again',
    seen: rx?.kind === 'deck' ? 'another state' : describeRx(rx),
  }));
  if (rx?.kind === 'deck') await host.ack();
  await checkAnswerToAttack(game, 'a second deal');
}
