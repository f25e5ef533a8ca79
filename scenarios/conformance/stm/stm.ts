/** The STM conformance suite: every requirement of the wire page, asked of a board on one serial line. */
import { millis } from '../../../protocols/time';
import { parameters, requirements } from '../../../protocols/stm/requirements';
import type { Bench } from '../../bench/bench';
import type { Suite } from '../../suite';
import { scaledTime } from '../../time-limit';
import { beginnings } from './new-game';
import { checksums } from './checksums';
import { contentScenarios } from './content';
import { badData, unknownCommand } from './bad-headers';
import { ended } from './after-game';
import { over } from './game-over';
import { halfFrames } from './half-frames';
import { StmHost } from './host';
import { linkScenarios } from './link';
import { noise } from './noise';
import { SET_STATE, START } from './requests';
import { selections } from './selections';
import { shuffles } from './shuffles';
import { slowBytes } from './slow-bytes';
import { wholeGames } from './whole-games';
import { won } from './win';

/** Any frame at all in answer to Set State (which begins no game) or Start. */
const PROBES = [SET_STATE, START, SET_STATE, START];

async function probe(bench: Bench): Promise<string | undefined> {
  if (await new StmHost(bench).isAlive(PROBES)) return undefined;
  return `the board answered none of ${PROBES.length} requests: is it powered, is RX wired to TX, is the baud rate right?`;
}

export const stmSuite: Suite = {
  id: 'stm',
  title: 'STM: mahjong-solitaire logic, CMD/DATA/XOR frames',
  links: [{ name: 'main', baud: 115_200 }],
  requirements,
  parameters,
  scenarios: [
    ...linkScenarios,
    checksums,
    halfFrames,
    slowBytes,
    unknownCommand,
    badData,
    noise,
    ...contentScenarios,
    ...beginnings,
    ...shuffles,
    ...selections,
    won,
    over,
    ended,
    ...wholeGames,
  ],
  // A longer pause splits a frame in two.
  stallLimit: ({ idleGapMs }) => millis(0.4 * Number(idleGapMs)),
  usualTime: ({ idleGapMs, baud }) => scaledTime(180, [Number(idleGapMs) / 50, 115_200 / Number(baud)]),
  probe,
};
