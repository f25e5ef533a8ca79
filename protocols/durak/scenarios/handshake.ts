/** Who is player 1; what a board sends after a start; hellos and deals at a time when none is due. */
import { millis } from '../../../api/index';
import { deal } from '../game/deal';
import { ACK, ack, deckOf, HELLO, pause, scenario, type DurakHost, type DurakScenario } from './host';

const WATCH = pause(12_500);
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
    await host.play('its hello, acknowledged', ACK);
    if (host.state.game !== undefined) deals++;
  }
  host.reportUnjudged(['DRK-HS-02'], `${hellos} starts brought a hello, at times known well enough or not`);
  host.reportUnjudged(['DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'], `${deals} deals were seen`);
}

async function tryPlayerOne(host: DurakHost): Promise<void> {
  if (!(await host.start())) return host.reportUnjudged(['DRK-HS-04'], NO_HELLO);
  const what = 'the 12 s after its hello was acknowledged: its deal, its attack, then our turn';
  await host.play(what, ACK, ack, ack, WATCH);
}

async function tryHelloFirst(host: DurakHost): Promise<void> {
  for (let n = 0; n < (host.bench.exhaustive ? 3 : 1); n++)
    if (await host.greetFirst()) await host.play('the 12 s after it acknowledged our hello', WATCH);
  host.reportUnjudged(['DRK-HS-03'], 'it sent its own hello first');
}

/** Answers its hello by ours: it is player 2, and a late acknowledgement does not change that. Acknowledged first, it is player 1. */
async function tryCrossing(host: DurakHost): Promise<void> {
  const crosses = "our hello, that crosses the board's";
  if (await host.start()) await host.play(crosses, HELLO, WATCH, deckOf(deal(host.choose)));
  if (await host.start())
    await host.play(`${crosses}, then a late ack`, HELLO, ACK, pause(7000), deckOf(deal(host.choose)));
  if (await host.start()) await host.play('a hello after the acknowledgement', ACK, pause(0), HELLO);
  host.reportUnjudged(['DRK-HS-06'], NO_HELLO);
}

/** What comes too early or too late has no effect: the board goes on as if it had not come. */
async function tryAfterHandshake(host: DurakHost): Promise<void> {
  const answered = { pause: host.answerTime(500) };
  await host.powerCycle();
  await host.host.listen(millis(40));
  const early = 'a deal before a role is settled';
  if ((await host.greet(early, deckOf(deal(host.choose)), millis(600))) && (await host.awaitHello()))
    await host.play(`its hello, acknowledged, after ${early}`, ACK);
  if (await host.greetFirst()) {
    const none = deal(host.choose).map((card) =>
      card.property === 1 && card.field === 1 ? { ...card, field: -1 } : card,
    );
    await host.play('a deck that is no deal, before the deal', deckOf(none), answered, ack);
    await host.play('the deal after it', deckOf(deal(host.choose)));
    await host.move();
  }
  if (await host.begin()) {
    await host.play('a hello on our turn', HELLO, answered, ack);
    await host.move();
  }
  if (await host.begin()) {
    await host.play('a second deal', deckOf(deal(host.choose)), ack);
    await host.move();
  }
  if (host.operatorAbsent) host.bench.inconclusive(AFTER, 'no move was made at the buttons');
  host.reportUnjudged([AFTER], 'no game came about');
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
