/** The Durak conformance suite: the harness takes the place of the second board. */
import { packets } from '../../../protocols/durak/durak';
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { after, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Suite } from '../../suite';
import { scaledTime } from '../../time-limit';
import { acknowledgementScenarios } from './acknowledgement';
import { applied } from './applied-moves';
import { games } from './games';
import { handshakeScenarios } from './handshake';
import { HELLO } from './host';
import { illegal } from './illegal-moves';
import { lines } from './lines';
import { resendScenarios } from './resend';

/** Any packet or acknowledgement, in answer to a hello or of the board's own accord. */
async function probe(bench: Bench): Promise<string | undefined> {
  const codec = packets();
  const channel = bench.channel('main', codec, codec);
  const tries = 5;
  for (let n = 0; n < tries; n++) {
    const sent = await channel.sendBytes(HELLO);
    if ((await channel.next(after(sent.notAfter, millis(2000)))) !== undefined) return undefined;
  }
  return `the board acknowledged none of ${tries} hellos: is it powered, is RX wired to TX, is the baud rate right?`;
}

export const durakSuite: Suite = {
  id: 'durak',
  title: 'Durak: two-player card game between two boards',
  links: [{ name: 'main', baud: 115_200 }],
  requirements: DURAK_REQUIREMENTS,
  parameters: DURAK_PARAMETERS,
  scenarios: [
    ...handshakeScenarios,
    ...acknowledgementScenarios,
    lines,
    ...resendScenarios,
    games,
    illegal,
    applied,
  ],
  // A packet that is acknowledged later is sent again.
  stallLimit: ({ ackMs }) => millis(Number(ackMs) / 4),
  usualTime: ({ ackMs, baud, moves }) =>
    moves === 'operator' ? undefined : scaledTime(510, [Number(ackMs) / 3000, 115_200 / Number(baud)]),
  probe,
};
