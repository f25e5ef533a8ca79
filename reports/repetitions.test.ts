/** A run that was repeated, in every report: the verdicts of a clause over all runs, its flake rate, its worst time. */
import { ctrfReport } from './ci/ctrf';
import { junitReport } from './ci/junit';
import { runReport } from './html/run-page';
import { summarize } from './summary/summary';
import { judgedJournal } from './testing/judged-journal';
import { terminalText } from './testing/terminal-text';
import type { JournalEvent, RepetitionRecord, Verdict } from '../scenarios/record';

const FLAKY = 'STM-GM-01';
const MEASURED = 'STM-TM-01';

function repetition(number: number, verdict: Verdict): RepetitionRecord {
  const end = judgedJournal({ [FLAKY]: verdict }).at(-1);
  if (end?.type !== 'run-end') throw new Error('no end');
  return {
    type: 'repetition',
    at: end.at,
    number,
    seed: 20 + number,
    outcome: 'done',
    verdicts: end.verdicts,
  };
}

const events: readonly JournalEvent[] = judgedJournal({ [FLAKY]: 'fail' }).flatMap(
  (event): JournalEvent[] => {
    if (event.type === 'run') return [{ ...event, repeat: 4 }];
    if (event.type !== 'run-end') return [event];
    const verdicts = ['pass', 'fail', 'pass', 'inconclusive'] as const;
    return [...verdicts.map((verdict, at) => repetition(at + 1, verdict)), event];
  },
);
const summary = summarize(events);

test('the terminal has a line for each run as it ends, and the clauses that did not hold in all of them', () => {
  const text = terminalText(events, { columns: 120 });
  expect(text).toContain(`✓ run 1 of 4  seed 21  pass\n✗ run 2 of 4  seed 22  failed: ${FLAKY}\n`);
  expect(text).toContain('? run 4 of 4  seed 24  inconclusive\n');
  expect(text).toContain(
    `  ${FLAKY}  passed in 2 of 4 runs, failed in 1, not judged in 1 (flake rate 33 %)\n`,
  );
  expect(text).toContain('  11 clauses passed in all runs\n');
  expect(text).toMatch(/Closest to their limits\n {2}STM-TM-/);
});

test('the page has a table of clauses, the one that failed most often first, and the seed of each run', () => {
  const page = runReport(summary);
  expect(page).toMatch(/Over 4 runs/);
  const rows = page.slice(page.indexOf('Over 4 runs'));
  expect(rows.indexOf(FLAKY)).toBeLessThan(rows.indexOf(MEASURED));
  expect(rows).toMatch(/33 %/);
  expect(rows.slice(rows.indexOf(MEASURED))).toMatch(/^[^]*?<td class="num">0 %</);
  expect(runReport(summarize(judgedJournal({})))).not.toMatch(/Over \d+ run/);
});

test('results.json has the counts, the flake rate and the worst time of a clause, and the verdicts of each run', () => {
  const { results } = JSON.parse(ctrfReport(summary, new Date(0))) as {
    results: {
      tests: { flaky: boolean; extra: { id: string; repetitions: { worst: object[] } } }[];
      extra: { repetitions: object[] };
    };
  };
  const find = (id: string) => results.tests.find(({ extra }) => extra.id === id);
  expect(find(FLAKY)).toMatchObject({
    flaky: true,
    extra: { repetitions: { runs: 4, pass: 2, fail: 1, inconclusive: 1, flakeRate: 1 / 3 } },
  });
  expect(find(MEASURED)).toMatchObject({ flaky: false, extra: { repetitions: { flakeRate: 0 } } });
  expect(find(MEASURED)?.extra.repetitions.worst[0]).toMatchObject({ unit: 'us' });
  expect(results.extra.repetitions[1]).toMatchObject({
    number: 2,
    seed: 22,
    requirements: { [FLAKY]: 'fail' },
  });
});

test('JUnit says it in the failure and in the output of the suite', () => {
  const xml = junitReport(summary, new Date(0));
  expect(xml).toContain('<property name="runs" value="4"/>');
  const line = `${FLAKY} passed in 2 of 4 runs, failed in 1, not judged in 1 (flake rate 33 %)`;
  expect(xml.split(line)).toHaveLength(3);
  expect(xml).toMatch(new RegExp(`${MEASURED} passed in 4 of 4 runs, worst time [\\d.]+ m?s of [\\d.]+ m?s`));
});
