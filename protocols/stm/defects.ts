/** The firmware bugs that the page lists. Those that follow from the description are not among them. */
import { ANSWER_DEFECTS } from './defects/answers';
import { END_DEFECTS } from './defects/ends';
import { FRAME_DEFECTS } from './defects/frames';
import { GAME_DEFECTS } from './defects/games';
import type { Changes } from './defects/hooks';
import { SHUFFLE_DEFECTS } from './defects/shuffles';

export const CHANGES: Changes = {
  ...FRAME_DEFECTS,
  ...ANSWER_DEFECTS,
  ...GAME_DEFECTS,
  ...SHUFFLE_DEFECTS,
  ...END_DEFECTS,
};
