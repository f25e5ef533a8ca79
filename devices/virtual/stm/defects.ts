/** The firmware bugs that a virtual STM board can have: at least one for every clause of the page. */
import { ANSWER_DEFECTS } from './defects/answer';
import { CHECKSUM_DEFECTS } from './defects/checksum';
import { END_DEFECTS } from './defects/end';
import { FRAMING_DEFECTS } from './defects/framing';
import { GAME_DEFECTS } from './defects/game';
import { RANGE_DEFECTS } from './defects/range';
import { SHUFFLE_DEFECTS } from './defects/shuffle';
import { TIMING_DEFECTS } from './defects/timing';
import { listDefects } from '../engine/board';
import type { StmDefect } from './firmware';

export const STM_DEFECTS: readonly StmDefect[] = listDefects({
  ...CHECKSUM_DEFECTS,
  ...FRAMING_DEFECTS,
  ...RANGE_DEFECTS,
  ...ANSWER_DEFECTS,
  ...TIMING_DEFECTS,
  ...GAME_DEFECTS,
  ...SHUFFLE_DEFECTS,
  ...END_DEFECTS,
});
