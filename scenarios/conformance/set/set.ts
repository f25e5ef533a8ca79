/** The Set conformance suite: every requirement of the wire page, asked of a board with a scanner link and a console. */
import { parameters, requirements } from '../../../protocols/set/requirements';
import { LINKS } from '../../../protocols/set/set';
import { millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Suite } from '../../suite';
import { scaledTime } from '../../time-limit';
import { cardScenarios } from './cards';
import { SetHost } from './host';
import { idle } from './idle';
import { linkScenarios } from './framing';
import { sizeScenarios } from './frame-lengths';
import { solvingScenarios } from './solving';

const TRIES = 6;

/** Any line in answer to a frame. */
async function probe(bench: Bench): Promise<string | undefined> {
  const host = new SetHost(bench);
  for (let n = 0; n < TRIES; n++) if (await host.isAnswered(n)) return undefined;
  return `the console said nothing to ${TRIES} frames on the scanner link: is the board powered, are both links wired, are the baud rates right?`;
}

export const setSuite: Suite = {
  id: 'set',
  title: 'Set: solver firmware with a barcode scanner and a console',
  links: [
    { name: 'scanner', baud: LINKS.scanner.baud },
    { name: 'console', baud: LINKS.console.baud },
  ],
  requirements,
  parameters,
  scenarios: [...linkScenarios, idle, ...sizeScenarios, ...cardScenarios, ...solvingScenarios],
  // A longer pause splits a frame in two.
  stallLimit: ({ idleResetMs }) => millis(Number(idleResetMs) / 4),
  usualTime: ({ idleResetMs }) => scaledTime(170, [Number(idleResetMs) / 1000]),
  probe,
};
