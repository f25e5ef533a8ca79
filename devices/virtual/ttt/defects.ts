/** The bugs that a virtual TTT server can have: at least one for every clause of the page. */
import { END_DEFECTS } from './defects/end';
import { MACHINE_DEFECTS } from './defects/machine';
import { MESSAGE_DEFECTS } from './defects/message';
import { PLAYER_DEFECTS } from './defects/players';
import { ROUND_DEFECTS } from './defects/round';
import { listDefects } from '../engine/board';
import type { TttDefect } from './firmware';

export const TTT_DEFECTS: readonly TttDefect[] = listDefects({
  ...MESSAGE_DEFECTS,
  ...ROUND_DEFECTS,
  ...MACHINE_DEFECTS,
  ...PLAYER_DEFECTS,
  ...END_DEFECTS,
});
