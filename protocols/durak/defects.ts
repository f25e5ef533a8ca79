/** The firmware bugs that the page lists: at least one for every clause. */
import { HANDSHAKE_DEFECTS } from './defects/handshake';
import { LINE_DEFECTS } from './defects/lines';
import { MOVE_DEFECTS } from './defects/moves';
import { TURN_DEFECTS } from './defects/turns';

export const CHANGES = { ...LINE_DEFECTS, ...HANDSHAKE_DEFECTS, ...MOVE_DEFECTS, ...TURN_DEFECTS };
