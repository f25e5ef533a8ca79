/** Who is player 1; what a board sends after a start; hellos and deals at a time when none is due. */
import { micros, millis } from '../../../api/index';
import { deal } from '../game/deal';
import { encode } from '../wire/wire';
import { Game, moving } from './game';
import { HELLO, scenario, type DurakHost, type DurakScenario } from './host';

const WATCH = millis(12_500);
/** A deal that is missing is found by then. */
const DEAL = millis(15_500);
const NO_HELLO = 'no hello came after the start';
/** Comparisons of starts: five at a time. */
const COMPARED = ['DRK-HS-02', 'DRK-DL-02'];
/** The most starts, where times are not known well enough to be compared. */
const MOST_STARTS = 8;
const AFTER = 'DRK-HS-07';

async function tryStarts(host: DurakHost): Promise<void> {
  const { bench } = host;
  const wanted = bench.exhaustive ? 10 : 5;
  const isOpen = (): boolean => COMPARED.some((id) => !bench.wasJudged(id));
  let [hellos, deals] = [0, 0];
  for (let n = 0; n < wanted || (n < MOST_STARTS && isOpen() && hellos > 0); n++) {
    if (!(await host.start())) continue;
    hellos++;
    if (!(await host.awaitDeal())) continue;
    deals++;
    await host.ack();
  }
  host.reportUnjudged(['DRK-HS-02'], `${hellos} starts brought a hello, at times known well enough or not`);
  host.reportUnjudged(['DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'], `${deals} deals were seen`);
}

async function tryPlayerOne(host: DurakHost): Promise<void> {
  if (!(await host.start())) return host.reportUnjudged(['DRK-HS-04'], NO_HELLO);
  await host.ack();
  host.describe('the 12 s after its hello was acknowledged: its deal, its attack, then our turn');
  await host.acknowledgeAll(DEAL, 9);
}

async function tryHelloFirst(host: DurakHost): Promise<void> {
  for (let n = 0; n < (host.bench.exhaustive ? 3 : 1); n++) {
    if (!(await host.greetFirst())) continue;
    host.describe('the 12 s after it acknowledged our hello');
    await host.acknowledgeAll(WATCH, 4);
  }
  host.reportUnjudged(['DRK-HS-03'], 'it sent its own hello first');
}

async function tryCrossing(host: DurakHost): Promise<void> {
  for (const isLate of [false, true]) await tryCrossedHello(host, isLate);
  // Its hello is acknowledged, then ours comes: it is player 1.
  if (await host.start()) {
    await host.ack();
    await host.sendPacket(HELLO, 'a hello after the acknowledgement');
    await host.next(DEAL);
  }
  host.reportUnjudged(['DRK-HS-06'], NO_HELLO);
}

/** Answers its hello by ours: it is player 2, and a late acknowledgement does not change that. */
async function tryCrossedHello(host: DurakHost, isLate: boolean): Promise<void> {
  if (!(await host.start()) || !(await host.sendPacket(HELLO, "our hello, that crosses the board's"))) return;
  if (isLate) await host.ack();
  const what = `our hello in answer to its hello${isLate ? ', then a late acknowledgement' : ''}`;
  await host.watch(what, isLate ? millis(7000) : WATCH);
  if (!host.broken) await host.sendDeck(deal(host.choose), 'our deal to player 2');
}

async function tryAfterHandshake(host: DurakHost): Promise<void> {
  const answered = micros(host.maxAnswerTime + 500_000);
  await tryDeckBeforeRole(host);
  if (await host.greetFirst()) {
    const cards = deal(host.choose).map((card) =>
      card.property === 1 && card.field === 1 ? { ...card, field: -1 } : card,
    );
    await host.sendDeck(cards, 'a deck that is no deal, before the deal');
    await host.acknowledgeAll(answered, 4);
    await host.sendDeck(deal(host.choose), 'the deal');
    await awaitAnswerToAttack(Game.begun(host, 2), 'a deal after a deck that was none');
  }
  const greeted = await Game.dealAsHost(host);
  if (greeted !== undefined) {
    await host.sendPacket(HELLO, 'a hello on our turn');
    await host.acknowledgeAll(answered, 2);
    await awaitAnswerToAttack(greeted, 'a hello after the deal');
  }
  const dealt = await Game.dealAsHost(host);
  if (dealt !== undefined) {
    await host.sendDeck(deal(host.choose), 'a second deal');
    await host.ackNext(micros(host.maxAnswerTime + 3_100_000));
    await awaitAnswerToAttack(dealt, 'a second deal');
  }
  host.reportUnjudged([AFTER], 'no game came about');
}

/** Before a role is settled a deck is acknowledged and ignored: the hello still comes, and so does the board's deal. */
async function tryDeckBeforeRole(host: DurakHost): Promise<void> {
  await host.powerCycle();
  await host.listen(millis(40));
  const early = encode({ type: 'deck', cards: deal(host.choose) });
  if (!(await host.greet(early, 'a deal before a role is settled', millis(600)))) return;
  if (await host.awaitHello()) await host.awaitDeal('its hello, after a deal that came before a role');
}

/** The board answers our attack: what came before had no effect. */
async function awaitAnswerToAttack(game: Game | undefined, before: string): Promise<void> {
  if (game === undefined || game.broken) return;
  if (!(await moving()(game))) return;
  game.host.describe(`${before}, then our attack`);
  await game.awaitMove();
  if (game.operatorAbsent) game.host.bench.inconclusive(AFTER, 'no move was made at the buttons');
}

export const HANDSHAKE_SCENARIOS: readonly DurakScenario[] = [
  scenario(
    'starts',
    'a board that receives nothing sends a hello, and deals when it is acknowledged',
    ['DRK-HS-01', 'DRK-HS-02', 'DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'],
    tryStarts,
  ),
  scenario('player-one', 'a board whose hello is acknowledged is player 1', ['DRK-HS-04'], tryPlayerOne),
  scenario('hello-first', 'a board that receives a hello first is player 2', ['DRK-HS-03'], tryHelloFirst),
  scenario(
    'crossing',
    'when hellos cross, the packet that the board receives first decides',
    ['DRK-HS-06'],
    tryCrossing,
  ),
  scenario(
    'after-handshake',
    'hellos and deals that come too late or too early change nothing',
    [AFTER],
    tryAfterHandshake,
  ),
];
