import { junitReport } from './junit';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';
import type { JournalEvent } from '../../scenarios/record';
import { readXml, type Element } from '../testing/xml-reader';

const journal = sampleJournal();
const read = (events = journal): Element => readXml(junitReport(summarize(events)));

function testcases(root: Element): Map<string, Element> {
  const all = root.children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
  return new Map(all.map((element) => [(element.attributes['name'] ?? '').split(' ')[0] ?? '', element]));
}

describe('junit.xml', () => {
  const root = read();
  const cases = testcases(root);

  test('has one testcase per requirement and counts that add up', () => {
    expect(root.name).toBe('testsuites');
    expect(cases.size).toBe(12);
    expect(root.children[0]?.attributes).toMatchObject({
      name: 'stm',
      tests: '12',
      failures: '2',
      errors: '1',
      skipped: '1',
      timestamp: '1970-01-01T00:00:00',
    });
  });

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

  test('an inconclusive SHOULD is skipped', () => {
    const verdicts = {
      'STM-FR-10': { verdict: 'inconclusive', checks: 1, reason: 'near the limit' },
    } as const;
    const end = { ...journal.at(-1), verdicts } as JournalEvent;
    const [skipped] = testcases(read([...journal.slice(0, -1), end])).get('STM-FR-10')?.children ?? [];
    expect(skipped).toMatchObject({
      name: 'skipped',
      attributes: { message: 'inconclusive: near the limit' },
    });
  });

  test('a case is named by the id of its clause alone', () => {
    const named = root.children[0]?.children.filter(({ name }) => name === 'testcase') ?? [];
    expect(named[0]?.attributes['name']).toBe('STM-FR-01');
    expect(named[0]?.attributes['classname']).toMatch(/^stm\./);
  });

  test('names seed, board and command', () => {
    const properties = root.children[0]?.children.find(({ name }) => name === 'properties')?.children ?? [];
    const named = new Map(properties.map(({ attributes }) => [attributes['name'], attributes['value']]));
    expect(named.get('seed')).toBe('20481');
    expect(named.get('board')).toBe('virtual:stm+crc-ignored');
    expect(named.get('idleGapMs')).toBe('50');
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
