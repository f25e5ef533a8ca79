import type { JournalEvent, RunStart, Verdict, HistogramRecord } from '../../scenarios/record';
import { compareRuns, comparisonWord, shiftBetween } from './comparison';
import { comparisonHtml } from './comparison-html';
import { comparisonText, differingBytes } from './comparison-text';
import { answerChanges, exchangesOf } from './answer-changes';
import { sampleRunStart } from '../testing/sample-catalogue';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';
import type { Judgement } from '../text/verdicts';
import * as fc from 'fast-check';

const SAMPLE = sampleJournal();
const START = sampleRunStart();

function run(verdicts: Readonly<Record<string, Verdict>>, over: Partial<RunStart> = {}, reason = 'because') {
  const end = SAMPLE.at(-1);
  if (end?.type !== 'run-end') throw new Error('the sample ends');
  const changed = Object.entries(verdicts).map(
    ([id, verdict]) => [id, { verdict, checks: 1, ...(verdict === 'pass' ? {} : { reason }) }] as const,
  );
  const passes = Object.keys(end.verdicts).map(
    (id) => [id, { verdict: 'pass' as const, checks: 1 }] as const,
  );
  return summarize([
    { ...START, ...over },
    { ...end, verdicts: Object.fromEntries<Judgement>([...passes, ...changed]) },
  ]);
}

const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

test('each clause is newly failing, fixed, still failing, lost, not comparable or unchanged', () => {
  const before = run({
    'STM-FR-02': 'fail',
    'STM-FR-03': 'fail',
    'STM-GM-01': 'skip',
    'STM-TM-01': 'inconclusive',
  });
  const after = run({ 'STM-FR-03': 'fail', 'STM-GM-05': 'fail', 'STM-GM-06': 'error', 'STM-TM-01': 'fail' });
  const comparison = compareRuns(before, after);
  expect(ids(comparison.newlyFailing)).toEqual(['STM-GM-05']);
  expect(ids(comparison.fixed)).toEqual(['STM-FR-02']);
  expect(ids(comparison.stillFailing)).toEqual(['STM-FR-03']);
  expect(ids(comparison.lost)).toEqual(['STM-GM-06']);
  expect(ids(comparison.notComparable)).toEqual(['STM-TM-01', 'STM-GM-01']);
  expect(comparison.unchanged).toBe(6);
  expect([comparison.worse, comparison.cautions]).toEqual([true, []]);
});

type Verdicts = Readonly<Record<string, Verdict>>;

test.each<readonly [string, Verdicts, Verdicts, string]>([
  ['a MUST that fails now', {}, { 'STM-GM-05': 'fail' }, 'Worse'],
  ['a MUST that was lost', {}, { 'STM-GM-05': 'error' }, 'Not known'],
  ['a MUST that is left open now', {}, { 'STM-GM-05': 'inconclusive' }, 'Not known'],
  ['a SHOULD that is left open now', {}, { 'STM-FR-10': 'inconclusive' }, 'Nothing worse'],
  [
    'a MUST that fails now and was open',
    { 'STM-GM-05': 'inconclusive' },
    { 'STM-GM-05': 'fail' },
    'Not known',
  ],
  ['one that fails and one that is lost', {}, { 'STM-GM-05': 'fail', 'STM-FR-02': 'error' }, 'Worse'],
  ['a MUST that is open in both', { 'STM-GM-05': 'error' }, { 'STM-GM-05': 'error' }, 'Nothing worse'],
  ['a SHOULD that fails now', {}, { 'STM-FR-10': 'fail' }, 'Nothing worse'],
  ['a MUST that failed before too', { 'STM-GM-05': 'fail' }, { 'STM-GM-05': 'fail' }, 'Nothing worse'],
  ['a MUST that was not asked before', { 'STM-GM-05': 'skip' }, { 'STM-GM-05': 'fail' }, 'Nothing worse'],
  ['a MUST that is not asked now', {}, { 'STM-GM-05': 'skip' }, 'Nothing worse'],
])('%s: %j, %j: %s', (_, before, after, word) => {
  expect(comparisonWord(compareRuns(run(before), run(after))).word).toBe(word);
});

test('of a run that judged less than a verdict needs, nothing is known', () => {
  const before = run({});
  const blind = { ...before, headline: { ...before.headline, word: 'INCOMPLETE' as const } };
  expect(compareRuns(before, blind)).toMatchObject({ worse: false, unknown: true });
  expect(compareRuns(blind, blind)).toMatchObject({ worse: false, unknown: false });
});

test('cautions name what else differs: seed, clock, parameters, wording, a run that did not end', () => {
  const [suite] = START.suites;
  if (suite === undefined) throw new Error('the sample has a suite');
  const requirements = suite.requirements.map((one) =>
    one.id === 'STM-FR-02' ? { ...one, text: 'else' } : one,
  );
  const other = run(
    {},
    {
      seed: 1,
      version: '9.9.9',
      board: { ...START.board, name: 'bench', virtual: false },
      suites: [{ ...suite, requirements, parameters: { ...suite.parameters, idleGapMs: 20 } }],
    },
  );
  const { cautions } = compareRuns(run({}), other);
  for (const word of [
    'seed',
    'board',
    'version',
    'clock',
    'stm idleGapMs',
    'the wording or the level changed of STM-FR-02',
  ])
    expect(cautions.filter((caution) => caution.startsWith(word))).toHaveLength(1);
  const cut = summarize(SAMPLE.slice(0, 5));
  expect(compareRuns(run({}), cut).cautions).toContainEqual(
    expect.stringContaining('the second run did not end'),
  );
});

