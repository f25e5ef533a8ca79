/** The Durak conformance suite: the harness takes the place of the second board. */
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { after, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Suite } from '../../suite';
import { applied } from './applied-moves';
import { games } from './games';
import { handshakeScenarios } from './handshake';
import { DurakHost, HELLO } from './host';
import { illegal } from './illegal-moves';
import { linkScenarios } from './link';
import { resendScenarios } from './resend';

/** Any packet or acknowledgement at all: in answer to hellos, or of the board's own. */
async function probe(bench: Bench): Promise<string | undefined> {
  const host = new DurakHost(bench);
  const tries = 5;
  for (let n = 0; n < tries; n++) {
    const sent = await host.channel.sendBytes(HELLO);
    if ((await host.channel.next(after(sent.notAfter, millis(2000)))) !== undefined) return undefined;
  }
  return `the board acknowledged none of ${tries} hellos: is it powered, is RX wired to TX, is the baud rate right?`;
}

export const durakSuite: Suite = {
  id: 'durak',
  title: 'Durak: two-player card game between two boards',
  links: [{ name: 'main', baud: 115_200 }],
  requirements: DURAK_REQUIREMENTS,
  parameters: DURAK_PARAMETERS,
  scenarios: [...handshakeScenarios, ...linkScenarios, ...resendScenarios, games, illegal, applied],
  // A packet that is acknowledged so late is said again.
  stallLimit: ({ ackMs }) => millis(Number(ackMs) / 4),
  probe,
};
