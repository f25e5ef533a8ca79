/** The firmware bugs that a virtual GM67 can have: at least one for every clause of the page. */
import { COMMAND_DEFECTS } from './defects/command';
import { DATA_DEFECTS } from './defects/data';
import { DELIVERY_DEFECTS } from './defects/delivery';
import { FRAMING_DEFECTS } from './defects/framing';
import { PARAMETER_DEFECTS } from './defects/parameter';
import { REPLY_DEFECTS } from './defects/reply';
import type { GmDefects } from './defects/hooks';

export const DEFECTS: GmDefects = {
  ...REPLY_DEFECTS,
  ...FRAMING_DEFECTS,
  ...COMMAND_DEFECTS,
  ...PARAMETER_DEFECTS,
  ...DATA_DEFECTS,
  ...DELIVERY_DEFECTS,
};
