import type { JournalEvent } from '../../scenarios/record';
import { sampleRunStart } from '../testing/sample-catalogue';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize, type RunSummary } from './summary';

const journal = sampleJournal();

function verdicts(summary: RunSummary): Record<string, string> {
  return Object.fromEntries(summary.requirements.map(({ id, verdict }) => [id, verdict]));
}

function upTo(type: JournalEvent['type'], nth: number): readonly JournalEvent[] {
  const at = journal.flatMap((event, index) => (event.type === type ? [index] : []))[nth - 1];
  return journal.slice(0, (at ?? 0) + 1);
}

describe('a whole journal', () => {
  const summary = summarize(journal);

  test('has the verdicts of the run', () => {
    expect(verdicts(summary)).toEqual({
      'STM-FR-01': 'pass',
      'STM-FR-02': 'fail',
      'STM-FR-03': 'pass',
      'STM-FR-08': 'pass',
      'STM-FR-10': 'fail',
      'STM-TM-01': 'pass',
      'STM-TM-02': 'inconclusive',
      'STM-TM-03': 'skip',
      'STM-TM-04': 'pass',
      'STM-GM-01': 'pass',
      'STM-GM-05': 'fail',
      'STM-GM-06': 'pass',
    });
    expect(summary.outcome).toBe('done');
    expect(summary.exchanges).toBe(7_004);
    expect(summary.duration).toBe(9_800_000);
  });

  test('a failed SHOULD stays fail and is a warning, not a failure', () => {
    expect(summary.warnings.map(({ id }) => id)).toEqual(['STM-FR-10']);
    expect(summary.failures.map(({ id }) => id)).toEqual(['STM-FR-02', 'STM-GM-05']);
    expect(summary.notJudged.map(({ id }) => id)).toEqual(['STM-TM-02', 'STM-TM-03']);
  });

  test('keeps a bounded number of deciding checks and counts the rest', () => {
    const failed = summary.requirements.find(({ id }) => id === 'STM-FR-02');
    expect(failed?.deciding).toHaveLength(8);
    expect(failed?.decidingLeftOut).toBe(4);
    expect(failed?.deciding[0]?.at).toBe(1_300);
    expect(failed?.checks).toBe(96);
  });

  test('gives each requirement its scenarios and its share of the time', () => {
    const crc = summary.requirements.find(({ id }) => id === 'STM-FR-01');
    expect(crc?.scenarios).toEqual(['stm/checksum', 'stm/games']);
    expect(crc?.share).toBeCloseTo(20_000 / 2 + 8_400_000 / 5, 3);
    const shares = summary.requirements.reduce((sum, { share }) => sum + share, 0);
    expect(shares).toBeCloseTo(summary.suites[0]?.scenarios.reduce((sum, { span }) => sum + span, 0) ?? 0, 3);
  });
});

describe('a journal that stops', () => {
  test('at any line gives every requirement of the catalogue a verdict', () => {
    for (let length = 1; length < journal.length; length += 1) {
      const summary = summarize(journal.slice(0, length));
      expect(summary.requirements).toHaveLength(12);
      expect(summary.outcome).toBe('cut-off');
      expect(summary.headline.word).not.toBe('PASS');
    }
  });

  test('before any event has no judgement', () => {
    const summary = summarize([]);
    expect(summary.requirements).toEqual([]);
    expect(summary.headline.word).toBe('NOT JUDGED');
    expect(summary.start).toBeUndefined();
  });

  test('after the first scenario keeps its verdicts; other clauses are errors', () => {
    const summary = summarize(upTo('scenario-end', 1));
    expect(verdicts(summary)).toMatchObject({
      'STM-FR-02': 'fail',
      'STM-FR-03': 'error',
      'STM-TM-03': 'error',
    });
    const open = summary.requirements.find(({ id }) => id === 'STM-TM-03');
    expect(open?.reason).toBe('the run ended before it was judged');
    expect(summary.headline.word).toBe('FAIL');
  });

  test('a clause that passed in only some of its scenarios has not passed', () => {
    const crc = summarize(upTo('scenario-end', 1)).requirements.find(({ id }) => id === 'STM-FR-01');
    expect(crc).toMatchObject({ verdict: 'inconclusive', checks: 40 });
    expect(crc?.reason).toContain('when 1 of 2 scenarios that cover it were done');
  });

  test('within a scenario counts the checks that were made', () => {
    const summary = summarize(upTo('check', 2));
    expect(verdicts(summary)).toMatchObject({
      'STM-FR-01': 'inconclusive',
      'STM-FR-02': 'fail',
      'STM-FR-08': 'error',
    });
    expect(summary.suites[0]?.scenarios.map(({ state }) => state)).toEqual([
      'cut',
      'not tried',
      'not tried',
      'not tried',
      'not tried',
    ]);
  });

  test('without a failure is incomplete, not passed', () => {
    const passing = journal.filter(
      (event) => event.type !== 'run-end' && !JSON.stringify(event).includes('"fail"'),
    );
    expect(summarize(passing).headline.word).toBe('INCOMPLETE');
    expect(summarize(passing.slice(0, 5)).headline.word).toBe('NOT JUDGED');
  });
});

