/** Which packets are sent again, when, and until when; and acknowledgements that no packet waits for. */
import { after, micros, millis } from '../../../api/index';
import { ETX, GS, LF, SYN } from '../wire/packet';
import { Game, moving } from './game';
import { REPEATED, scenario, type DurakHost, type DurakScenario } from './host';

/** In this time an acknowledged packet must not come again. */
const WATCH = millis(7500);
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
    return isThere && host.awaitDeal();
  });
  if (!isDealt) return host.reportUnjudged(COVERED, 'no deal came');
  await awaitRepeats(host, 'its deal', exhaustive ? 5 : 1);
  await host.ack();
  // The board repeats its first move until it is acknowledged, and not after that.
  if ((await Game.begun(host, 1)?.awaitMove({ acknowledge: false })) !== undefined) {
    await awaitRepeats(host, 'its move', exhaustive ? 5 : 2);
    host.describe('a packet of an unknown type while its move is unacknowledged');
    await host.send(Uint8Array.of(SYN, 0x39, GS, ETX, LF));
    await host.next(REPEATED);
    await host.ack();
    await host.watch('its move, acknowledged', WATCH);
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
    host.describe(`${what}, not acknowledged, time ${n}`);
    if (!(await host.retry(() => host.next(REPEATED))) || host.broken) return false;
  }
  return true;
}

async function tryStaleAck(host: DurakHost): Promise<void> {
  for (let n = 0, isDone = false; n < 3 && !isDone; n++) isDone = await tryAckBeforeHello(host);
  for (let n = 0, isDone = false; n < 3 && !isDone; n++) isDone = await tryAckBeforeMove(host);
  await tryMoveAsAck(host);
  host.reportUnjudged([STALE_ACK], 'no packet could be left unacknowledged');
}

/** false: it had sent its hello already. */
async function tryAckBeforeHello(host: DurakHost): Promise<boolean> {
  await host.powerCycle();
  await host.listen(millis(host.bench.exhaustive ? 60 : 80));
  if (host.waiting !== undefined) return false;
  await host.ack();
  host.describe('an acknowledgement before its hello');
  if (await host.awaitHello()) await host.next(REPEATED);
  return true;
}

/** Sends an acknowledgement between the board's acknowledgement of our move and its own move. false: that was on its way already. */
async function tryAckBeforeMove(host: DurakHost): Promise<boolean> {
  const game = await Game.attack(host);
  if (game === undefined) return true;
  await host.ack();
  const sent = host.now();
  const move = await game.awaitMove({ acknowledge: false });
  if (game.operatorAbsent) host.bench.inconclusive(STALE_ACK, ABSENT);
  if (move === undefined) return true;
  if (host.state.notes.lastDeckAt < sent) return false;
  host.describe('an acknowledgement after ours was acknowledged, before its move');
  await host.next(REPEATED);
  return true;
}

/** Our legal move acknowledges the board's move, which we did not acknowledge. */
async function tryMoveAsAck(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host);
  const move = await game?.awaitOpenMove();
  if (game?.operatorAbsent === true) host.bench.inconclusive(STALE_ACK, ABSENT);
  if (game === undefined || move === undefined || !(await moving()(game))) return;
  host.describe('its move answered by ours without an acknowledgement');
  game.askForMove();
  const end = after(host.now(), micros(Math.max(8_000_000, host.auto ? 0 : host.maxMoveTime)));
  const seen = await host.acknowledgeAll(micros(end - host.now()), host.auto ? 4 : 1);
  if (seen === 0 && !host.auto) host.bench.inconclusive(STALE_ACK, ABSENT);
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
