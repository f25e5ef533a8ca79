/** The bugs that a virtual board can have: at least one for every clause of the page. */
import { ACK_DEFECTS } from './defects/acknowledgements';
import { DRAW_DEFECTS } from './defects/draw';
import { END_DEFECTS } from './defects/end';
import { HANDSHAKE_DEFECTS } from './defects/handshake';
import type { DurakDefects } from './defects/hooks';
import { LINE_DEFECTS } from './defects/line';
import { MALFORMED_DEFECTS } from './defects/malformed';
import { MOVE_DEFECTS } from './defects/move';
import { REPEAT_DEFECTS } from './defects/repeat';
import { TURN_DEFECTS } from './defects/turn';

export const DEFECTS: DurakDefects = {
  ...ACK_DEFECTS,
  ...LINE_DEFECTS,
  ...MALFORMED_DEFECTS,
  ...REPEAT_DEFECTS,
  ...HANDSHAKE_DEFECTS,
  ...MOVE_DEFECTS,
  ...DRAW_DEFECTS,
  ...END_DEFECTS,
  ...TURN_DEFECTS,
};
