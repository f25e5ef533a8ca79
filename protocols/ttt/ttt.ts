/** TTT: a tic-tac-toe game server. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation, micros, millis } from '../../api/index';
import { chargeUnasked } from './blame';
import { tttDefects } from './defects';
import { firmwareOf, type TttSteps } from './firmware';
import { fuzzOn } from './fuzz';
import { gameOf } from './game';
import { LINKS, type PlayerMessage, type ServerMessage } from './message';
import { parameters } from './parameters';
import { reach } from './reach';
import { initialOf, rulesOf, withoutConnection } from './rules';
import { ENDURANCE } from './scenarios/endurance';
import { MESSAGES } from './scenarios/messages';
import { ROUNDS } from './scenarios/rounds';
import { bytesOfRecipe } from './scenarios/recipes';
import { everybodyLeaves } from './scenarios/script';
import { VISITS } from './scenarios/visits';
import { stateClassOf, unknownState, withRx, type TttState } from './state';
import { namedMessages, playerSide, serverSide } from './wire';

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
  initial: initialOf,
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
    gameOf(game) === 'ttt-pve' && before.type === 'move' && after.type === 'move',
});
