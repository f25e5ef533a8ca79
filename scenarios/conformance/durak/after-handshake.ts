/** Durak: hellos and deals at a time when none is due (DRK-HS-07). */
import { deal } from '../../../protocols/durak/deal';
import { sameCards } from '../../../protocols/durak/rules';
import { after, micros, millis } from '../../../protocols/time';
import { Game, LATEST_DEAL, MALFORMED } from './game';
import { chooser, deckBytes, describeRx, HELLO, type DurakHost, type RxEvent } from './host';
import { chooseMove } from './opponent';
import { durakScenario } from './scenario';

const ID = 'DRK-HS-07';

export const afterHandshake = durakScenario(
  {
    id: 'durak/after-handshake',
    title: 'hellos and deals that come too late or too early change nothing',
    covers: [ID],
    needs: ['reset'],
  },
  async (host) => {
    await checkDeckBeforeRole(host);
    await checkDeckThatIsNoDeal(host);
    await checkHelloInPlay(host);
    await checkSecondDeal(host);
  },
);

/** Before a role is settled a deck is acknowledged and ignored: the hello still comes, and so does the board's deal. */
async function checkDeckBeforeRole(host: DurakHost): Promise<void> {
  const { bench } = host;
  await host.powerCycle();
  const cards = deal(chooser(host));
  await bench.pause(millis(40));
  const rx = await host.sendUntil(deckBytes(cards), ['ack', 'hello'], 6, millis(600));
  if (rx === 'hello') return;
  const hello = await host.afterStart();
  bench.check(ID, rx === 'ack' && hello?.kind === 'hello', () => ({
    title: 'a deal before a role is settled',
    expected: 'acknowledged and ignored: the hello comes all the same',
    seen: rx === 'ack' ? describeRx(hello) : 'no acknowledgement',
  }));
  if (hello?.kind !== 'hello') return;
  const acked = await host.ack();
  const dealt = await host.next(after(acked.notAfter, micros(4 * LATEST_DEAL)));
  bench.check(ID, dealt?.kind === 'deck' && !sameCards(dealt.cards, cards), () => ({
    title: 'the game after a deal that came before a role was settled',
    expected: "the board's own deal",
    seen: dealt?.kind === 'deck' ? 'our deal, sent back' : describeRx(dealt),
  }));
}

/** Player 2 ignores a deck that is no deal, and plays on a deal. */
async function checkDeckThatIsNoDeal(host: DurakHost): Promise<void> {
  const { bench } = host;
  const choose = chooser(host);
  if (!(await host.greetFirst())) return bench.inconclusive(ID, 'the handshake failed');
  const cards = deal(choose).map((card) =>
    card.property === 1 && card.field === 1 ? { ...card, field: -1 } : card,
  );
  await host.sendDeck(cards, 'a deck that is no deal, before the deal');
  const early = await host.acknowledgeAll(after(host.now(), micros(host.maxAnswerTime + 500_000)), 4);
  // Hellos are judged by another clause (DRK-HS-03).
  const answer = early.find(({ kind }) => kind !== 'hello');
  bench.check(ID, answer === undefined, () => ({
    title: 'player 2 gets a deck that is no deal',
    expected: 'it is ignored',
    seen: describeRx(answer),
  }));
  const fresh = deal(choose);
  const sent = await host.sendDeck(fresh, 'the deal');
  if (sent === undefined) return;
  await checkAnswerToAttack(Game.fromHostDeal(host, fresh, sent), 'a deal after a deck that was none');
}

/** Judges that the board answers our attack: what came before had no effect. */
async function checkAnswerToAttack(game: Game, what: string): Promise<void> {
  const { bench } = game.host;
  const move = chooseMove(game, 'any', chooser(game.host));
  if (move === undefined || !(await game.sendMove(move))) return;
  const answer = await game.awaitMove();
  if (game.broken === 'malformed') bench.inconclusive(ID, MALFORMED);
  else if (game.operatorAbsent) bench.inconclusive(ID, 'no move was made at the buttons');
  else
    bench.check(ID, answer !== undefined, () => ({
      title: `${what}, then our attack`,
      expected: "the board's answer to the attack",
      seen: game.broken ?? '',
    }));
}

async function checkHelloInPlay(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host, chooser(host));
  if (game === undefined) return host.bench.inconclusive(ID, 'no game came about');
  let answer = await answerToHello(host);
  // The board may send a hello of its own by chance, as DRK-HS-03 and 04 judge. An answer to ours comes each time.
  if (answer?.kind === 'hello') answer = await answerToHello(host);
  host.bench.check(ID, answer === undefined, () => ({
    title: 'a hello on our turn',
    expected: 'acknowledged, and nothing else',
    seen: describeRx(answer),
  }));
  await checkAnswerToAttack(game, 'a hello after the deal');
}

/** The answer to a hello on our turn, besides its acknowledgement. */
async function answerToHello(host: DurakHost): Promise<RxEvent | undefined> {
  await host.sendPacket(HELLO, 'a hello after the handshake', ID);
  const [answer] = await host.acknowledgeAll(after(host.now(), millis(1500)), 1);
  return answer;
}

async function checkSecondDeal(host: DurakHost): Promise<void> {
  const choose = chooser(host);
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined) return;
  await host.sendDeck(deal(choose), 'a second deal');
  const rx = await host.next(after(host.now(), micros(host.maxAnswerTime + 1_500_000)));
  if (rx?.kind === 'malformed') {
    game.failMalformed(rx);
    return host.bench.inconclusive(ID, MALFORMED);
  }
  host.bench.check(ID, rx?.kind === 'deck' && sameCards(rx.cards, game.state.cards), () => ({
    title: 'a second deal is an illegal move',
    expected: 'the state before it, sent again',
    seen: rx?.kind === 'deck' ? 'another state' : describeRx(rx),
  }));
  if (rx?.kind === 'deck') await host.ack();
  await checkAnswerToAttack(game, 'a second deal');
}
