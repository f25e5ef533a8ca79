/** The bugs that a virtual Chinese Ten board can have: at least one for every clause of the page. */
import { RULE_DEFECTS } from './defects/rules';
import { SCREEN_DEFECTS } from './defects/screen';
import { listDefects } from '../engine/board';
import type { CtDefect } from './firmware';

export const CHINESE_TEN_DEFECTS: readonly CtDefect[] = listDefects({ ...RULE_DEFECTS, ...SCREEN_DEFECTS });
