/** Who is player 1; what a board sends after a start, and how often; what comes at a time when none of it is due. */
import { listen, millis } from '../../../api/index';
import { anyDeal } from '../hands';
import { waitingOf } from '../state';
import { ACK, ackDue, HELLO, recipe, sendAck, strangeDeck, tx } from '../steps';
import { ETX, GS, LF, SYN } from '../wire/packet';
import { REPEATED, scenario, type DurakHost, type DurakScenario } from './host';

const WATCH = listen(millis(12_500));
/** In this time an acknowledged packet must not come again. */
const SETTLED = listen(millis(7500));
/** Comparisons of starts: five at a time. */
const COMPARED = ['DRK-HS-02', 'DRK-DL-02'];
/** The most starts, where times are not known well enough to be compared. */
const MOST_STARTS = 8;
const UNKNOWN_TYPE = Uint8Array.of(SYN, 0x39, GS, ETX, LF);

function ourDeal({ dice }: DurakHost) {
  return tx(anyDeal(dice));
}

async function tryStarts(host: DurakHost): Promise<void> {
  const { bench } = host;
  const wanted = bench.exhaustive ? 10 : 5;
  const isOpen = (): boolean => COMPARED.some((id) => !bench.wasJudged(id));
  let hellos = 0;
  for (let n = 0; n < wanted || (n < MOST_STARTS && isOpen() && hellos > 0); n++)
    if (await host.start()) {
      hellos++;
      await host.play('its hello, acknowledged', sendAck());
    }
}

async function tryPlayerOne(host: DurakHost): Promise<void> {
  if (!(await host.start())) return;
  const what = 'the 12 s after its hello was acknowledged: its deal, its attack, then our turn';
  await host.play(what, sendAck(), ackDue(), ackDue(), WATCH);
}

async function tryHelloFirst(host: DurakHost): Promise<void> {
  for (let n = 0; n < (host.bench.exhaustive ? 3 : 1); n++)
    if (await host.greetFirst()) await host.play('the 12 s after it acknowledged our hello', WATCH);
}

/** Answers its hello by ours: it is player 2, and a late acknowledgement does not change that. Acknowledged first, it is player 1. */
async function tryCrossing(host: DurakHost): Promise<void> {
  const crosses = "our hello, that crosses the board's";
  if (await host.start()) await host.play(crosses, tx(HELLO), WATCH, ourDeal(host));
  if (await host.start())
    await host.play(`${crosses}, then a late ack`, tx(HELLO), sendAck(), SETTLED, ourDeal(host));
  if (await host.start())
    await host.play('a hello after the acknowledgement', sendAck(), tx(HELLO, millis(0)));
}

/** What comes too early or too late has no effect: the board goes on as if it had not come. */
async function tryAfterHandshake(host: DurakHost): Promise<void> {
  const answered = listen(host.answerTime(500));
  await host.powerCycle();
  await host.host.listen(millis(40));
  const early = 'a deal before a role is settled';
  if ((await host.greet(early, ourDeal(host).bytes, millis(600))) && (await host.awaitHello()))
    await host.play(`its hello, acknowledged, after ${early}`, sendAck());
  if (await host.greetFirst()) {
    await host.play('a deck that is no deal, before the deal', tx(strangeDeck(host.dice)), answered, ackDue());
    await host.play('the deal after it, and a move', ourDeal(host), recipe('move'));
  }
  for (const late of [tx(HELLO), ourDeal(host)])
    if (await host.begin()) {
      await host.play('a hello or a deal on our turn', late, answered, ackDue());
      await host.play('our move after it', recipe('move'));
    }
}

async function tryResend(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  if (!(await startAndRepeat(host, 5))) return;
  // Three late deals decide on a real board, so that a late one is asked for again.
  let isFirst = true;
  const isDealt = await host.retry(async () => {
    const isThere = isFirst || (await startAndRepeat(host, 1));
    isFirst = false;
    if (isThere) await host.play('its hello, acknowledged', sendAck());
    return host.state.game !== undefined;
  });
  if (!isDealt) return;
  await awaitRepeats(host, 'its deal', exhaustive ? 5 : 1);
  await host.play('its deal, acknowledged', ackDue());
  // The board repeats its first move until it is acknowledged, and not after that.
  if (host.ourGame === undefined) return;
  await awaitRepeats(host, 'its move', exhaustive ? 5 : 2);
  await host.host.write(UNKNOWN_TYPE);
  await host.next('a packet of an unknown type while its move is unacknowledged', REPEATED);
  await host.play('its move, acknowledged', ackDue(), SETTLED);
}

/** Waits for its hello, and lets it come `times` more. */
async function startAndRepeat(host: DurakHost, times: number): Promise<boolean> {
  return (await host.start()) && awaitRepeats(host, 'its hello', times);
}

/** Does not acknowledge, so that the packet comes `times` more. Tries again where this host was too busy to time one. */
async function awaitRepeats(host: DurakHost, what: string, times: number): Promise<boolean> {
  for (let n = 1; n <= times; n++) {
    const isThere = await host.retry(() => host.next(`${what}, not acknowledged, time ${n}`, REPEATED));
    if (!isThere || !host.state.isKnown) return false;
  }
  return true;
}

async function tryStaleAck(host: DurakHost): Promise<void> {
  for (let n = 0, isDone = false; n < 3 && !isDone; n++) isDone = await tryAckBeforeHello(host);
  for (let n = 0, isDone = false; n < 3 && !isDone; n++) isDone = await tryAckBeforeMove(host);
  // Our legal move acknowledges the board's move, which we did not acknowledge.
  if (!(await host.begin())) return;
  for (const what of ['our move', 'its move answered by ours without an acknowledgement'])
    await host.play(what, recipe('move'));
  await host.play('its next move, acknowledged', ackDue(), SETTLED);
}

/** false: it had sent its hello already. */
async function tryAckBeforeHello(host: DurakHost): Promise<boolean> {
  await host.powerCycle();
  await host.host.listen(millis(host.bench.exhaustive ? 60 : 80));
  if (waitingOf(host.state) !== undefined) return false;
  await host.host.write(ACK);
  if (await host.awaitHello()) await host.next('an acknowledgement before its hello', REPEATED);
  return true;
}

/** Sends an acknowledgement between the board's acknowledgement of our move and its own move. false: that was on its way already. */
async function tryAckBeforeMove(host: DurakHost): Promise<boolean> {
  const move = (await host.begin()) ? host.bytesOf('move') : undefined;
  if (move === undefined) return true;
  const what = 'an acknowledgement after ours was acknowledged, before its move';
  if (!(await host.sendPacket(what, move))) return true;
  await host.host.write(ACK);
  const sent = host.bench.now();
  if (host.auto) await host.next(what, host.answerTime(6200));
  else await host.awaitOperator();
  if (host.ourGame === undefined) return true;
  if (host.state.notes.lastDeckAt < sent) return false;
  await host.next(what, REPEATED);
  return true;
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
    ['DRK-HS-07'],
    tryAfterHandshake,
  ),
];

export const RESEND_SCENARIOS: readonly DurakScenario[] = [
  scenario(
    'resend',
    'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
    ['DRK-LK-07', 'DRK-LK-08'],
    tryResend,
  ),
  scenario(
    'stale-ack',
    'an acknowledgement that no packet waits for is dropped',
    ['DRK-LK-09'],
    tryStaleAck,
  ),
];
