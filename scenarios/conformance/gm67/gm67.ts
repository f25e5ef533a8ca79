/** The GM67 conformance suite: every requirement of the wire page, asked of a scanner module on one serial line. */
import type { CommandBody } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { parameters, requirements } from '../../../protocols/gm67/requirements';
import { millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Suite } from '../../suite';
import { scaledTime } from '../../time-limit';
import { unacknowledged } from './acknowledgement';
import { wrongChecksums } from './checksums';
import { readOf } from './command-bodies';
import { commandScenarios } from './commands';
import { dataScenarios } from './codes';
import { halfFrames } from './half-frames';
import { GmHost } from './host';
import { wrongLengths } from './lengths';
import { noise } from './noise';
import { parameterScenarios } from './parameters';
import { repeatScenarios } from './repeats';

const TRIES = 6;

const QUESTIONS: readonly CommandBody[] = [
  { type: 'revision' },
  readOf(PARAMETER.trigger),
  { type: 'enable' },
];

/** Anything in answer to a harmless command. A silent scanner is woken. */
async function probe(bench: Bench): Promise<string | undefined> {
  const host = new GmHost(bench);
  // The first questions go to the scanner as it is: it may be awake.
  for (let n = 0; n < TRIES; n++)
    if (await host.isAlive(QUESTIONS[n % QUESTIONS.length] ?? { type: 'revision' }, n >= QUESTIONS.length))
      return undefined;
  return `the scanner answered none of ${TRIES} commands: is it powered, set to UART, is RX wired to TX, is the baud rate right?`;
}

export const gm67Suite: Suite = {
  id: 'gm67',
  title: 'GM67: barcode scanner module, SSI commands and decoded data',
  links: [{ name: 'main', baud: 9600 }],
  requirements,
  parameters,
  scenarios: [
    ...commandScenarios,
    wrongChecksums,
    halfFrames,
    wrongLengths,
    noise,
    ...parameterScenarios,
    ...repeatScenarios,
    ...dataScenarios,
    unacknowledged,
  ],
  // A longer pause may split a frame.
  stallLimit: ({ interByteMs }) => millis(Number(interByteMs) / 4),
  usualTime: ({ interByteMs, idleResetMs, baud }) =>
    scaledTime(190, [Number(interByteMs) / 200, Number(idleResetMs) / 1000, 9600 / Number(baud)]),
  probe,
};
