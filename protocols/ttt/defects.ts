/** The bugs that the page lists: at least one for every clause. */
import { defectsOn } from '../../api/index';
import { END_DEFECTS } from './defects/end';
import type { Group, TttDefect } from './defects/hooks';
import { MACHINE_DEFECTS } from './defects/machine';
import { MESSAGE_DEFECTS } from './defects/messages';
import { PLAYER_DEFECTS } from './defects/players';
import { ROUND_DEFECTS } from './defects/rounds';

const GROUPS: readonly Group[] = [
  ...MESSAGE_DEFECTS,
  ...ROUND_DEFECTS,
  MACHINE_DEFECTS,
  ...PLAYER_DEFECTS,
  ...END_DEFECTS,
];

/** Each with the clause and the sentence that the page gives it. */
export function tttDefects(page: string): Readonly<Record<string, TttDefect>> {
  return Object.fromEntries(
    GROUPS.flatMap(([about, changes]) =>
      Object.entries(defectsOn(page, changes)).map(([name, one]) => [name, { ...about, ...one }] as const),
    ),
  );
}
