/** The firmware bugs that a virtual Set board can have: at least one for every clause of the page. */
import { CARD_DEFECTS } from './defects/card';
import { CONSOLE_DEFECTS } from './defects/console';
import { LENGTH_DEFECTS } from './defects/length';
import { RECEIVER_DEFECTS } from './defects/receiver';
import { SOLVER_DEFECTS } from './defects/solver';

export { asPublished as PUBLISHED } from './defects/published';

export const DEFECTS = {
  ...CONSOLE_DEFECTS,
  ...RECEIVER_DEFECTS,
  ...LENGTH_DEFECTS,
  ...CARD_DEFECTS,
  ...SOLVER_DEFECTS,
};
