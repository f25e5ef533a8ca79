/** The TTT conformance suite: the harness is up to three players of a game server. */
import { TTT_PARAMETERS, TTT_REQUIREMENTS } from '../../../protocols/ttt/requirements';
import { after, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Suite } from '../../suite';
import { scaledTime } from '../../time-limit';
import { TttHost } from './host';
import { datagramScenarios } from './datagrams';
import { enduranceScenarios } from './endurance';
import { joiningScenarios } from './joining';
import { machineScenarios } from './machine-rounds';
import { messageScenarios } from './messages';
import { roundScenarios } from './player-rounds';
import { streams } from './streams';
import { timing } from './timing';
import { playerRxText } from './descriptions';

/** What comes on other links is as late as this even on an idle machine. */
const LEAST_SETTLING_MS = 20;

/** Whether a player who joins is answered. */
async function probe(bench: Bench): Promise<string | undefined> {
  const host = new TttHost(bench);
  const first = await firstAnswer(host);
  if (first === undefined || !first.full) return first?.trouble;
  // Somebody else is seated: a restart frees the seats.
  if (!(await bench.reset())) return first.trouble;
  return (await firstAnswer(host))?.trouble;
}

async function firstAnswer(host: TttHost): Promise<{ full: boolean; trouble: string } | undefined> {
  const [name = 'a'] = host.names;
  await host.leaveAll();
  const player = host.player(name);
  await player.join();
  const rx = await player.receive(after(host.bench.now(), host.answerTimeout));
  await host.release();
  if (rx?.kind === 'garbled') return undefined;
  if (rx?.kind === 'message' && rx.message.kind !== 'full') return undefined;
  if (rx?.kind === 'message')
    return {
      full: true,
      trouble: 'the game is full before anybody here has joined: free its seats, or give a --reset recipe',
    };
  const silent = `a player who joins receives ${rx === undefined ? 'nothing' : playerRxText(rx)}`;
  const why = rx?.kind === 'closed' ? rx.reason : 'is the server running, is it the right port?';
  return { full: false, trouble: `${silent}: ${why}` };
}

const PLAYERS = ['a', 'b', 'c'] as const;

export const tttSuite: Suite = {
  id: 'ttt',
  title: 'TTT: tic-tac-toe game server',
  links: PLAYERS.map((name) => ({ name, baud: 115_200, onDemand: true })),
  requirements: TTT_REQUIREMENTS,
  parameters: TTT_PARAMETERS,
  scenarios: [
    ...joiningScenarios,
    ...messageScenarios,
    ...datagramScenarios,
    ...roundScenarios,
    ...machineScenarios,
    streams,
    ...enduranceScenarios,
    timing,
  ],
  // A longer stall may reorder input on two links.
  stallLimit: ({ settleMs }) => millis(Math.max(LEAST_SETTLING_MS, Number(settleMs))),
  usualTime: ({ settleMs }) => scaledTime(130, [Number(settleMs) / 50]),
  probe,
};
