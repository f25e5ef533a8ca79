/** Durak: hellos and deals at a time when none is due (DRK-HS-07). */
import { deal } from '../../../protocols/durak/deal';
import { after, micros, millis } from '../../../protocols/time';
import { Game, MALFORMED } from './game';
import { chooser, deckBytes, HELLO, LATE, type DurakHost } from './host';
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
    await tryDeckBeforeRole(host);
    await tryDeckThatIsNoDeal(host);
    await tryHelloInPlay(host);
    await trySecondDeal(host);
    host.reportUnjudged([ID], host.broken === 'malformed' ? MALFORMED : 'no game came about');
  },
);

/** Before a role is settled a deck is acknowledged and ignored: the hello still comes, and so does the board's deal. */
async function tryDeckBeforeRole(host: DurakHost): Promise<void> {
  await host.powerCycle();
  await host.listen(millis(40));
  if (!(await host.greet(deckBytes(deal(chooser(host))), 'a deal before a role is settled', millis(600))))
    return;
  if ((await host.awaitHello()) !== undefined)
    await host.awaitDeal('its hello, after a deal that came before a role');
}

/** Player 2 ignores a deck that is no deal, and plays on a deal. */
async function tryDeckThatIsNoDeal(host: DurakHost): Promise<void> {
  const choose = chooser(host);
  if (!(await host.greetFirst())) return;
  const cards = deal(choose).map((card) =>
    card.property === 1 && card.field === 1 ? { ...card, field: -1 } : card,
  );
  await host.sendDeck(cards, 'a deck that is no deal, before the deal');
  await host.acknowledgeAll(after(host.now(), micros(host.maxAnswerTime + 500_000)), 4);
  await host.sendDeck(deal(choose), 'the deal');
  await awaitAnswerToAttack(Game.begun(host, 2), 'a deal after a deck that was none, then our attack');
}

/** The board answers our attack: what came before had no effect. */
async function awaitAnswerToAttack(game: Game | undefined, what: string): Promise<void> {
  if (game === undefined) return;
  const move = chooseMove(game, 'any', chooser(game.host));
  if (move === undefined || !(await game.sendMove(move))) return;
  game.host.describe(what);
  await game.awaitMove();
  if (game.operatorAbsent) game.host.bench.inconclusive(ID, 'no move was made at the buttons');
}

async function tryHelloInPlay(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host, chooser(host));
  if (game === undefined) return;
  await host.sendPacket(HELLO, 'a hello on our turn');
  await host.acknowledgeAll(after(host.now(), micros(host.maxAnswerTime + 500_000)), 2);
  await awaitAnswerToAttack(game, 'a hello after the deal, then our attack');
}

async function trySecondDeal(host: DurakHost): Promise<void> {
  const choose = chooser(host);
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined) return;
  await host.sendDeck(deal(choose), 'a second deal');
  const rx = await host.next(after(host.now(), micros(host.maxAnswerTime + LATE)));
  if (rx !== undefined && rx !== 'malformed') await host.ack();
  await awaitAnswerToAttack(host.broken === undefined ? game : undefined, 'a second deal, then our attack');
}
