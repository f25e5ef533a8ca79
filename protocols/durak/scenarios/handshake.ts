/** Who is player 1; what a board sends after a start, and how often; what comes at a time when none of it is due. */
import { dice, listen, millis, type FuzzStep } from '../../../api/index';
import { anyDeal, ackDue, HELLO, nearDeals, NO_GAP, recipe, sendAck, strangeDeck, tx } from '../steps';
import { EOT, ETX, GS, LF, SYN } from '../wire/packet';
import { REPEATED, scenario, type DurakHost, type DurakScenario } from './host';

const WATCH = listen(millis(12_500));
/** In this time an acknowledged packet must not come again. */
const SETTLED = listen(millis(7500));
/** Comparisons of starts: five at a time. */
const COMPARED = ['DRK-HS-02', 'DRK-DL-02'];
/** The most starts, where times are not known well enough to be compared. */
const MOST_STARTS = 8;
const UNKNOWN_TYPE = Uint8Array.of(SYN, 0x39, GS, ETX, LF);
const NO_ACK = Uint8Array.of(0x41, EOT, 0x41, LF);
/** What does not acknowledge the board's packet, nor change the time at which it comes again. */
const INEFFECTIVE = [
  ['garbage, and EOT and more', NO_ACK],
  ['a packet of an unknown type', UNKNOWN_TYPE],
  ['a hello', HELLO],
] as const;

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

/** What comes too early has no effect: the board goes on as if it had not come. */
async function tryBeforeDeal(host: DurakHost): Promise<void> {
  const early = 'a deal before a role is settled';
  const asPlayer2 = [tx(HELLO), ourDeal(host), recipe('move')];
  for (const settled of [[sendAck()], asPlayer2]) {
    await host.powerCycle();
    await host.host.listen(millis(40));
    // A real board that is still starting hears nothing; one that has sent its hello does.
    await host.greet(early, ourDeal(host).bytes, millis(600));
    if (!(await host.awaitHello())) continue;
    await host.play(`${early}, after its hello`, ourDeal(host));
    await host.next(`its hello again, after ${early}`, REPEATED);
    await host.play(`its role settled, after ${early}`, ...settled);
  }
  if (!(await host.greetFirst())) return;
  const decks = [strangeDeck(host.dice), ...nearDeals(host.dice)].map((deck) => tx(deck));
  await host.play('decks that are no deal', ...decks, listen(host.answerTime(500)), ackDue());
  await host.play('the deal after them, and a move', ourDeal(host), recipe('move'));
}

/** So has what comes too late. */
async function tryAfterHandshake(host: DurakHost): Promise<void> {
  await tryBeforeDeal(host);
  const late = 'a hello or a deal on our turn';
  for (const [player, what, onItsTurn] of [
    [2, tx(HELLO), HELLO],
    [1, tx(HELLO), HELLO],
    [2, ourDeal(host), UNKNOWN_TYPE],
  ] as const)
    if (await host.begin(player)) {
      await host.play(late, what, listen(host.answerTime(500)), ackDue());
      await host.play(`our move after ${late}`, recipe('move'), tx(onItsTurn, NO_GAP));
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
  for (const [what, bytes] of INEFFECTIVE) {
    await host.play(`${what} while its move is unacknowledged`, listen(millis(1500)), tx(bytes));
    await host.next(`its move again, after ${what}`, REPEATED);
  }
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
    'garbage and an acknowledgement before its hello',
    listen(millis(60)),
    tx(NO_ACK),
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
    // It has sent its hello twice or more. A late acknowledgement does not change the role.
    [listen(REPEATED), tx(HELLO), sendAck(), SETTLED, DEAL],
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
