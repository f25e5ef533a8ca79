/** The firmware bugs that a virtual STM board can be built with: every clause of the page has one at least. */
import { ANSWER_DEFECTS } from './stm-defects-answer';
import { CHECKSUM_DEFECTS } from './stm-defects-checksum';
import { END_DEFECTS } from './stm-defects-end';
import { FRAMING_DEFECTS } from './stm-defects-framing';
import { GAME_DEFECTS } from './stm-defects-game';
import { RANGE_DEFECTS } from './stm-defects-range';
import { SHUFFLE_DEFECTS } from './stm-defects-shuffle';
import { TIMING_DEFECTS } from './stm-defects-timing';
import type { StmDefect } from './stm-firmware';

export const STM_DEFECTS: readonly StmDefect[] = [
  ...CHECKSUM_DEFECTS,
  ...FRAMING_DEFECTS,
  ...RANGE_DEFECTS,
  ...ANSWER_DEFECTS,
  ...TIMING_DEFECTS,
  ...GAME_DEFECTS,
  ...SHUFFLE_DEFECTS,
  ...END_DEFECTS,
];
