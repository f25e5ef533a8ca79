/** GM67: in packet mode a code that the host does not acknowledge is sent again (GM-DT-04). */
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { micros } from '../../../protocols/time';
import { range } from '../range';
import { untilFailed } from '../until-failed';
import { readOf } from './command-bodies';
import { codeOf, DataHost } from './data-host';
import type { CommandBody } from '../../../protocols/gm67/message';
import { gmScenario } from './scenario';

const ID = 'GM-DT-04';
/** Payload bytes of a frame that takes half a second. */
const LONG = 500;

export const unacknowledged = gmScenario(
  {
    id: 'gm67/unacknowledged',
    title: 'a code that is not acknowledged is sent again, at its time, as often as it may',
    covers: [ID],
    needs: ['stimulus'],
  },
  async (scanner, bench) => {
    const host = await DataHost.create(scanner, { packet: true });
    const nak: CommandBody = { type: 'nak', cause: 1 };
    const meanwhile: readonly (CommandBody | undefined)[] = [
      ...(bench.exhaustive ? [undefined] : []),
      nak,
      readOf(scanner.profile.testParameter().number),
    ];
    for (const round of range(0, bench.exhaustive ? 2 : 0))
      for (const [n, body] of untilFailed(bench, ID, meanwhile.entries()))
        await checkRetries(host, codeOf(`${round} ${n} unacknowledged`), body);
    for (const tries of untilFailed(bench, ID, range(0, bench.number('dataRetries'))))
      await checkAcknowledged(host, tries);
    // A code that takes longer than the tolerance: the time runs from its last byte.
    if (!bench.failedEnough(ID)) await checkRetries(host, new Uint8Array(LONG).fill(0x41), undefined);
    await scanner.prepareValue(PARAMETER.packet, 0);
  },
);

/** Tries all repetitions of a code that is never acknowledged. `meanwhile`: what the host sends after each try. */
async function checkRetries(
  host: DataHost,
  code: Uint8Array,
  meanwhile: CommandBody | undefined,
): Promise<void> {
  const { scanner } = host;
  if (!(await host.read(ID, code, 'not acknowledged'))) return scanner.drain();
  while (scanner.isCodeOpen) {
    if (meanwhile !== undefined) {
      await scanner.quiet(micros(0.25 * scanner.bench.number('dataAckMs') * 1000));
      await scanner.ask(meanwhile, 'while a code is not acknowledged');
    }
    if (!(await scanner.awaitNextTry('not acknowledged'))) return scanner.drain();
  }
}

/** Acknowledges a code after some tries: it is not sent again, and ACK is not answered. */
async function checkAcknowledged(host: DataHost, tries: number): Promise<void> {
  const { scanner } = host;
  const what = `acknowledged after ${tries} repetitions`;
  if (!(await host.read(ID, codeOf(`acked ${tries}`), what))) return scanner.drain();
  for (let n = 0; n < tries; n++) if (!(await scanner.awaitNextTry(what))) return scanner.drain();
  await host.acknowledge();
  const longest = 1.4 * scanner.bench.number('dataAckMs') * 1000;
  if (!(await scanner.quiet(micros(longest), what))) return scanner.drain();
}
