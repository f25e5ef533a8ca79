/** The firmware bugs that the page lists: at least one for every clause. */
import { CODE_DEFECTS } from './defects/codes';
import { COMMAND_DEFECTS } from './defects/commands';
import { FRAME_DEFECTS } from './defects/frames';
import type { Changes } from './defects/hooks';

export const CHANGES: Changes = { ...FRAME_DEFECTS, ...COMMAND_DEFECTS, ...CODE_DEFECTS };
