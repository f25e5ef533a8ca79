/** Durak: a card game between two boards. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation, defectsOn, micros, millis } from '../../api/index';
import { chargeUnasked } from './blame';
import { HANDSHAKE_DEFECTS } from './defects/handshake';
import { LINE_DEFECTS } from './defects/lines';
import { MOVE_DEFECTS } from './defects/moves';
import { TURN_DEFECTS } from './defects/turns';
import { durakDissection } from './wire/dissection';
import { firmwareOf, type DurakSteps } from './board/firmware';
import { fuzz } from './fuzz';
import { beginsOf } from './own-packets';
import { stateClassOf, INITIAL, unknownState, type DurakState } from './state';
import type { BoardPacket, Packet } from './wire/packet';
import { parameters } from './parameters';
import { PUBLISHED } from './board/published';
import { bytesOfRecipe } from './recipes';
import { BACKGROUND } from './repetitions';
import { rulesOf } from './rules';
import { GAME_SCENARIOS } from './scenarios/games';
import { HANDSHAKE_SCENARIOS } from './scenarios/handshake';
import { LINE_SCENARIOS } from './scenarios/lines';
import { tap } from './tap';
import { encode, LINE } from './wire/wire';

const PAGE = readFileSync(join(__dirname, 'README.md'), 'utf8');
/** A board repeats what is not acknowledged every 3000 ms. */
const QUIET = millis(4200);
const DEFECTS = { ...LINE_DEFECTS, ...HANDSHAKE_DEFECTS, ...MOVE_DEFECTS, ...TURN_DEFECTS };

export const durak = conversation<Packet, BoardPacket, DurakState, DurakSteps, typeof parameters>({
  links: { main: { baud: 115_200, host: LINE, board: LINE } },
  parameters,
  initial: INITIAL,
  boots: true,
  quiet: QUIET,
  // What is due is late up to then.
  grace: millis(3000),
  firmware: firmwareOf,
}).protocol({
  id: 'durak',
  title: 'Durak: two-player card game between two boards',
  page: PAGE,
  rules: rulesOf,
  begins: beginsOf,
  charge: chargeUnasked,
  unknown: unknownState,
  isKnown: ({ isKnown }) => isKnown,
  essence: ({ isKnown, role, game, own, applied }) => ({ isKnown, role, game, own, applied }),
  background: BACKGROUND,
  stateClass: stateClassOf,
  boards: {
    'durak-published': {
      title: 'The Durak sketch as published, with what it does otherwise',
      change: PUBLISHED,
    },
  },
  defects: defectsOn(PAGE, DEFECTS),
  scenarios: [...HANDSHAKE_SCENARIOS, ...LINE_SCENARIOS, ...GAME_SCENARIOS],
  made: bytesOfRecipe,
  fuzz,
  probe: () => Array.from({ length: 5 }, () => encode({ type: 'hello' })),
  // A packet that is acknowledged later is sent again.
  stallLimit: ({ ackMs }) => millis(ackMs / 4),
  usualTime: ({ ackMs, baud, moves }) =>
    moves === 'operator' ? undefined : micros(930e6 * Math.max(1, ackMs / 3000, 115_200 / baud)),
  messages: () => [
    { name: 'hello', description: 'is a second board there?', bytes: encode({ type: 'hello' }) },
    { name: 'ack', description: 'the last packet came', bytes: encode({ type: 'ack' }) },
  ],
  dialect: () => ({ probe: 'hello' }),
  dissection: durakDissection,
  tap,
  // The time of the hello, the deal and the moves.
  isChosen: ({ type }) => type !== 'ack',
});
