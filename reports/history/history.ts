/** The runs of a bench over time: each clause run by run, since when it fails, and how long the answers took. */
import { isSelected, type RequirementSummary, type RunSummary } from '../summary/summary';
import { boardName } from '../text/board-name';

/** A run, and when it was, in ms since 1970. */
export interface DatedRun {
  readonly at: number;
  /** Where its journal is. */
  readonly place: string;
  readonly summary: RunSummary;
}

export type History = ReturnType<typeof historyOf>;
export type ClauseHistory = History['clauses'][number];
export type TimeHistory = History['times'][number];

/** The firmware's version (or `--label`) where the run knows it, else the board. */
export function runLabel({ summary: { start } }: DatedRun): string {
  return start === undefined ? 'unknown board' : (start.board.identity ?? boardName(start.board));
}

/** The oldest run first. What was not asked, or not measured, in a run is undefined there. */
export function historyOf(all: readonly DatedRun[]) {
  const runs = all.toSorted((one, other) => one.at - other.at);
  const found = runs.map(
    ({ summary }) => new Map(summary.requirements.filter(isSelected).map((one) => [one.id, one])),
  );
  // A clause is told by its last run: its text may have changed.
  const ids = new Map(found.flatMap((clauses) => [...clauses]));
  const clauses = [...ids.values()].map((clause) => clauseHistory(clause, found));
  return { runs, clauses, times: [...ids.keys()].flatMap((id) => timesOf(id, found)) };
}

type Found = readonly ReadonlyMap<string, RequirementSummary>[];

function clauseHistory({ id, suite, level, text }: RequirementSummary, found: Found) {
  const verdicts = found.map((clauses) => clauses.get(id)?.verdict);
  const known = verdicts.flatMap((verdict, run) =>
    verdict === 'pass' || verdict === 'fail' ? [{ verdict, run }] : [],
  );
  const lastPass = known.findLastIndex(({ verdict }) => verdict === 'pass');
  /** None has passed since; undefined: it does not fail now. */
  const failsSince = known[lastPass + 1]?.run;
  const changes = known.filter(({ verdict }, at) => at > 0 && known[at - 1]?.verdict !== verdict).length;
  return { suite, id, level, text, verdicts, failsSince, changes };
}

function timesOf(clause: string, found: Found) {
  const all = found.map((clauses) => clauses.get(clause)?.histograms ?? []);
  const last = new Map(all.flat().map((histogram) => [histogram.name, histogram]));
  return [...last.values()].map(({ name, unit, limit }) => {
    const own = all.map((histograms) => histograms.find((one) => one.name === name));
    return {
      clause,
      name,
      unit,
      limit,
      worst: own.map((one) => one?.worst),
      median: own.map((one) => one?.p50),
    };
  });
}
