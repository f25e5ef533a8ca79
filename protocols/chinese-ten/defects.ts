/** The bugs that a virtual board can have: at least one for every clause of the page. */
import type { TenDefects } from './defects/hooks';
import { RULE_DEFECTS } from './defects/rules';
import { SCREEN_DEFECTS } from './defects/screen';

export { SPECIAL_DEFECTS } from './defects/rules';
export const DEFECTS: TenDefects = { ...RULE_DEFECTS, ...SCREEN_DEFECTS };
