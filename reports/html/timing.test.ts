import type { JournalEvent } from '../../scenarios/record';
import { summarize } from '../summary/summary';
import { sampleJournal } from '../testing/sample-journal';
import { runReport } from './run-page';

const journal = sampleJournal();
const page = (events: readonly JournalEvent[]): string => runReport(summarize(events));

describe('times', () => {
  const withHistogram = (change: object): string =>
    page(journal.map((event) => (event.type === 'histogram' ? { ...event, ...change } : event)));

  test('values of a real port are never called exact', () => {
    const exact = { uncertainty: { p50: 0, worst: 0 } };
    expect(withHistogram(exact)).toContain('Each value is exact: the clock is virtual.');
    const real = journal.map((event) =>
      event.type === 'run'
        ? { ...event, board: { ...event.board, virtual: false } }
        : event.type === 'histogram'
          ? { ...event, ...exact }
          : event,
    );
    const cards = page(real).split('id="timing"')[1]?.split('id="clauses"')[0] ?? '';
    expect(cards).toContain('those of this host’s clock');
    expect(cards).not.toContain('exact');
  });

  test('a measured time that failed is bracketed on the ladder, with its limit', () => {
    const record = { link: 'main', direction: 'rx', hex: '00' } as const;
    const evidence = [
      { ...record, notBefore: 0, notAfter: 10 },
      { ...record, notBefore: 3010, notAfter: 3020 },
    ];
    const measurement = { name: 'pause', unit: 'us', low: 3000, high: 3000, max: 2400 } as const;
    const late = journal.map((event) =>
      event.type === 'check' && event.verdict === 'fail' ? { ...event, evidence, measurement } : event,
    );
    expect(page(late)).toMatch(/class="gap over"[^]*?>✗ 3 ms, limit 2\.4 ms</);
  });
});
