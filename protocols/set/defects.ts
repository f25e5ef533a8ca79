/** The firmware bugs that the page lists: at least one for every clause. */
import { CARD_DEFECTS } from './defects/card';
import { CONSOLE_DEFECTS } from './defects/console';
import { LENGTH_DEFECTS } from './defects/length';
import { RECEIVER_DEFECTS } from './defects/receiver';
import { SOLVER_DEFECTS } from './defects/solver';

export { asPublished as PUBLISHED } from './defects/published';

export const CHANGES = {
  ...CONSOLE_DEFECTS,
  ...RECEIVER_DEFECTS,
  ...LENGTH_DEFECTS,
  ...CARD_DEFECTS,
  ...SOLVER_DEFECTS,
};
