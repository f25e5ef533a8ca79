/** Who is player 1; what a board sends after a start; hellos and deals at a time when none is due. */
import { micros, millis } from '../../../api/index';
import { deal } from '../game/deal';
import { encode } from '../wire/wire';
import { chooseMove, Game } from './game';
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

const starts = scenario(
  {
    id: 'starts',
    title: 'a board that receives nothing sends a hello, and deals when it is acknowledged',
    covers: ['DRK-HS-01', 'DRK-HS-02', 'DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'],
    needs: ['reset'],
  },
  async (host) => {
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
  },
);

const playerOne = scenario(
  {
    id: 'player-one',
    title: 'a board whose hello is acknowledged is player 1',
    covers: ['DRK-HS-04'],
    needs: ['reset'],
  },
  async (host) => {
    if (!(await host.start())) return host.reportUnjudged(['DRK-HS-04'], NO_HELLO);
    await host.ack();
    host.describe('the 12 s after its hello was acknowledged: its deal, its attack, then our turn');
    await host.acknowledgeAll(DEAL, 9);
  },
);

const helloFirst = scenario(
  {
    id: 'hello-first',
    title: 'a board that receives a hello first is player 2',
    covers: ['DRK-HS-03'],
    needs: ['reset'],
  },
  async (host) => {
    for (let n = 0; n < (host.bench.exhaustive ? 3 : 1); n++) {
      if (!(await host.greetFirst())) continue;
      host.describe('the 12 s after it acknowledged our hello');
      await host.acknowledgeAll(WATCH, 4);
    }
    host.reportUnjudged(['DRK-HS-03'], 'it sent its own hello first');
  },
);

const crossing = scenario(
  {
    id: 'crossing',
    title: 'when hellos cross, the packet that the board receives first decides',
    covers: ['DRK-HS-06'],
    needs: ['reset'],
  },
  async (host) => {
    for (const isLate of [false, true]) await tryCrossedHello(host, isLate);
    await tryAcknowledgedFirst(host);
    host.reportUnjudged(['DRK-HS-06'], NO_HELLO);
  },
);

/** Answers its hello by ours: it is player 2, and a late acknowledgement does not change that. */
async function tryCrossedHello(host: DurakHost, isLate: boolean): Promise<void> {
  if (!(await host.start())) return;
  if (!(await host.sendPacket(HELLO, "our hello, that crosses the board's"))) return;
  if (isLate) await host.ack();
  host.describe(`our hello in answer to its hello${isLate ? ', then a late acknowledgement' : ''}`);
  await host.listen(isLate ? millis(7000) : WATCH);
  if (!host.broken) await host.sendDeck(deal(host.choose), 'our deal to player 2');
}

/** Acknowledges its hello, then sends ours: it is player 1. */
async function tryAcknowledgedFirst(host: DurakHost): Promise<void> {
  if (!(await host.start())) return;
  await host.ack();
  await host.sendPacket(HELLO, 'a hello after the acknowledgement');
  await host.next(millis(15_500));
}

const afterHandshake = scenario(
  {
    id: 'after-handshake',
    title: 'hellos and deals that come too late or too early change nothing',
    covers: [AFTER],
    needs: ['reset'],
  },
  async (host) => {
    await tryDeckBeforeRole(host);
    await tryDeckThatIsNoDeal(host);
    await tryHelloInPlay(host);
    await trySecondDeal(host);
    host.reportUnjudged([AFTER], 'no game came about');
  },
);

/** Before a role is settled a deck is acknowledged and ignored: the hello still comes, and so does the board's deal. */
async function tryDeckBeforeRole(host: DurakHost): Promise<void> {
  await host.powerCycle();
  await host.listen(millis(40));
  const cards = deal(host.choose);
  if (!(await host.greet(encode({ type: 'deck', cards }), 'a deal before a role is settled', millis(600))))
    return;
  if (await host.awaitHello()) await host.awaitDeal('its hello, after a deal that came before a role');
}

/** Player 2 ignores a deck that is no deal, and plays on a deal. */
async function tryDeckThatIsNoDeal(host: DurakHost): Promise<void> {
  if (!(await host.greetFirst())) return;
  const cards = deal(host.choose).map((card) =>
    card.property === 1 && card.field === 1 ? { ...card, field: -1 } : card,
  );
  await host.sendDeck(cards, 'a deck that is no deal, before the deal');
  await host.acknowledgeAll(micros(host.maxAnswerTime + 500_000), 4);
  await host.sendDeck(deal(host.choose), 'the deal');
  await awaitAnswerToAttack(Game.begun(host, 2), 'a deal after a deck that was none, then our attack');
}

/** The board answers our attack: what came before had no effect. */
async function awaitAnswerToAttack(game: Game | undefined, what: string): Promise<void> {
  if (game === undefined) return;
  const move = chooseMove(game);
  if (move === undefined || !(await game.sendMove(move))) return;
  game.host.describe(what);
  await game.awaitMove();
  if (game.operatorAbsent) game.host.bench.inconclusive(AFTER, 'no move was made at the buttons');
}

async function tryHelloInPlay(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host);
  if (game === undefined) return;
  await host.sendPacket(HELLO, 'a hello on our turn');
  await host.acknowledgeAll(micros(host.maxAnswerTime + 500_000), 2);
  await awaitAnswerToAttack(host.broken ? undefined : game, 'a hello after the deal, then our attack');
}

async function trySecondDeal(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host);
  if (game === undefined) return;
  await host.sendDeck(deal(host.choose), 'a second deal');
  if (await host.next(micros(host.maxAnswerTime + 3_100_000))) await host.ack();
  await awaitAnswerToAttack(host.broken ? undefined : game, 'a second deal, then our attack');
}

export const HANDSHAKE_SCENARIOS: readonly DurakScenario[] = [
  starts,
  playerOne,
  helloFirst,
  crossing,
  afterHandshake,
];
