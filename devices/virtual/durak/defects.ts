/** The firmware bugs that a virtual Durak board can have: at least one for every clause of the page. */
import { ACK_DEFECTS } from './defects/ack';
import { DEAL_DEFECTS } from './defects/deal';
import { DRAW_DEFECTS } from './defects/draw';
import { END_DEFECTS } from './defects/end';
import { HANDSHAKE_DEFECTS } from './defects/handshake';
import { LINE_DEFECTS } from './defects/line';
import { MALFORMED_DEFECTS } from './defects/malformed';
import { MOVE_DEFECTS } from './defects/move';
import { REPEAT_DEFECTS } from './defects/repeat';
import { TURN_DEFECTS } from './defects/turn';
import { listDefects } from '../engine/board';
import type { DurakDefect } from './firmware';

export const DURAK_DEFECTS: readonly DurakDefect[] = listDefects({
  ...ACK_DEFECTS,
  ...LINE_DEFECTS,
  ...MALFORMED_DEFECTS,
  ...REPEAT_DEFECTS,
  ...HANDSHAKE_DEFECTS,
  ...DEAL_DEFECTS,
  ...MOVE_DEFECTS,
  ...DRAW_DEFECTS,
  ...END_DEFECTS,
  ...TURN_DEFECTS,
});
