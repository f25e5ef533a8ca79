import type { AccountingRecord, RunEnd, Verdict } from '../../scenarios/record';
import { exitCode, runHeadline } from './headline';
import { countVerdicts } from './verdicts';

interface Told {
  readonly outcome?: RunEnd['outcome'];
  readonly accounting?: readonly AccountingRecord[];
  readonly leastJudged?: number;
  readonly damage?: string;
  readonly isTrace?: boolean;
  readonly link?: string;
}

/** Verdicts of two MUSTs and a SHOULD. */
function judged(verdicts: readonly Verdict[], told: Told = {}) {
  const levels = ['MUST', 'MUST', 'SHOULD'] as const;
  const list = verdicts.map((verdict, at) => ({ level: levels[at] ?? 'MUST', verdict }));
  const isOpen = (verdict: Verdict | undefined) => verdict === 'error' || verdict === 'inconclusive';
  const outcome = told.outcome ?? 'done';
  const headline = runHeadline({
    unselected: 0,
    counts: countVerdicts(list),
    outcome,
    damage: told.damage,
    open: ['A-01', 'A-02'].filter((_, at) => isOpen(verdicts[at])),
    accounting: told.accounting ?? [],
    leastJudged: told.leastJudged ?? 95,
    isTrace: told.isTrace ?? false,
    link: told.link,
  });
  return { ...headline, code: exitCode({ headline, outcome }) };
}

test.each([
  ['done', ['pass', 'pass', 'pass'], 'PASS', 0],
  ['done', ['pass', 'pass', 'fail'], 'PASS', 0],
  ['done', ['pass', 'skip', 'error'], 'PASS', 0],
  ['done', ['pass', 'skip', 'inconclusive'], 'PASS', 0],
  ['done', ['skip', 'skip', 'pass'], 'PASS', 0],
  ['done', ['pass', 'fail', 'pass'], 'FAIL', 1],
  ['done', ['error', 'fail', 'inconclusive'], 'FAIL', 1],
  ['silent', ['pass', 'fail', 'pass'], 'FAIL', 1],
  ['timeout', ['pass', 'fail', 'pass'], 'FAIL', 1],
  ['lost', ['pass', 'fail', 'pass'], 'FAIL', 1],
  ['done', ['pass', 'error', 'pass'], 'INCOMPLETE', 3],
  ['done', ['pass', 'inconclusive', 'pass'], 'INCOMPLETE', 3],
  ['done', ['inconclusive', 'skip', 'skip'], 'NOT JUDGED', 3],
  ['done', ['skip', 'inconclusive', 'error'], 'NOT JUDGED', 3],
  ['done', ['skip', 'skip', 'skip'], 'NOT JUDGED', 3],
  ['silent', ['pass', 'inconclusive', 'pass'], 'INCOMPLETE', 3],
  ['timeout', ['pass', 'inconclusive', 'pass'], 'INCOMPLETE', 3],
  ['lost', ['pass', 'pass', 'pass'], 'INCOMPLETE', 3],
  ['unreachable', ['error', 'error', 'error'], 'NOT JUDGED', 3],
  ['interrupted', ['fail', 'error', 'pass'], 'FAIL', 130],
] as const)('%s with %j is %s, exit code %d', (outcome, verdicts, word, code) => {
  const found = judged(verdicts, { outcome });
  expect([found.word, found.code]).toEqual([word, code]);
});

const few = (judged: number, unjudged: AccountingRecord['unjudged']) => ({
  accounting: [{ judged, unjudged }],
});
const ALL = ['pass', 'pass', 'pass'] as const;

test('a pass needs 95 of 100 exchanges judged in each suite, or what was asked for; a failure needs none', () => {
  expect(judged(ALL, few(95, { 'left-open': 5 })).word).toBe('PASS');
  const blind = judged(ALL, few(94, { 'left-open': 6 }));
  expect([blind.word, blind.code]).toEqual(['INCOMPLETE', 3]);
  expect(blind.text).toContain(
    '94 of 100 exchanges judged; 6 not, because the specification leaves it open (a pass needs 95 %).',
  );
  expect(judged(ALL, { ...few(94, { 'left-open': 6 }), leastJudged: 94 }).word).toBe('PASS');
  expect(judged(ALL, { ...few(99, { 'left-open': 1 }), leastJudged: 100 }).word).toBe('INCOMPLETE');
  const other = { judged: 10_000, unjudged: {} };
  expect(judged(ALL, { accounting: [other, { judged: 1, unjudged: { 'bytes-lost': 1 } }] }).code).toBe(3);
  expect(judged(['fail', 'pass', 'pass'], few(0, { 'left-open': 6 })).code).toBe(1);
  expect(judged(ALL, { accounting: [] }).next).toBeUndefined();
});

test.each([
  [ALL, few(1, { 'bytes-lost': 2, 'left-open': 1 }), 'close other programs and run again'],
  [
    ALL,
    { ...few(80, { 'state-unknown': 20 }), isTrace: true },
    'give a trace that begins at a reset of the board; or accept it with --least-judged 80',
  ],
  [
    ['pass', 'inconclusive', 'pass'],
    {},
    'do what the reasons ask for, close other programs, and run again with --only A-02',
  ],
  [
    ['pass', 'inconclusive', 'pass'],
    { link: 'virtual:stm' },
    'do what the reasons ask for, and run again with --only A-02',
  ],
  [
    ['inconclusive', 'inconclusive', 'pass'],
    { isTrace: true },
    'give a longer trace that shows A-01,A-02, or leave them out by --skip',
  ],
  [['skip', 'skip', 'skip'], { isTrace: true }, 'give a trace that shows these clauses'],
  [ALL, { outcome: 'timeout' }, 'run again with more --time'],
  [ALL, { damage: 'it is cut' }, 'give a recording that is whole'],
] as const)('%j, %j: what to do next', (verdicts, told, next) => {
  expect(judged(verdicts, told).next).toBe(next);
});