describe('odd journals', () => {
  test('a failure outside the catalogue is not hidden', () => {
    const stray = journal.flatMap((event) =>
      event.type === 'check' ? [{ ...event, requirement: 'constructor' }] : [],
    );
    const summary = summarize([...journal.slice(0, 1), ...stray]);
    expect(verdicts(summary)).toMatchObject({ constructor: 'fail' });
    expect(summary.headline.word).toBe('FAIL');
  });

  test('requirement ids that are names of object properties have no other meaning', () => {
    const clause = { id: '__proto__', level: 'MUST', origin: 'profile', group: 'g', text: 't' } as const;
    const suite = { id: 's', title: 's', requirements: [clause], parameters: {}, scenarios: [] };
    const run: JournalEvent = { ...sampleRunStart(), suites: [suite] };
    expect(summarize([run]).requirements[0]).toMatchObject({ id: '__proto__', verdict: 'error' });
  });

  test('hostile text changes no verdict', () => {
    expect(verdicts(summarize(sampleJournal(HOSTILE)))).toEqual(verdicts(summarize(journal)));
  });

  test.each([
    ['lost', 'INCOMPLETE', 'The board was lost'],
    ['interrupted', 'INCOMPLETE', 'interrupted'],
    ['silent', 'INCOMPLETE', 'stopped answering'],
    ['never-quiet', 'INCOMPLETE', 'never stopped sending'],
  ] as const)('a run that was %s is never a pass', (outcome, word, words) => {
    const end = {
      type: 'run-end',
      at: 5,
      outcome,
      verdicts: { 'STM-FR-01': { verdict: 'pass', checks: 1 } },
      exchanges: 1,
    } as const;
    const { headline } = summarize([...journal.slice(0, 1), end]);
    expect(headline.word).toBe(word);
    expect(headline.text).toContain(words);
  });
});

test('what was judged of the wire is summed by suite, also where the journal stops; an older one has no numbers', () => {
  const counted = journal.map((event): JournalEvent =>
    event.type === 'scenario-end'
      ? { ...event, accounting: { judged: 10, unjudged: { 'left-open': 1 } } }
      : event,
  );
  const scenarios = journal.filter(({ type }) => type === 'scenario-end').length;
  const all = { judged: 10 * scenarios, unjudged: { 'left-open': scenarios } };
  expect(summarize(counted)).toMatchObject({
    accounting: all,
    suites: [{ accounting: all }],
    leastJudged: 95,
  });
  const second = counted.findIndex(({ type }) => type === 'scenario-end') + 1;
  expect(summarize(counted.slice(0, second)).accounting).toEqual({
    judged: 10,
    unjudged: { 'left-open': 1 },
  });
  expect(summarize(journal)).not.toHaveProperty('accounting');
});

test('a run has its own share of exchanges that a pass needs', () => {
  expect(summarize([{ ...sampleRunStart(), leastJudged: 80 }, ...journal.slice(1)]).leastJudged).toBe(80);
});
