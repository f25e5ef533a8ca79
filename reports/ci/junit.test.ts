import { junitReport } from './junit';
import { judgedJournal, SAMPLE_CLAUSES } from '../testing/judged-journal';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';
import type { AccountingRecord, JournalEvent } from '../../scenarios/record';
import { exitCode } from '../text/headline';
import { readXml, type Element } from '../testing/xml-reader';

const journal = sampleJournal();
const DRAWN = new Date('2026-11-27T10:00:00.000Z');
const read = (events = journal): Element => readXml(junitReport(summarize(events), DRAWN));

function testcases(root: Element): Map<string, Element> {
  const all = root.children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
  return new Map(all.map((element) => [(element.attributes['name'] ?? '').split(' ')[0] ?? '', element]));
}

describe('junit.xml', () => {
  const root = read();
  const cases = testcases(root);

  test('a failed MUST is a failure with expected, seen and bytes', () => {
    const [failure] = cases.get('STM-FR-02')?.children ?? [];
    expect(failure).toMatchObject({ name: 'failure', attributes: { type: 'MUST' } });
    expect(failure?.text).toContain('expected  exactly one Error (01), and no game');
    expect(failure?.text).toContain('seen      the answer to Start: 01 FF FE');
    expect(failure?.text).toContain('sent  01 FF 00');
  });

  test('a failed SHOULD passes, and the suite says so', () => {
    expect(cases.get('STM-FR-10')?.children).toEqual([]);
    const out = root.children[0]?.children.find(({ name }) => name === 'system-out');
    expect(out?.text).toMatch(/^WARNING [^]*STM-FR-10 SHOULD/);
  });

  test('an inconclusive MUST is an error, a skipped clause is skipped, each with the reason', () => {
    expect(cases.get('STM-TM-02')?.children[0]).toMatchObject({
      name: 'error',
      attributes: { type: 'inconclusive', message: '1 of 12 could not be told' },
    });
    expect(cases.get('STM-TM-03')?.children[0]?.name).toBe('skipped');
    expect(cases.get('STM-GM-06')?.children).toEqual([]);
  });
});

const FEW: AccountingRecord = { judged: 3, unjudged: { 'left-open': 7 } };

test.each<readonly [string, number, readonly JournalEvent[]]>([
  ['all held', 0, judgedJournal({})],
  ['a SHOULD is open', 0, judgedJournal({ 'STM-FR-10': 'inconclusive' })],
  ['a SHOULD could not be judged', 0, judgedJournal({ 'STM-FR-10': 'error' })],
  ['a MUST is skipped', 0, judgedJournal({ 'STM-TM-03': 'skip' })],
  [
    'a MUST failed, and --bail left another open',
    1,
    judgedJournal({ 'STM-GM-01': 'fail', 'STM-TM-02': 'inconclusive' }).map((one) =>
      one.type === 'run-end' ? { ...one, outcome: 'bailed' } : one,
    ),
  ],
  ['a MUST is open', 3, judgedJournal({ 'STM-TM-02': 'inconclusive' })],
  ['a MUST could not be judged', 3, judgedJournal({ 'STM-TM-02': 'error' })],
  ['few exchanges were judged', 3, judgedJournal({}, FEW)],
  ['few exchanges were judged, and a MUST failed', 1, judgedJournal({ 'STM-GM-01': 'fail' }, FEW)],
  ['the record stops', 3, judgedJournal({}).slice(0, 3)],
  [
    'the board was lost',
    3,
    judgedJournal({}).map((one) => (one.type === 'run-end' ? { ...one, outcome: 'lost' } : one)),
  ],
  ['nothing was tried', 3, judgedJournal(Object.fromEntries(SAMPLE_CLAUSES.map((id) => [id, 'skip'])))],
])('JUnit is green where the exit code is 0, and red where it is not: %s, %d', (_, code, events) => {
  const summary = summarize(events);
  expect(exitCode(summary)).toBe(code);
  const [suite] = readXml(junitReport(summary, DRAWN)).children;
  const all = suite?.children.filter(({ name }) => name === 'testcase') ?? [];
  const having = (element: string) => all.filter(({ children }) => children[0]?.name === element).length;
  expect(suite?.attributes).toMatchObject({
    tests: String(all.length),
    failures: String(having('failure')),
    errors: String(having('error')),
    skipped: String(having('skipped')),
  });
  expect([having('failure') > 0, having('error') > 0]).toEqual([code === 1, code === 3]);
});

test('a suite has a property with what was judged of its exchanges', () => {
  const properties = read(judgedJournal({}, FEW)).children[0]?.children[0]?.children ?? [];
  expect(properties.map(({ attributes }) => attributes)).toContainEqual({
    name: 'exchanges',
    value: '3 of 10 exchanges judged; 7 not, because the specification leaves it open',
  });
});

test('a journal that stops at any line gives well-formed XML, and errors for clauses that were not judged', () => {
  for (let length = 0; length < journal.length; length += 1) read(journal.slice(0, length));
  const [error] = testcases(read(journal.slice(0, 3))).get('STM-TM-03')?.children ?? [];
  expect(error).toMatchObject({
    name: 'error',
    attributes: { message: 'the run ended before it was judged' },
  });
});

test('text from a board is neither markup nor illegal in XML', () => {
  const hostile = sampleJournal(HOSTILE);
  const text = testcases(read(hostile)).get('STM-FR-02')?.children[0]?.text ?? '';
  expect(text).toContain('<script>alert(1)</script>"\'&]]>\\x1B[31m');
  for (let length = 0; length < hostile.length; length += 1) read(hostile.slice(0, length));
});
