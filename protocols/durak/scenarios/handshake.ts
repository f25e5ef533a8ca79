/** Who is player 1; what a board sends after a start, and how often; what comes at a time when none of it is due. */
import { dice, listen, millis, type FuzzStep } from '../../../api/index';
import { anyDeal, ackDue, HELLO, NO_GAP, recipe, sendAck, strangeDeck, tx } from '../steps';
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

function ourDeal(host: DurakHost) {
  return tx(anyDeal(host.dice));
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

/** What comes too early or too late has no effect: the board goes on as if it had not come. */
async function tryAfterHandshake(host: DurakHost): Promise<void> {
  const answered = listen(host.answerTime(500));
  await host.powerCycle();
  await host.host.listen(millis(40));
  const early = 'a deal before a role is settled';
  if ((await host.greet(early, ourDeal(host).bytes, millis(600))) && (await host.awaitHello()))
    await host.play(`its hello, acknowledged, after ${early}`, sendAck());
  if (await host.greetFirst()) {
    await host.play(
      'a deck that is no deal, before the deal',
      tx(strangeDeck(host.dice)),
      answered,
      ackDue(),
    );
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
  await host.powerCycle();
  await host.play(
    'an acknowledgement before its hello',
    listen(millis(60)),
    sendAck(),
    listen(millis(17_000)),
  );
  if (await host.begin()) {
    const what = 'an acknowledgement before its move';
    await host.play(what, recipe('move'), sendAck(millis(20)));
    await host.next(what, REPEATED);
  }
  // Our legal move acknowledges the board's move, which we did not acknowledge.
  if (!(await host.begin())) return;
  for (const what of ['our move', 'its move answered by ours without an acknowledgement'])
    await host.play(what, recipe('move'));
  await host.play('its next move, acknowledged', ackDue(), SETTLED);
}

/** Each of these is played after the board's hello, or right after ours was acknowledged. */
function roleScenario(
  id: string,
  title: string,
  clause: string,
  begins: 'start' | 'greetFirst',
  ...plays: readonly (readonly FuzzStep[])[]
): DurakScenario {
  return scenario(id, title, [clause], async (host) => {
    for (const steps of plays) if (await host[begins]()) await host.play(title, ...steps);
  });
}

/** A deal that a player 2 takes for one. */
const DEAL = tx(anyDeal(dice(1)));

export const HANDSHAKE_SCENARIOS: readonly DurakScenario[] = [
  scenario(
    'starts',
    'a board that receives nothing sends a hello, and deals when it is acknowledged',
    ['DRK-HS-01', 'DRK-HS-02', 'DRK-HS-05', 'DRK-DL-01', 'DRK-DL-02'],
    tryStarts,
  ),
  roleScenario('player-one', 'a board whose hello is acknowledged is player 1', 'DRK-HS-04', 'start', [
    ...[sendAck(), ackDue(), ackDue()],
    WATCH,
  ]),
  roleScenario('hello-first', 'a board that receives a hello first is player 2', 'DRK-HS-03', 'greetFirst', [
    WATCH,
  ]),
  roleScenario(
    'crossing',
    'when hellos cross, the packet that the board receives first decides',
    'DRK-HS-06',
    'start',
    [tx(HELLO), WATCH, DEAL],
    // A late acknowledgement does not change the role.
    [tx(HELLO), sendAck(), SETTLED, DEAL],
    [sendAck(), tx(HELLO, NO_GAP)],
  ),
  scenario(
    'after-handshake',
    'hellos and deals that come too late or too early change nothing',
    ['DRK-HS-07'],
    tryAfterHandshake,
  ),
  scenario(
    'resend',
    'a packet that is not acknowledged is sent again, byte for byte; one that is, is not',
    ['DRK-LK-07', 'DRK-LK-08'],
    tryResend,
  ),
  scenario('stale-ack', 'an acknowledgement that no packet waits for is dropped', ['DRK-LK-09'], tryStaleAck),
];
