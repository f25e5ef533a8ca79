/** What failed or was not judged in the last run of a folder: `run --last-failed`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rerunSelection, summarize } from '../../../reports/summary/summary';
import { JOURNAL } from '../../shared/output/folder-claim';
import { eventsOf } from '../../shared/output/journal-file';

export type LastRun = ReturnType<typeof lastRun>;

/**
 * The open clauses with what `--only` names to judge each again, and the seed of the first run in which one of them failed.
 * Nothing is open where the folder has no run yet. Throws {@link UsageError} where it has a journal that cannot be read.
 */
export function lastRun(out: string) {
  const journal = join(out, JOURNAL);
  if (!existsSync(journal)) return { open: [], seed: 0, realBoard: undefined };
  const { requirements, repetitions, start } = summarize(eventsOf(journal), { wire: false });
  const open = requirements
    .filter(({ verdict, suite }) => suite !== '' && verdict !== 'pass' && verdict !== 'skip')
    .map((requirement) => ({ id: requirement.id, names: rerunSelection(requirement) }));
  const failed = repetitions.find(({ verdicts }) => open.some(({ id }) => verdicts[id]?.verdict === 'fail'));
  const realBoard = start?.board.virtual === false ? start.board.name : undefined;
  return { open, seed: failed?.seed ?? start?.seed ?? 0, realBoard };
}
