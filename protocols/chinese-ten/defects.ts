/** The firmware bugs that the page lists. */
import { defectsOn } from '../../api/index';
import type { TenDefects } from './defects/hooks';
import { RULE_CHANGES, SPECIAL_CHANGES } from './defects/rules';
import { SCREEN_CHANGES } from './defects/screen';

/** Of every board, and of that with special deals alone. Throws an Error for one that is not on the page. */
export function tenDefects(page: string): Readonly<Record<'usual' | 'special', TenDefects>> {
  return {
    usual: defectsOn(page, { ...RULE_CHANGES, ...SCREEN_CHANGES }),
    special: defectsOn(page, SPECIAL_CHANGES),
  };
}
