/** TTT: a tic-tac-toe game server. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation, micros, millis, defectsOn, type ConversationHost } from '../../api/index';
import { chargeUnasked } from './blame';
import { firmwareOf, type TttSteps } from './firmware';
import { fuzzOn } from './fuzz';
import { LINKS, BYTE, namedMessages, playerSide, serverSide } from './wire';
import type { PlayerMessage, ServerMessage } from './wire';
import { parameters, type TttValues } from './game';
import { rulesOf, withoutConnection } from './rules';
import { ENDURANCE } from './scenarios/endurance';
import { MESSAGES } from './scenarios/messages';
import { ROUNDS } from './scenarios/rounds';
import { bytesOfRecipe } from './scenarios/recipes';
import { everybodyLeaves, Script } from './scenarios/script';
import { VISITS } from './scenarios/visits';
import { initialState, stateClassOf, unknownState, withRx, type TttState } from './state';
import { END_DEFECTS, ROUND_DEFECTS } from './defects/rounds';
import type { Group, TttDefect } from './defects/hooks';
import { MACHINE_DEFECTS, PLAYER_DEFECTS } from './defects/players';
import { MESSAGE_DEFECTS } from './defects/messages';

/** The bugs that the page lists: at least one for every clause. */
const GROUPS: readonly Group[] = [
  ...MESSAGE_DEFECTS,
  ...ROUND_DEFECTS,
  MACHINE_DEFECTS,
  ...PLAYER_DEFECTS,
  ...END_DEFECTS,
];

/** Each with the clause and the sentence that the page gives it. */
function tttDefects(page: string): Readonly<Record<string, TttDefect>> {
  return Object.fromEntries(
    GROUPS.flatMap(([about, changes]) =>
      Object.entries(defectsOn(page, changes)).map(([name, one]) => [name, { ...about, ...one }] as const),
    ),
  );
}

const PAGE = readFileSync(join(__dirname, 'README.md'), 'utf8');
/** What comes on other links is as late as this even on an idle machine. */
const LEAST_SETTLING_MS = 20;

export const SESSIONS = [...VISITS, ...MESSAGES, ...ROUNDS, ...ENDURANCE];
export const SESSION_PARTS = { between: everybodyLeaves, made: bytesOfRecipe };

export const ttt = conversation<PlayerMessage, ServerMessage, TttState, TttSteps, typeof parameters>({
  links: Object.fromEntries(
    LINKS.map((name) => [name, { baud: 115_200, host: playerSide, board: serverSide }]),
  ),
  carriers: ['tcp', 'udp', 'serial'],
  parameters,
  initial: ({ game }) => initialState(game),
  quiet: ({ settleMs, responseMs }) => millis(settleMs + 2 * responseMs),
  grace: micros(0),
  settle: ({ settleMs }) => millis(settleMs),
  firmware: firmwareOf,
}).protocol({
  id: 'ttt',
  title: 'TTT: tic-tac-toe game server',
  page: PAGE,
  rules: rulesOf,
  begins: (rx, state) => {
    const { table, isEarlier, untold } = state;
    const { isEnd = false, link } = rx;
    if (table === undefined) {
      const next = withRx(state, rx);
      // Nothing can come on it any more.
      return isEnd ? { state: withoutConnection(next, link), cancels: [link] } : { state: next };
    }
    if (isEarlier) return {};
    if (!isEnd || table.seats.includes(link) || untold.includes(link)) return undefined;
    return { state: withoutConnection(state, link) };
  },
  always: () => ({ clause: 'TTT-01' }),
  charge: chargeUnasked,
  unknown: unknownState,
  isKnown: ({ table }) => table !== undefined,
  essence: ({ table, untold, unknown }) => ({ table, untold, gone: unknown.gone }),
  stateClass: stateClassOf,
  runs: [{ game: 'ttt-pve' }, { game: 'ttt-pvp' }],
  defects: tttDefects(PAGE),
  scenarios: SESSIONS,
  ...SESSION_PARTS,
  fuzz: fuzzOn,
  reach,
  // A longer stall may reorder input on two links.
  stallLimit: ({ settleMs }) => millis(Math.max(LEAST_SETTLING_MS, settleMs)),
  usualTime: ({ settleMs }) => millis(130_000 * Math.max(1, settleMs / 50)),
  messages: namedMessages,
  // The machine's cell is free.
  diverges: (before, after, { game }) =>
    game === 'ttt-pve' && before.type === 'move' && after.type === 'move',
});

type Host = ConversationHost<PlayerMessage, TttState, TttValues>;

/** Whether it answers a player who joins: undefined, or a sentence why not. */
async function reach(host: Host): Promise<string | undefined> {
  const first = await answerOf(host);
  if (first !== 'F') return first;
  // Somebody else is seated: a restart frees the seats.
  if (!(await host.reset()) || (await answerOf(host)) === 'F')
    return 'the game is full before anybody here has joined: free its seats, or give a --reset recipe';
  return undefined;
}

async function answerOf(host: Host): Promise<string | undefined> {
  const [first = ''] = host.links;
  await host.isAlive(...everybodyLeaves(host));
  const isAnswered = await host.isAlive(...new Script(host).join(first).steps);
  const isFull = host.received.at(-1)?.[0] === BYTE.full;
  await host.isAlive(...everybodyLeaves(host));
  if (isFull) return 'F';
  return isAnswered
    ? undefined
    : 'a player who joins receives nothing: is the server running, is it the right port?';
}
