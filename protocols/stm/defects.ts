/** The firmware bugs that the page lists. Those that follow from the description are not among them. */
import { ANSWER_DEFECTS } from './defects/answers';
import { END_DEFECTS } from './defects/ends';
import { FRAME_DEFECTS } from './defects/frames';
import { GAME_DEFECTS } from './defects/games';
import type { Change, StmDefect } from './defects/hooks';
import { SHUFFLE_DEFECTS } from './defects/shuffles';

const CHANGES = { ...FRAME_DEFECTS, ...ANSWER_DEFECTS, ...GAME_DEFECTS, ...SHUFFLE_DEFECTS, ...END_DEFECTS };
const LISTED = /^- (?<name>[a-z\d-]+) (?<breaks>[A-Z]+-[A-Z]+-\d+) — (?<text>.+(?:\n {2}\S.*)*)/gm;

/** Each with the clause and the sentence that the page gives it. Throws an Error for one that is not on the page. */
export function defectsOn(page: string): Readonly<Record<string, StmDefect>> {
  const listed = new Map([...page.matchAll(LISTED)].map(({ groups = {} }) => [groups['name'], groups]));
  const defect = ([name, change]: readonly [string, Change]): [string, StmDefect] => {
    const { breaks, text } = listed.get(name) ?? {};
    if (breaks === undefined || text === undefined) throw new Error(`README.md lists no defect ${name}`);
    return [name, { breaks, text: text.replaceAll(/\s+/g, ' '), change }];
  };
  return Object.fromEntries(Object.entries(CHANGES).map(defect));
}
