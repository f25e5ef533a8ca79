/** Durak: which packets are sent again, when, and until when. */
import { ETX, GS, LF, SYN } from '../../../protocols/durak/packet';
import { after, micros, millis } from '../../../protocols/time';
import { Game, MALFORMED } from './game';
import { chooser, LATE, type DurakHost } from './host';
import { chooseMove, playUntil } from './opponent';
import { durakScenario } from './scenario';

/** By then a packet has come again, late or not. */
const REPEAT_TIMEOUT = micros(3_500_000 + LATE);
/** In this time an acknowledged packet must not come again. */
const WATCH = millis(7500);

const COVERED = ['DRK-LK-07', 'DRK-LK-08'];

const resend = durakScenario(
  {
    id: 'durak/resend',
    title: 'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
    covers: COVERED,
    needs: ['reset'],
  },
  async (host, bench) => {
    if (!(await startAndRepeat(host, 5)))
      return host.reportUnjudged(COVERED, 'no hello came after the start, or it is not sent again');
    const dealt = await dealAfterRepeats(host);
    if (!dealt) return host.reportUnjudged(COVERED, 'no deal came');
    await awaitRepeats(host, 'its deal', bench.exhaustive ? 5 : 1);
    const game = await Game.fromBoardDeal(host);
    if (game !== undefined) await tryMoveRepeats(game);
    host.reportUnjudged(COVERED, 'the board made no move');
  },
);

/** Waits for its hello, and lets it come `times` more. */
async function startAndRepeat(host: DurakHost, times: number): Promise<boolean> {
  await host.powerCycle();
  return (await host.awaitHello()) !== undefined && awaitRepeats(host, 'its hello', times);
}

/** The deal after a hello that was repeated. Three late ones decide on a real board, so that a late one is asked for again. */
async function dealAfterRepeats(host: DurakHost): Promise<boolean> {
  let dealt = await host.awaitDeal();
  for (let left = 2; left > 0 && isDealOpen(host); left--) {
    if (!(await startAndRepeat(host, 1))) return false;
    dealt = await host.awaitDeal();
  }
  return dealt !== undefined;
}

function isDealOpen({ bench }: DurakHost): boolean {
  return bench.standings().get('DRK-HS-05')?.verdict === 'inconclusive';
}

/** Does not acknowledge, so that the packet comes `times` more. Tries again where this host was too busy to time one. */
async function awaitRepeats(host: DurakHost, what: string, times: number): Promise<boolean> {
  for (let n = 1; n <= times; n++) {
    host.describe(`${what}, not acknowledged, time ${n}`);
    const again = await host.retryVague(() => host.next(after(host.now(), REPEAT_TIMEOUT)));
    if (again === undefined || host.broken !== undefined) return false;
  }
  return true;
}

/** The board repeats its first move until it is acknowledged, and not after that. */
async function tryMoveRepeats(game: Game): Promise<void> {
  const { host } = game;
  if ((await game.awaitMove({ acknowledge: false })) === undefined) return;
  await awaitRepeats(host, 'its move', host.bench.exhaustive ? 5 : 2);
  host.describe('a packet of an unknown type while its move is unacknowledged');
  await host.send(Uint8Array.of(SYN, 0x39, GS, ETX, LF));
  await host.next(after(host.now(), REPEAT_TIMEOUT));
  await host.ack();
  host.describe('its move, acknowledged');
  await host.listen(WATCH);
}

const STALE_ACK = 'DRK-LK-09';
const ABSENT = 'no move was made at the buttons that could be left unacknowledged';

const staleAck = durakScenario(
  {
    id: 'durak/stale-ack',
    title: 'an acknowledgement that no packet waits for is dropped',
    covers: [STALE_ACK],
    needs: ['reset'],
  },
  async (host) => {
    await tryAckBeforeHello(host);
    await tryAckBeforeMove(host);
    await tryMoveAsAck(host);
    host.reportUnjudged(
      [STALE_ACK],
      host.broken === 'malformed' ? MALFORMED : 'no packet could be left unacknowledged',
    );
  },
);

async function tryAckBeforeHello(host: DurakHost): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await host.powerCycle();
    await host.listen(millis(host.bench.exhaustive ? 60 : 80));
    if (host.waiting !== undefined) continue;
    await host.ack();
    host.describe('an acknowledgement before its hello');
    if ((await host.awaitHello()) === undefined) return;
    await host.next(after(host.now(), REPEAT_TIMEOUT));
    return;
  }
}

/** Sends an acknowledgement between the board's acknowledgement of our move and its own move. */
async function tryAckBeforeMove(host: DurakHost): Promise<void> {
  const choose = chooser(host);
  for (let n = 0; n < 3; n++) {
    const game = await Game.dealAsHost(host, choose);
    const move = game && chooseMove(game, 'any', choose);
    if (game === undefined || move === undefined || !(await game.sendMove(move))) return;
    await host.ack();
    const sent = host.now();
    if ((await game.awaitMove({ acknowledge: false })) === undefined) return noteAbsence(game);
    // A move that was on its way already is acknowledged by it.
    if (game.turnEndedAt < sent) continue;
    host.describe('an acknowledgement after ours was acknowledged, before its move');
    await host.next(after(host.now(), REPEAT_TIMEOUT));
    return;
  }
}

/** Our legal move acknowledges the board's move, which we did not acknowledge. */
async function tryMoveAsAck(host: DurakHost): Promise<void> {
  const choose = chooser(host);
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined || !(await playUntil(game, 'any', choose, () => game.boardsTurn))) return;
  const move = await game.awaitMove({ acknowledge: false });
  const answer = chooseMove(game, 'any', choose);
  if (move === undefined) return noteAbsence(game);
  if (answer === undefined || !(await game.sendMove(answer))) return;
  host.describe('its move answered by ours without an acknowledgement');
  game.askForMove();
  const end = after(host.now(), micros(Math.max(8_000_000, host.auto ? 0 : host.maxMoveTime)));
  const seen = await host.acknowledgeAll(end, host.auto ? 4 : 1);
  if (seen.length === 0 && !host.auto) host.bench.inconclusive(STALE_ACK, ABSENT);
}

function noteAbsence({ host, operatorAbsent }: Game): void {
  if (operatorAbsent) host.bench.inconclusive(STALE_ACK, ABSENT);
}

export const resendScenarios = [resend, staleAck];
