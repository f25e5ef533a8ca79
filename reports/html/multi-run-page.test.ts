import type { JournalEvent } from '../../scenarios/record';
import { verdictChanges, multiRunReport } from './multi-run-page';
import { sampleJournal } from '../testing/sample-journal';
import { summarize, type RunSummary } from '../summary/summary';

/** The sample as another board's run, or a later one, with other verdicts. */
function run(name: string, verdicts: Readonly<Record<string, 'pass' | 'fail'>> = {}): RunSummary {
  return summarize(
    sampleJournal().map((event): JournalEvent => {
      if (event.type === 'run') return { ...event, board: { ...event.board, name } };
      if (event.type !== 'run-end') return event;
      const changed = Object.entries(verdicts).map(([id, verdict]) => [id, { verdict, checks: 1 }] as const);
      return { ...event, verdicts: { ...event.verdicts, ...Object.fromEntries(changed) } };
    }),
  );
}

const sound = { 'STM-FR-02': 'pass', 'STM-GM-05': 'pass' } as const;

describe('runs of many boards', () => {
  const text = multiRunReport([
    run('bench 3'),
    run('bench 4', sound),
    run('bench 3', { ...sound, 'STM-FR-03': 'fail' }),
  ]);
  const [, rows = ''] = /<tbody>([^]*?)<\/tbody>/.exec(text) ?? [];
  const [first = '', second = '', third = ''] = rows.split('</tr>');

  test('each cell links to the failures of its own run', () => {
    expect(first).toMatch(/href="#r1-STM-FR-02"[^]*✗<\/span> 2 of 10 failed/);
    expect(second).toMatch(/href="#r2-STM-TM-02"[^]*\?<\/span> 1 not judged/);
    const ids = new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
    for (const [, target] of text.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(ids.size).toBe([...text.matchAll(/\sid="([^"]*)"/g)].length);
  });

  test('a later run of a board shows what got worse and what got better', () => {
    expect(first).not.toMatch(/worse|better|as before/);
    expect(third).toMatch(/▼ worse: <a class="id" href="#r3-STM-FR-03">STM-FR-03</);
    expect(third).toMatch(/▲ better: [^]*STM-FR-02[^]*STM-GM-05/);
  });

  test('a cell names the clauses that failed', () => {
    expect(first).toMatch(/<span class="change"><a class="id" href="#r1-STM-FR-02">STM-FR-02</);
  });

  test('the page counts the runs that failed', () => {
    expect(text).toContain('2 of 3 runs failed, 0 passed, 1 without a verdict.');
  });
});

test('only clauses that both runs judged can change', () => {
  const before = run('b', { 'STM-TM-02': 'pass', 'STM-FR-01': 'fail' });
  const now = run('b', { 'STM-TM-03': 'fail' });
  expect(verdictChanges(before, now, 'stm')).toEqual({ worse: [], better: ['STM-FR-01'] });
  expect(verdictChanges(now, before, 'stm')).toEqual({ worse: ['STM-FR-01'], better: [] });
});

test('many runs are packed until they are looked at', () => {
  const runs = Array.from({ length: 40 }, (_, index) => run(`bench ${index}`));
  expect(multiRunReport(runs).length).toBeLessThan(500_000);
});
