/** The bugs that a virtual Chinese Ten board can be built with: every clause of the page has one at least. */
import { RULE_DEFECTS } from './chinese-ten-defects-rules';
import { SCREEN_DEFECTS } from './chinese-ten-defects-screen';
import type { CtDefect } from './chinese-ten-firmware';

export const CHINESE_TEN_DEFECTS: readonly CtDefect[] = [...RULE_DEFECTS, ...SCREEN_DEFECTS];
