/** The firmware bugs that a virtual Durak board can be built with: every clause of the page has one at least. */
import { ACK_DEFECTS } from './durak-defects-ack';
import { DEAL_DEFECTS } from './durak-defects-deal';
import { DRAW_DEFECTS } from './durak-defects-draw';
import { END_DEFECTS } from './durak-defects-end';
import { HANDSHAKE_DEFECTS } from './durak-defects-handshake';
import { LINE_DEFECTS } from './durak-defects-line';
import { MALFORMED_DEFECTS } from './durak-defects-malformed';
import { MOVE_DEFECTS } from './durak-defects-move';
import { REPEAT_DEFECTS } from './durak-defects-repeat';
import { TURN_DEFECTS } from './durak-defects-turn';
import type { DurakDefect } from './durak-firmware';

export const DURAK_DEFECTS: readonly DurakDefect[] = [
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
];
