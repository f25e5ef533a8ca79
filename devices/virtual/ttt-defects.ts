/** The bugs that a virtual TTT server can be built with: every clause of the page has one at least. */
import { END_DEFECTS } from './ttt-defects-end';
import { MACHINE_DEFECTS } from './ttt-defects-machine';
import { MESSAGE_DEFECTS } from './ttt-defects-message';
import { PLAYER_DEFECTS } from './ttt-defects-players';
import { ROUND_DEFECTS } from './ttt-defects-round';
import type { TttDefect } from './ttt-firmware';

export const TTT_DEFECTS: readonly TttDefect[] = [
  ...MESSAGE_DEFECTS,
  ...ROUND_DEFECTS,
  ...MACHINE_DEFECTS,
  ...PLAYER_DEFECTS,
  ...END_DEFECTS,
];
