/** The Chinese Ten conformance suite: every requirement of the wire page, asked of a program at its console. */
import {
  CHINESE_TEN_PARAMETERS,
  CHINESE_TEN_REQUIREMENTS,
} from '../../../protocols/chinese-ten/requirements';
import { millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Suite } from '../../suite';
import { scaledTime } from '../../time-limit';
import { endOfFile } from './end-of-file';
import { gameScenarios } from './games';
import { leaveAtMenu } from './main-menu';
import { TenHost } from './host';
import { everyByte } from './invalid-keys';
import { setupScenarios } from './setup';
import { typingScenarios } from './typing';

/** Any prompt: the main menu, or one of a game that goes on. */
async function probe(bench: Bench): Promise<string | undefined> {
  const host = new TenHost(bench);
  await host.boot();
  if (host.prompt === undefined) await host.press('1');
  leaveAtMenu(host);
  if (host.prompt !== undefined) return undefined;
  return `${host.noMenu()}: is it the right program, does it run, is the baud rate right?`;
}

export const chineseTenSuite: Suite = {
  id: 'chinese-ten',
  title: 'Chinese Ten: a card game on a terminal',
  links: [{ name: 'main', baud: 115_200 }],
  requirements: CHINESE_TEN_REQUIREMENTS,
  parameters: CHINESE_TEN_PARAMETERS,
  scenarios: [...gameScenarios, ...setupScenarios, ...typingScenarios, endOfFile, everyByte],
  // Less than the timeout of a prompt: shorter stalls may hide whether a key came before it.
  stallLimit: ({ patienceMs }) => millis(Number(patienceMs) / 30),
  usualTime: ({ patienceMs }) => scaledTime(760, [Number(patienceMs) / 6000]),
  probe,
};