test('clauses that only one run knows are named', () => {
  const suites = START.suites.map((suite) => ({ ...suite, requirements: suite.requirements.slice(1) }));
  const fewer = summarize([{ ...START, suites }]);
  expect(compareRuns(run({}), fewer).onlyBefore).toEqual(['STM-FR-01']);
  expect(compareRuns(fewer, run({})).onlyAfter).toEqual(['STM-FR-01']);
});

const traffic = (scenario: string, ...chunks: readonly string[]): JournalEvent[] => [
  { type: 'scenario', at: 0, suite: 'stm', scenario },
  ...chunks.map((text): JournalEvent => {
    const [direction, hex = ''] = text.split(' ');
    return {
      type: 'chunk',
      link: 'main',
      direction: direction === 'tx' ? 'tx' : 'rx',
      notBefore: 0,
      notAfter: 0,
      hex,
    };
  }),
];

test('the first changed answer is found, and none after different bytes were sent', () => {
  const before = exchangesOf([
    ...traffic('a', 'tx 01', 'rx 10', 'rx 11', 'tx 02', 'rx 20', 'tx 03', 'rx 30'),
    ...traffic('b', 'tx 01', 'rx 10', 'tx 05', 'rx 50'),
    ...traffic('c', 'tx 07'),
  ]);
  const after = exchangesOf([
    ...traffic('a', 'tx 01', 'rx 1011', 'tx 02', 'rx 21', 'tx 03', 'rx 31'),
    ...traffic('b', 'tx 01', 'rx 10', 'tx 06', 'rx 51'),
    ...traffic('c', 'tx 07', 'rx 70'),
  ]);
  expect(answerChanges(before, after)).toEqual([
    { scenario: 'a', link: 'main', alike: 1, sent: '02', before: '20', after: '21' },
    { scenario: 'c', link: 'main', alike: 0, sent: '07', before: '', after: '70' },
  ]);
});

test('of long changed answers, the bytes around the first difference are shown, different ones marked', () => {
  const change = { scenario: 'a', link: 'main', alike: 0, sent: '01' };
  const long = '11'.repeat(20);
  const shown = (before: string, after: string): readonly string[] =>
    differingBytes({ ...change, before, after }).map(
      ({ from, bytes, isCut }) =>
        `${from}: ${bytes.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(' ')}${isCut ? ' …' : ''}`,
    );
  const same = Array.from({ length: 10 }, () => '11').join(' ');
  expect(shown(`${long}aabb`, `${long}aa`)).toEqual([`10: ${same} AA [BB]`, `10: ${same} AA`]);
  expect(shown(`${long}aabb${long}`, `${long}aacc${long}`)).toEqual([
    '17: 11 11 11 AA [BB] 11 11 11 11 11 11 11 …',
    '17: 11 11 11 AA [CC] 11 11 11 11 11 11 11 …',
  ]);
  expect(shown('1011', '')).toEqual(['0: [10] [11]', '0: ']);
});

test('text from a board is no markup and does not control a terminal', () => {
  const [before, after] = [run({}), run({ 'STM-GM-05': 'fail' }, {}, HOSTILE)];
  const comparison = compareRuns(before, after);
  expect(comparisonHtml(before, after, comparison, [])).not.toContain('<script>alert');
  const same = (text: string): string => text;
  const paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
  const text = comparisonText(comparison, [], { paint, columns: 100 });
  expect(text).toContain('STM-GM-05 MUST  pass → fail');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

function histogram(values: readonly number[], width = 1): HistogramRecord {
  const sorted = [...values].sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (const value of sorted) {
    const bucket = Math.floor(value / width) * width;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    type: 'histogram',
    suite: 's',
    requirement: 'S-TM-01',
    name: 'answer',
    unit: 'us',
    count: sorted.length,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    buckets: [...counts],
  };
}

/** Long-tailed like latencies: very different from a normal distribution. */
function latencies(seed: number, count: number, more = 0): number[] {
  const draws = fc.sample(fc.noBias(fc.integer({ min: 1, max: 1_000_000 })), { seed, numRuns: count });
  return draws.map((draw) => 1000 + more + Math.round(-300 * Math.log(draw / 1_000_001)));
}

test('the shift is the median of all differences, computed by hand', () => {
  const [a, b] = [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [3, 5, 6, 8, 10, 11, 12, 15],
  ];
  const all = a.flatMap((x) => b.map((y) => y - x)).sort((x, y) => x - y);
  expect(shiftBetween(histogram(a), histogram(b))?.shift).toBe(all[31]);
});

test('for two samples of one distribution the interval excludes 0 about once in a hundred times', () => {
  let wrong = 0;
  for (let seed = 0; seed < 400; seed++) {
    const shift = shiftBetween(histogram(latencies(seed, 40)), histogram(latencies(seed + 5000, 60)));
    if (shift !== undefined && (shift.low > 0 || shift.high < 0)) wrong++;
  }
  expect(wrong).toBeLessThan(14);
});

test('the interval contains the true shift, and a large shift is detected, in buckets too', () => {
  let held = 0;
  for (let seed = 0; seed < 200; seed++) {
    const [a, b] = [latencies(seed, 200), latencies(seed + 5000, 150, 150)];
    const shift = shiftBetween(histogram(a, 20), histogram(b, 20));
    if (shift === undefined) throw new Error('enough values');
    expect(shift.low).toBeGreaterThan(20);
    if (shift.low <= 150 + 20 && shift.high >= 150 - 20) held++;
  }
  expect(held).toBeGreaterThan(190);
});

test('too few values give no shift', () => {
  expect(shiftBetween(histogram([1, 2, 3, 4, 5, 6, 7]), histogram(latencies(1, 100)))).toBeUndefined();
});
