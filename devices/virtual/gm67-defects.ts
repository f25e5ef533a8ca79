/** The firmware bugs that a virtual GM67 can be built with: every clause of the page has one at least. */
import { COMMAND_DEFECTS } from './gm67-defects-command';
import { DATA_DEFECTS } from './gm67-defects-data';
import { DELIVERY_DEFECTS } from './gm67-defects-delivery';
import { FRAMING_DEFECTS } from './gm67-defects-framing';
import { PARAMETER_DEFECTS } from './gm67-defects-parameter';
import { REPLY_DEFECTS } from './gm67-defects-reply';
import type { GmDefect } from './gm67-firmware';

export const GM67_DEFECTS: readonly GmDefect[] = [
  ...REPLY_DEFECTS,
  ...FRAMING_DEFECTS,
  ...COMMAND_DEFECTS,
  ...PARAMETER_DEFECTS,
  ...DATA_DEFECTS,
  ...DELIVERY_DEFECTS,
];
