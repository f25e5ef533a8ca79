/** Which packets are sent again, when, and until when; and acknowledgements that no packet waits for. */
import { millis } from '../../../api/index';
import { ETX, GS, LF, SYN } from '../wire/packet';
import { waitingOf } from '../state';
import { ACK, ack, deckOf, pause, REPEATED, scenario, type DurakHost, type DurakScenario } from './host';

/** In this time an acknowledged packet must not come again. */
const WATCH = pause(7500);
const COVERED = ['DRK-LK-07', 'DRK-LK-08'];
const STALE_ACK = 'DRK-LK-09';
const ABSENT = 'no move was made at the buttons that could be left unacknowledged';

async function tryResend(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  if (!(await startAndRepeat(host, 5)))
    return host.reportUnjudged(COVERED, 'no hello came after the start, or it is not sent again');
  // Three late deals decide on a real board, so that a late one is asked for again.
  let isFirst = true;
  const isDealt = await host.retry(async () => {
    const isThere = isFirst || (await startAndRepeat(host, 1));
    isFirst = false;
    if (isThere) await host.play('its hello, acknowledged', ACK);
    return host.state.game !== undefined;
  });
  if (!isDealt) return host.reportUnjudged(COVERED, 'no deal came');
  await awaitRepeats(host, 'its deal', exhaustive ? 5 : 1);
  await host.play('its deal, acknowledged', ack);
  await host.awaitOperator();
  // The board repeats its first move until it is acknowledged, and not after that.
  if (host.ourGame !== undefined) {
    await awaitRepeats(host, 'its move', exhaustive ? 5 : 2);
    await host.host.write(Uint8Array.of(SYN, 0x39, GS, ETX, LF));
    await host.next('a packet of an unknown type while its move is unacknowledged', REPEATED);
    await host.play('its move, acknowledged', ack, WATCH);
  }
  host.reportUnjudged(COVERED, 'the board made no move');
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
  if (await host.attack()) {
    const move = host.chooseMove();
    const steps = move === undefined ? [] : [deckOf(move.cards)];
    await host.move(move, 'its move answered by ours without an acknowledgement', steps);
    await host.play('its next move, acknowledged', ack, pause(8000));
  }
  if (host.operatorAbsent) host.bench.inconclusive(STALE_ACK, ABSENT);
  host.reportUnjudged([STALE_ACK], 'no packet could be left unacknowledged');
}

/** false: it had sent its hello already. */
async function tryAckBeforeHello(host: DurakHost): Promise<boolean> {
  await host.powerCycle();
  await host.host.listen(millis(host.bench.exhaustive ? 60 : 80));
  if (waitingOf(host.state) !== undefined) return false;
  await host.host.write(ACK);
  const what = 'an acknowledgement before its hello';
  if (await host.awaitHello()) await host.next(what, REPEATED);
  return true;
}

/** Sends an acknowledgement between the board's acknowledgement of our move and its own move. false: that was on its way already. */
async function tryAckBeforeMove(host: DurakHost): Promise<boolean> {
  const move = (await host.begin()) ? host.chooseMove() : undefined;
  if (move === undefined) return true;
  const what = 'an acknowledgement after ours was acknowledged, before its move';
  if (!(await host.sendPacket(what, deckOf(move.cards)))) return true;
  await host.host.write(ACK);
  const sent = host.bench.now();
  await host.awaitOperator();
  if (host.operatorAbsent) host.bench.inconclusive(STALE_ACK, ABSENT);
  else if (host.auto) await host.next(what, host.answerTime(6200));
  if (host.broken) return true;
  if (host.state.notes.lastDeckAt < sent) return false;
  await host.next(what, REPEATED);
  return true;
}

export const RESEND_SCENARIOS: readonly DurakScenario[] = [
  scenario(
    'resend',
    'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
    COVERED,
    tryResend,
  ),
  scenario('stale-ack', 'an acknowledgement that no packet waits for is dropped', [STALE_ACK], tryStaleAck),
];
