/** The firmware bugs that a virtual Set board can be built with: every clause of the page has one at least. */
import { CARD_DEFECTS } from './set-defects-card';
import { CONSOLE_DEFECTS } from './set-defects-console';
import { LENGTH_DEFECTS } from './set-defects-length';
import { RECEIVER_DEFECTS } from './set-defects-receiver';
import { SOLVER_DEFECTS } from './set-defects-solver';
import type { SetDefect } from './set-firmware';

export const SET_DEFECTS: readonly SetDefect[] = [
  ...CONSOLE_DEFECTS,
  ...RECEIVER_DEFECTS,
  ...LENGTH_DEFECTS,
  ...CARD_DEFECTS,
  ...SOLVER_DEFECTS,
];
