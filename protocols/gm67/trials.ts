/** What suite and fuzzing try. */
import { CODE_TRIALS } from './trials/codes';
import { COMMAND_TRIALS } from './trials/commands';
import { FRAME_TRIALS } from './trials/frames';
import { PARAMETER_TRIALS } from './trials/parameters';
import type { GmTrials } from './trials/steps';

export const TRIALS: readonly GmTrials[] = [
  ...COMMAND_TRIALS,
  ...FRAME_TRIALS,
  ...PARAMETER_TRIALS,
  ...CODE_TRIALS,
];
