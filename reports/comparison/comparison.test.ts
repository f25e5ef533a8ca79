import type { JournalEvent, RunStart, Verdict } from '../../scenarios/record';
import { compareRuns, comparisonWord } from './comparison';
import { comparisonHtml } from './comparison-html';
import { comparisonText, differingBytes } from './comparison-text';
import { answerChanges, exchangesOf } from './answer-changes';
import { sampleRunStart } from '../testing/sample-catalogue';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';
import type { Judgement } from '../text/verdicts';

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
