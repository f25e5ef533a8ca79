/** The firmware bugs that the page lists: at least one for every clause. */
import { HANDSHAKE_DEFECTS } from './defects/handshake';
import { LINE_DEFECTS } from './defects/lines';
import { PLAY_DEFECTS } from './defects/play';

export const CHANGES = { ...LINE_DEFECTS, ...HANDSHAKE_DEFECTS, ...PLAY_DEFECTS };
