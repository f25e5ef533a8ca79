/** The scenarios of the suite: the host takes the place of the second board. */
import { GAME_SCENARIOS } from './scenarios/games';
import { HANDSHAKE_SCENARIOS } from './scenarios/handshake';
import { LINE_SCENARIOS } from './scenarios/lines';

export const SCENARIOS = [...HANDSHAKE_SCENARIOS, ...LINE_SCENARIOS, ...GAME_SCENARIOS];
