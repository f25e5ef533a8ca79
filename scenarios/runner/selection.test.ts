import { byteSuite, CLAUSES, scenario } from '../testing/byte-board';
import { Selection } from './selection';

const none = (): Promise<void> => Promise.resolve();
const FIRST = scenario('first', ['B-XX-01'], none);
const BOTH = scenario('both', ['B-XX-02', 'B-XX-03'], none);
const SUITES = [byteSuite([FIRST, BOTH])];

function kept(only: readonly string[], skip: readonly string[] = []): string {
  const selection = Selection.of(SUITES, only, skip);
  const clauses = CLAUSES.filter(({ id }) => selection.leftOut(id) === undefined).map(({ id }) =>
    id.slice(-2),
  );
  const scenarios = [FIRST, BOTH].filter((one) => selection.includes(one)).map(({ title }) => title);
  return `${clauses.join(' ')}: ${scenarios.join(' ')}`;
}

test.each([
  [[], [], '01 02 03: first both'],
  [['B-XX-02'], [], '02: both'],
  [['b-xx-02'], [], '02: both'],
  [['B-XX'], [], '01 02 03: first both'],
  [['B-XX-01', 'B-XX-03'], [], '01 03: first both'],
  [['byte/both'], [], '02 03: both'],
  [[], ['B-XX-01'], '02 03: both'],
  [[], ['byte/both'], '01: first'],
  [['B-XX'], ['B-XX-02', 'B-XX-03'], '01: first'],
  [['B-XX-01'], ['B-XX-01'], ': '],
])('--only %j --skip %j leaves %s', (only, skip, left) => {
  expect(kept(only, skip)).toBe(left);
});

test.each(['STM-FR-01', 'B-XX-04', '', 'BOTH', 'byte/'])(
  'the pattern %j fits nothing, and is reported',
  (pattern) => {
    expect(() => kept([pattern])).toThrow(`no clause or scenario '${pattern}' in byte`);
    expect(() => kept([], [pattern])).toThrow(`no clause or scenario '${pattern}' in byte`);
  },
);

test('a clause asks for all scenarios that cover it, a scenario for itself alone', () => {
  const general = { ...FIRST, id: 'byte/general', title: 'general', covers: ['B-XX-01', 'B-XX-02'] };
  const suite = byteSuite([general, BOTH]);
  const titles = (only: readonly string[]): string => {
    const selection = Selection.of([suite], only, []);
    return suite.scenarios
      .filter((one) => selection.includes(one))
      .map(({ title }) => title)
      .join(' ');
  };
  expect([titles(['B-XX-02']), titles(['byte/both']), titles(['B-XX-03'])]).toEqual([
    'general both',
    'both',
    'both',
  ]);
});

test('who skips a scenario skips what it alone covers, and no failure that another shows', () => {
  const general = { ...FIRST, id: 'byte/general', title: 'general', covers: ['B-XX-01', 'B-XX-02'] };
  const selection = Selection.of([byteSuite([general, BOTH])], [], ['byte/general', 'B-XX-03']);
  const left = CLAUSES.map(({ id }) => selection.leftOut(id));
  expect(left).toEqual(['left out by --skip', undefined, 'left out by --skip']);
  expect([selection.includes(general), selection.includes(BOTH)]).toEqual([false, true]);
  expect(CLAUSES.map(({ id }) => selection.counts(id, 'fail'))).toEqual([true, true, false]);
  expect(selection.counts('B-XX-01', 'pass')).toBe(false);
});

test('an id that is a prefix of another selects only itself', () => {
  const more = [...CLAUSES, { ...CLAUSES[0]!, id: 'B-XX-011' }];
  const suite = { ...byteSuite([FIRST]), requirements: more };
  expect(Selection.of([suite], ['B-XX-01'], []).leftOut('B-XX-011')).toBe('not among --only');
});

test('the reason for leaving something out uses the words of the command line', () => {
  const selection = Selection.of(SUITES, ['B-XX-01', 'B-XX-02'], ['B-XX-02']);
  expect(selection.leftOut('B-XX-02')).toBe('left out by --skip');
  expect(selection.leftOut('B-XX-03')).toBe('not among --only');
  expect(Selection.all.leftOut('B-XX-03')).toBeUndefined();
});

test.each([
  ['b-xx-02', '02: both'],
  ['FIRST', '01: first'],
  ['CLAUSE 3', '03: both'],
])('-k %j selects by ids, texts and titles, in letters of any case', (text, left) => {
  const selection = Selection.of(SUITES, [], [], text);
  const clauses = CLAUSES.filter(({ id }) => selection.leftOut(id) === undefined);
  const scenarios = [FIRST, BOTH].filter((one) => selection.includes(one)).map(({ title }) => title);
  expect(`${clauses.map(({ id }) => id.slice(-2)).join(' ')}: ${scenarios.join(' ')}`).toBe(left);
});

test('-k narrows --only, and a text that nothing has gets the nearest word', () => {
  const selection = Selection.of(SUITES, ['B-XX-02', 'B-XX-01'], [], 'both');
  expect(selection.leftOut('B-XX-02')).toBeUndefined();
  expect(selection.leftOut('B-XX-01')).toBe('not among -k');
  expect(selection.leftOut('B-XX-03')).toBe('not among --only');
  expect(selection.counts('B-XX-01', 'fail')).toBe(true);
  expect([FIRST, BOTH].map((one) => selection.includes(one))).toEqual([false, true]);
  expect(() => Selection.of(SUITES, [], [], 'frist')).toThrow(
    "no clause or scenario with 'frist' in byte: did you mean first?",
  );
});
