import type { JournalEvent } from '../../scenarios/record';
import { ctrfReport } from './ctrf';
import { sampleRunStart } from '../testing/sample-catalogue';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';

interface Report {
  results: {
    summary: Record<string, number>;
    tests: {
      name: string;
      status: string;
      message?: string;
      trace?: string;
    }[];
    extra: Record<string, unknown> & { requirements: Record<string, string> };
  };
}

const DRAWN = new Date('2026-11-27T10:00:00.000Z');

function report(events: readonly JournalEvent[]): Report {
  return JSON.parse(ctrfReport(summarize(events), DRAWN)) as Report;
}

const journal = sampleJournal();

describe('results.json', () => {
  const { results } = report(journal);
  const test1 = (id: string): Report['results']['tests'][number] | undefined =>
    results.tests.find(({ name }) => name.startsWith(`${id} `));

  test('a failed SHOULD turns no viewer red', () => {
    expect(test1('STM-FR-10')).toMatchObject({
      status: 'other',
      rawStatus: 'fail',
      tags: ['SHOULD', 'profile', 'warning'],
    });
    expect(results.extra['warnings']).toEqual(['STM-FR-10']);
  });

  test('a failed MUST says what was expected and seen, with the bytes', () => {
    const failed = test1('STM-FR-02');
    expect(failed?.status).toBe('failed');
    expect(failed?.message).toContain('Start with the checksum 00');
    expect(failed?.trace).toContain('exactly one Error (01), and no game');
    expect(failed?.trace).toContain('01 FF 00');
    expect(failed?.trace).toContain('at least 4 more checks like these are left out');
  });

  test('says what was judged of the wire, where it was counted', () => {
    expect(results.extra).not.toHaveProperty('accounting');
    const accounting = { judged: 9, unjudged: { 'bytes-lost': 2 } };
    const counted = journal.map((event): JournalEvent =>
      event.type === 'scenario-end' && event.scenario === 'stm/games' ? { ...event, accounting } : event,
    );
    expect(report(counted).results.extra).toMatchObject({ accounting, leastJudged: 95 });
  });

  test('starts at the wall time, a virtual run at the date of its journal', () => {
    const start = { ...sampleRunStart(), startedAt: '2026-03-01T10:00:00.000Z' };
    const timed = report([start, ...journal.slice(1)]).results.summary;
    expect([timed['start'], timed['stop']]).toEqual([1_772_359_200_000, 1_772_359_209_800]);
    const virtual = report(journal).results.summary;
    expect([virtual['start'], virtual['stop']]).toEqual([DRAWN.getTime(), DRAWN.getTime() + 9800]);
  });
});

describe('results.json of a journal that stops', () => {
  test('a clause that was not judged is an error', () => {
    expect(report(journal.slice(0, 2)).results.extra.requirements).toMatchObject({ 'STM-TM-03': 'error' });
  });
});

test('a line of a megabyte and the name of a link are bounded and escaped everywhere', () => {
  const text = JSON.stringify(report(sampleJournal(HOSTILE + 'A'.repeat(1_000_000))));
  expect(text.length).toBeLessThan(200_000);
  // JSON itself escapes the remaining C0 controls, as \u001b.
  expect(text).not.toMatch(/[\p{Cf}\p{Cs}\x7f-\x9f]|(?<!\\)\\u00[01]/u);
});

test('text from a board is escaped, for viewers that print it raw', () => {
  const { results } = report(sampleJournal(HOSTILE));
  const texts = results.tests.flatMap(({ message, trace }) => [message ?? '', ...(trace ?? '').split('\n')]);
  expect(texts.join('')).toContain('\\x1B[31m');
  for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
});
