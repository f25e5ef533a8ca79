/** The bugs that a virtual server can have: at least one for every clause of the page. */
import { DATAGRAM_DEFECTS } from './defects/datagram';
import { END_DEFECTS } from './defects/end';
import type { TttDefects } from './defects/hooks';
import { MACHINE_DEFECTS } from './defects/machine';
import { MESSAGE_DEFECTS } from './defects/message';
import { PLAYER_DEFECTS } from './defects/players';
import { ROUND_DEFECTS } from './defects/round';

export const DEFECTS: TttDefects = {
  ...MESSAGE_DEFECTS,
  ...DATAGRAM_DEFECTS,
  ...ROUND_DEFECTS,
  ...MACHINE_DEFECTS,
  ...PLAYER_DEFECTS,
  ...END_DEFECTS,
};
