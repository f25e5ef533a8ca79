/** Durak: which packets are sent again, when, and until when. */
import { after, micros, millis } from '../../../api/index';
import { ETX, GS, LF, SYN } from '../wire/packet';
import { chooseMove, Game, playUntil } from './game';
import { REPEATED, scenario, type DurakHost, type DurakScenario } from './host';

/** In this time an acknowledged packet must not come again. */
const WATCH = millis(7500);

const COVERED = ['DRK-LK-07', 'DRK-LK-08'];

const resend = scenario(
  {
    id: 'resend',
    title: 'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
    covers: COVERED,
    needs: ['reset'],
  },
  async (host) => {
    const { bench } = host;
    if (!(await startAndRepeat(host, 5)))
      return host.reportUnjudged(COVERED, 'no hello came after the start, or it is not sent again');
    const dealt = await dealAfterRepeats(host);
    if (!dealt) return host.reportUnjudged(COVERED, 'no deal came');
    await awaitRepeats(host, 'its deal', bench.exhaustive ? 5 : 1);
    await host.ack();
    const game = Game.begun(host, 1);
    if (game !== undefined) await tryMoveRepeats(game);
    host.reportUnjudged(COVERED, 'the board made no move');
  },
);

/** Waits for its hello, and lets it come `times` more. */
async function startAndRepeat(host: DurakHost, times: number): Promise<boolean> {
  return (await host.start()) && awaitRepeats(host, 'its hello', times);
}

/** The deal after a hello that was repeated. Three late ones decide on a real board, so that a late one is asked for again. */
function dealAfterRepeats(host: DurakHost): Promise<boolean> {
  let isFirst = true;
  return host.retry(async () => {
    const isThere = isFirst || (await startAndRepeat(host, 1));
    isFirst = false;
    return isThere && host.awaitDeal();
  });
}

/** Does not acknowledge, so that the packet comes `times` more. Tries again where this host was too busy to time one. */
async function awaitRepeats(host: DurakHost, what: string, times: number): Promise<boolean> {
  for (let n = 1; n <= times; n++) {
    host.describe(`${what}, not acknowledged, time ${n}`);
    if (!(await host.retry(() => host.next(REPEATED))) || host.broken) return false;
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
  await host.next(REPEATED);
  await host.ack();
  host.describe('its move, acknowledged');
  await host.listen(WATCH);
}

const STALE_ACK = 'DRK-LK-09';
const ABSENT = 'no move was made at the buttons that could be left unacknowledged';

const staleAck = scenario(
  {
    id: 'stale-ack',
    title: 'an acknowledgement that no packet waits for is dropped',
    covers: [STALE_ACK],
    needs: ['reset'],
  },
  async (host) => {
    await tryAckBeforeHello(host);
    await tryAckBeforeMove(host);
    await tryMoveAsAck(host);
    host.reportUnjudged([STALE_ACK], 'no packet could be left unacknowledged');
  },
);

async function tryAckBeforeHello(host: DurakHost): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await host.powerCycle();
    await host.listen(millis(host.bench.exhaustive ? 60 : 80));
    if (host.waiting !== undefined) continue;
    await host.ack();
    host.describe('an acknowledgement before its hello');
    if (!(await host.awaitHello())) return;
    await host.next(REPEATED);
    return;
  }
}

/** Sends an acknowledgement between the board's acknowledgement of our move and its own move. */
async function tryAckBeforeMove(host: DurakHost): Promise<void> {
  for (let n = 0; n < 3; n++) {
    const game = await Game.dealAsHost(host);
    const move = game && chooseMove(game);
    if (game === undefined || move === undefined || !(await game.sendMove(move))) return;
    await host.ack();
    const sent = host.now();
    if ((await game.awaitMove({ acknowledge: false })) === undefined) return noteAbsence(game);
    // A move that was on its way already is acknowledged by it.
    if (host.state.notes.lastDeckAt < sent) continue;
    host.describe('an acknowledgement after ours was acknowledged, before its move');
    await host.next(REPEATED);
    return;
  }
}

/** Our legal move acknowledges the board's move, which we did not acknowledge. */
async function tryMoveAsAck(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host);
  if (game === undefined || !(await playUntil(game, 'any', () => game.boardsTurn))) return;
  const move = await game.awaitMove({ acknowledge: false });
  const answer = chooseMove(game);
  if (move === undefined) return noteAbsence(game);
  if (answer === undefined || !(await game.sendMove(answer))) return;
  host.describe('its move answered by ours without an acknowledgement');
  game.askForMove();
  const end = after(host.now(), micros(Math.max(8_000_000, host.auto ? 0 : host.maxMoveTime)));
  const seen = await host.acknowledgeAll(micros(end - host.now()), host.auto ? 4 : 1);
  if (seen === 0 && !host.auto) host.bench.inconclusive(STALE_ACK, ABSENT);
}

function noteAbsence({ host, operatorAbsent }: Game): void {
  if (operatorAbsent) host.bench.inconclusive(STALE_ACK, ABSENT);
}

export const RESEND_SCENARIOS: readonly DurakScenario[] = [resend, staleAck];
