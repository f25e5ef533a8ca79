/** Which packets are acknowledged, after any other bytes; and lines that are cut, slow, over-long or never end. */
import { listen, millis } from '../../../api/index';
import { BROKEN_HELLOS } from '../cases';
import { ACK, ackDue, HELLO, longLine, tx } from '../steps';
import { MALFORMATIONS } from '../wire/malformations';
import { scenario, tryCase, type DurakHost, type DurakScenario, type Tried } from './host';

/** Tries these at a board that is player 2 before the deal, if it can be reset. After each no acknowledgement comes by itself. */
function idleScenario(
  id: string,
  title: string,
  covers: readonly string[],
  all: readonly Tried[],
  then?: (host: DurakHost) => Promise<void>,
): DurakScenario {
  const run = async (host: DurakHost): Promise<void> => {
    const { bench } = host;
    await host.makeIdle();
    // One that comes later is a second one of what is sent next.
    const refusal = listen(millis(bench.exhaustive ? host.host.p.ackMs + 500 : 700));
    for (const [name, virtual, real] of all)
      for (let n = 0; n < (bench.exhaustive ? virtual : real); n++)
        if (!covers.every((clause) => bench.failedEnough(clause)))
          await tryCase(host, name, n, refusal, tx(HELLO));
    if (host.host.canReset) await then?.(host);
  };
  const { needs: _, ...anywhere } = scenario(id, title, covers, run);
  return anywhere;
}

/** An acknowledgement after garbage counts: the board does not send its hello again. */
async function tryGarbageBeforeAck(host: DurakHost): Promise<void> {
  await host.powerCycle();
  if (!(await host.awaitHello())) return;
  const what = 'its hello acknowledged by 04 0A after three bytes of garbage';
  await host.play(what, tx(Uint8Array.of(0x41, 0x42, 0x43, ...ACK)), listen(millis(4000)), ackDue());
}

/** So it does after an over-long line that has no end, and the time of one. */
async function tryOverlongBeforeAck(host: DurakHost): Promise<void> {
  await host.powerCycle();
  if (!(await host.awaitHello())) return;
  const what = 'its hello acknowledged after an over-long line that does not end';
  await host.play(what, tx(longLine(3000)), listen(millis(3700)), ackDue(), listen(millis(4000)), ackDue());
}

export const LINE_SCENARIOS: readonly DurakScenario[] = [
  idleScenario(
    'acks',
    'a packet is acknowledged once, and an acknowledgement never',
    ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-03', 'DRK-LK-04'],
    [
      ['hello', 20, 6],
      ['acknowledgement', 5, 5],
      ['deal', 8, 3],
    ],
  ),
  idleScenario(
    'garbage',
    'what stands before SYN or EOT is cleared, however much',
    ['DRK-LK-05'],
    [['garbage before a packet', 54, 18]],
    tryGarbageBeforeAck,
  ),
  idleScenario(
    'malformed',
    'a malformed packet is not acknowledged',
    ['DRK-LK-06'],
    [
      ['packet wrong in one way', MALFORMATIONS.length, MALFORMATIONS.length],
      ['hello wrong in one byte', 2 * BROKEN_HELLOS, BROKEN_HELLOS],
    ],
  ),
  idleScenario(
    'lines',
    'lines that are cut, slow, over-long or never end',
    ['DRK-LK-10', 'DRK-LK-11', 'DRK-LK-12', 'DRK-LK-13'],
    [
      ['packet cut by a SYN', 8, 4],
      ['long line cut by a SYN', 4, 2],
      ['packet in parts', 12, 6],
      ['packet a byte at a time', 3, 3],
      ['long line', 12, 6],
      ['line of more than 64 KiB', 2, 2],
    ],
    tryOverlongBeforeAck,
  ),
];
