/** The firmware bugs that the page lists. */
import type { Changes, TenDefects } from './defects/hooks';
import { RULE_CHANGES, SPECIAL_CHANGES } from './defects/rules';
import { SCREEN_CHANGES } from './defects/screen';

const LISTED = /^- (?<name>[a-z\d-]+) (?<breaks>[A-Z]+-[A-Z]+-\d+) — (?<text>.+(?:\n {2}\S.*)*)/gm;

/** Of every board, and of that with special deals alone. Throws an Error for one that is not on the page. */
export function defectsOn(page: string): Readonly<Record<'usual' | 'special', TenDefects>> {
  const listed = new Map([...page.matchAll(LISTED)].map(({ groups = {} }) => [groups['name'], groups]));
  const described = (changes: Changes): TenDefects =>
    Object.fromEntries(
      Object.entries(changes).map(([name, change]) => {
        const { breaks, text } = listed.get(name) ?? {};
        if (breaks === undefined || text === undefined) throw new Error(`README.md lists no defect ${name}`);
        return [name, { breaks, text: text.replaceAll(/\s+/g, ' '), change }];
      }),
    );
  return { usual: described({ ...RULE_CHANGES, ...SCREEN_CHANGES }), special: described(SPECIAL_CHANGES) };
}
