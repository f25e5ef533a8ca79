/** The scenarios of the suite: the host takes the place of the second board. */
import { applied } from './scenarios/applied';
import { games } from './scenarios/games';
import { HANDSHAKE_SCENARIOS } from './scenarios/handshake';
import { illegal } from './scenarios/illegal-moves';
import { LINE_SCENARIOS } from './scenarios/lines';
import { RESEND_SCENARIOS } from './scenarios/resend';

export const SCENARIOS = [
  ...[...HANDSHAKE_SCENARIOS, ...LINE_SCENARIOS, ...RESEND_SCENARIOS],
  ...[games, illegal, applied],
];
