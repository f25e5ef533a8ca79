import type { HistogramRecord, JournalEvent, Verdict } from '../../scenarios/record';
import { summarize } from '../summary/summary';
import { judgedJournal } from '../testing/judged-journal';
import { HOSTILE } from '../testing/sample-journal';
import { historyOf, runLabel, type DatedRun, historyPage } from './history-page';

/** A run of the day, with the verdict of a clause and its worst time. */
function run(day: number, verdict: Verdict, worst = 1000, identity = `v${day}`): DatedRun {
  const journal = judgedJournal({ 'STM-FR-02': verdict }).map((event): JournalEvent => {
    if (event.type === 'run') return { ...event, board: { ...event.board, identity } };
    return event.type === 'histogram' ? ({ ...event, worst, limit: 2000 } satisfies HistogramRecord) : event;
  });
  return { at: Date.UTC(2026, 0, day), place: `run-${day}/journal.jsonl`, summary: summarize(journal) };
}

const clauseOf = (...runs: readonly DatedRun[]) =>
  historyOf(runs).clauses.find(({ id }) => id === 'STM-FR-02');

test.each<[readonly Verdict[], number | undefined, number]>([
  [['pass', 'pass'], undefined, 0],
  [['pass', 'fail', 'fail'], 1, 1],
  [['fail', 'pass', 'fail'], 2, 2],
  [['fail', 'fail'], 0, 0],
  [['fail', 'inconclusive', 'fail'], 0, 0],
  [['pass', 'fail', 'inconclusive'], 1, 1],
  [['fail', 'pass'], undefined, 1],
])('of %j it fails since run %s, and changed %d times', (verdicts, failsSince, changes) => {
  const clause = clauseOf(...verdicts.map((verdict, at) => run(at + 1, verdict)));
  expect([clause?.failsSince, clause?.changes]).toEqual([failsSince, changes]);
});

test('runs are sorted by their time, and named by their firmware', () => {
  const { runs } = historyOf([run(3, 'pass'), run(1, 'pass'), run(2, 'pass')]);
  expect(runs.map(runLabel)).toEqual(['v1', 'v2', 'v3']);
});

test('a clause that was not asked for has no verdict', () => {
  const one = run(1, 'pass');
  const rest = one.summary.requirements.filter(({ id }) => id !== 'STM-FR-02');
  const without = { ...one, summary: { ...one.summary, requirements: rest } };
  expect(clauseOf(without, run(2, 'fail'))?.verdicts).toEqual([undefined, 'fail']);
});

test('the page: what moved, since when it fails, what passed, and the times with their limit', () => {
  const page = historyPage(historyOf([run(1, 'pass'), run(2, 'fail', 3000), run(3, 'fail', 1500)]));
  expect(page).toContain('1 MUST clause fails now.');
  expect(page).toContain('fails since v2, 2 January 2026, 00:00 UTC');
  expect(page).toMatch(/<summary>\d+ clauses passed in each run<\/summary>/);
  expect(page).toMatch(/aria-label="[^"]*: over 3 runs, up to 3\.2 ms"/);
  expect(page).toContain('limit 2 ms');
});

test('what a board may have sent is text', () => {
  const page = historyPage(historyOf([run(1, 'fail', 1000, HOSTILE), run(2, 'fail', 1000, HOSTILE)]));
  expect(page).not.toContain('<script>alert');
});
