import { micros } from '../../protocols/time';
import { VerdictLedger } from './verdict-ledger';
import type { Measurement } from '../../protocols/monitor/measurement';
import type { CheckRecord, JournalEvent, Verdict } from '../record';

function ledger(): { ledger: VerdictLedger; written: CheckRecord[] } {
  const written: CheckRecord[] = [];
  const emit = (event: JournalEvent): void => void (event.type === 'check' && written.push(event));
  return { ledger: new VerdictLedger(emit, () => micros(1234.6)), written };
}

const LATE: Measurement = { name: 'answer', unit: 'us', low: 110, high: 120, max: 100 };

test('the worst verdict of a requirement stands, in the scenario and in the run', () => {
  const { ledger: book } = ledger();
  const record = (scenario: string, verdicts: readonly Verdict[]): void => {
    book.begin(scenario);
    for (const verdict of verdicts) book.record('A-B-01', verdict, { title: `${scenario} ${verdict}` });
  };
  record('one', ['pass', 'fail', 'pass']);
  expect(book.scenarioStandings().get('A-B-01')).toEqual({ verdict: 'fail', checks: 3, reason: 'one fail' });
  record('two', ['skip', 'pass']);
  expect(book.scenarioStandings().get('A-B-01')).toEqual({ verdict: 'pass', checks: 1 });
  record('three', ['inconclusive', 'error', 'inconclusive']);
  expect(book.scenarioStandings().get('A-B-01')).toEqual({
    verdict: 'error',
    checks: 3,
    reason: 'three error',
  });
  expect(book.runStandings().get('A-B-01')).toEqual({ verdict: 'fail', checks: 7, reason: 'one fail' });
});

test('a reason comes from the first check with the final verdict', () => {
  const { ledger: book } = ledger();
  book.begin('one');
  const say = (verdict: Verdict, title: string): void => book.record('A-B-01', verdict, { title });
  say('skip', 'no reset');
  expect(book.runStandings().get('A-B-01')).toEqual({ verdict: 'skip', checks: 0, reason: 'no reset' });
  say('pass', '');
  expect(book.runStandings().get('A-B-01')).toEqual({ verdict: 'pass', checks: 1 });
  say('inconclusive', 'on both sides');
  book.record('A-B-01', 'fail', { title: 'late', expected: '100', seen: '120' });
  say('fail', 'later');
  say('inconclusive', 'again');
  expect(book.runStandings().get('A-B-01')?.reason).toBe('late: expected 100, saw 120');
});

test('five checks with the same verdict are recorded in each scenario, and all are counted', () => {
  const { ledger: book, written } = ledger();
  book.begin('one');
  for (let n = 0; n < 20; n++) book.record('A-B-01', 'inconclusive', { title: 'between' });
  for (let n = 0; n < 20; n++) book.record('A-B-01', 'fail', { title: `broken ${n}` });
  for (let n = 0; n < 20; n++) book.record('A-B-02', 'pass', { title: '' });
  const recorded = written.map(({ requirement, verdict }) => `${requirement} ${verdict}`);
  expect(recorded).toEqual([
    ...Array.from({ length: 5 }, () => 'A-B-01 inconclusive'),
    ...Array.from({ length: 5 }, () => 'A-B-01 fail'),
  ]);
  expect(written.at(-1)).toMatchObject({ at: 1235, scenario: 'one', title: 'broken 4' });
  expect(book.failures('A-B-01')).toBe(20);
  expect(book.runStandings().get('A-B-01')?.checks).toBe(40);
  book.begin('two');
  expect(book.failures('A-B-01')).toBe(0);
  book.record('A-B-01', 'fail', { title: 'broken in two' });
  expect(written.at(-1)).toMatchObject({ scenario: 'two', title: 'broken in two' });
});

test('on a real clock one or two late answers of a run may be the host’s; the third is the board’s', () => {
  const { ledger: book } = ledger();
  book.begin('one');
  expect(book.measure('A-B-01', LATE, true)).toBe('inconclusive');
  expect(book.measure('A-B-02', LATE, true)).toBe('inconclusive');
  book.begin('two');
  expect(book.measure('A-B-01', LATE, true)).toBe('inconclusive');
  expect(book.measure('A-B-01', { ...LATE, low: 90, high: 95 }, true)).toBe('pass');
  expect(book.measure('A-B-01', LATE, true)).toBe('fail');
  expect(book.measure('A-B-01', LATE, true)).toBe('fail');
});

test('in virtual time there are no stalls: one outlier is enough', () => {
  expect(ledger().ledger.measure('A-B-01', LATE, false)).toBe('fail');
});

test('no stall makes an answer early: one outlier is enough', () => {
  const early: Measurement = { name: 'error', unit: 'us', low: 10, high: 20, min: 25, max: 100 };
  expect(ledger().ledger.measure('A-B-01', early, true)).toBe('fail');
});

test('a histogram counts all measurements of one name', () => {
  const { ledger: book } = ledger();
  book.begin('one');
  for (let value = 1; value <= 100; value++)
    book.measure('A-B-01', { name: 'answer', unit: 'us', low: 0, high: value * 10, max: 5000 }, false);
  book.measure('A-B-01', { name: 'pause', unit: 'us', low: 0, high: 7 }, false);
  const [answer, pause] = book.histograms('suite');
  expect(answer).toMatchObject({
    suite: 'suite',
    requirement: 'A-B-01',
    name: 'answer',
    count: 100,
    limit: 5000,
  });
  expect(answer).toMatchObject({ p50: 510, p99: 1000, worst: 1000 });
  expect(answer?.buckets.reduce((sum, [, count]) => sum + count, 0)).toBe(100);
  expect(answer?.buckets.every(([from]) => from <= 1000)).toBe(true);
  expect(pause).toMatchObject({ name: 'pause', count: 1, worst: 7, buckets: [[7, 1]] });
  expect(pause).not.toHaveProperty('limit');
});

test('measurements of one name with other limits have a histogram for each: no value stands beside the limit of another', () => {
  const { ledger: book } = ledger();
  book.begin('one');
  const answer = { name: 'answer', unit: 'us', low: 0 } as const;
  book.measure('A-B-01', { ...answer, high: 40, max: 50 }, false);
  book.measure('A-B-01', { ...answer, high: 77, max: 100 }, false);
  book.measure('A-B-01', { ...answer, low: 55, high: 55, max: 50 }, false);
  book.measure('A-B-01', { ...answer, high: 45, max: 50.2 }, false);
  expect(book.histograms('suite')).toMatchObject([
    { name: 'answer', count: 3, beyond: 1, worst: 55, limit: 50 },
    { name: 'answer (limit 0.1 ms)', count: 1, beyond: 0, worst: 77, limit: 100 },
  ]);
});

test('a histogram has the uncertainty of its values, and the number of undecided ones', () => {
  const { ledger: book } = ledger();
  book.begin('one');
  const between = { name: 'error', unit: 'us', min: 100, max: 1000 } as const;
  for (let value = 1; value <= 10; value++)
    book.measure('A-B-01', { ...between, low: value * 100, high: value * 100 + value }, false);
  book.measure('A-B-01', { ...between, low: 20, high: 40 }, false);
  expect(book.histograms('suite')).toEqual([
    expect.objectContaining({
      count: 11,
      least: 40,
      p50: 505,
      p90: 909,
      worst: 1010,
      floor: 100,
      limit: 1000,
      uncertainty: { p50: 6, worst: 20 },
      undecided: 1,
      beyond: 1,
    }),
  ]);
});
