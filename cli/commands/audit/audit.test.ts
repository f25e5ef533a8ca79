import { createColors } from 'picocolors';
import { boardNamed } from '../../../scenarios/testing/loaded-protocols';
import { auditRow, type AuditRow } from './audit-row';
import { auditTable } from './audit';
import type { CampaignFinding } from './audit-messages';
import { fuzzRow, conclusion } from './fuzz-audit';
import { countLines } from './audit-runner';

describe('the row of an audit', () => {
  const { kind, defects } = boardNamed('stm+crc-ignored');
  const [defect] = defects;
  const finding = (
    verdicts: Record<string, 'pass' | 'fail' | 'error' | 'inconclusive' | 'skip'>,
    outcome = 'done',
  ) => ({
    verdicts,
    outcome,
    duration: 95e6,
  });

  test.each(['pass', 'inconclusive', 'error', 'skip'] as const)(
    'a defect with the verdict %s is missed',
    (verdict) => {
      const row = auditRow({ kind, defect }, finding({ 'STM-FR-02': verdict, 'STM-GM-01': 'fail' }));
      expect([row.good, row.verdict, row.others]).toEqual([false, verdict, ['STM-GM-01']]);
    },
  );

  test('another clause that fails does not catch it, its own does', () => {
    const row = auditRow({ kind, defect }, finding({ 'STM-FR-02': 'fail', 'STM-GM-01': 'pass' }));
    expect([row.good, row.others]).toEqual([true, []]);
  });

  test('the table has a line for each board, and the kill rate', async () => {
    const rows = [
      auditRow({ kind, defect: undefined }, finding({ 'STM-FR-02': 'pass' })),
      auditRow({ kind, defect }, finding({ 'STM-FR-02': 'fail', 'STM-GM-01': 'fail' })),
    ];
    const stdout = await printed(rows);
    expect(stdout).toMatch(/^Audit: 2 runs, seed 5\n/);
    expect(stdout).toMatch(/\n✓ stm \(conformant\) +passed\n/);
    expect(stdout).toMatch(/\n✓ stm\+crc-ignored +STM-FR-02 +caught +STM-GM-01\n/);
    expect(stdout).toMatch(/\n✓ kill rate 1 of 1 defects caught \(100\.0 %\)\n$/);
  });

  test('as on a real board: the table ends with both kill rates and the time of each board', async () => {
    const rows = [
      auditRow({ kind, defect: undefined }, finding({ 'STM-FR-02': 'pass' })),
      auditRow({ kind, defect }, finding({ 'STM-FR-02': 'inconclusive', 'STM-GM-01': 'fail' })),
    ];
    const stdout = await printed(rows, { asReal: true });
    expect(stdout).toMatch(/^Audit: 2 runs, seed 5, judged as on a real board\n/);
    expect(stdout).toMatch(/\n {2}stm +0 of 1 caught, 1 with any failure; a conformant one takes 95 s\n/);
  });

  async function printed(rows: readonly AuditRow[], { asReal = false } = {}): Promise<string> {
    const table = auditTable(rows, 5, asReal, createColors(false));
    return [...table.head, ...rows.map((row) => table.row(row)), '', ...(await table.end(rows)), ''].join(
      '\n',
    );
  }

  test('a conformant board passes if no clause failed or is undecided, and the run is complete', () => {
    const sound = (one: ReturnType<typeof finding>) => auditRow({ kind, defect: undefined }, one).good;
    expect(sound(finding({ 'STM-FR-02': 'pass', 'STM-FR-03': 'skip' }))).toBe(true);
    for (const verdict of ['fail', 'error', 'inconclusive'] as const)
      expect(sound(finding({ 'STM-FR-02': 'pass', 'STM-FR-03': verdict }))).toBe(false);
    expect(sound(finding({ 'STM-FR-02': 'pass' }, 'lost'))).toBe(false);
  });
});

describe('the row of an audit by fuzzing', () => {
  const { kind, defects } = boardNamed('stm+crc-ignored');
  const [defect] = defects;
  const bug = { id: 'stm-1', requirement: 'STM-FR-02', title: 'what was due' };
  const of = (
    ...found: readonly (readonly [within: number, bytes: number, shown: number])[]
  ): CampaignFinding => ({
    cases: 3000,
    flakes: 0,
    findings: found.map(([within, bytes, shown]) => ({
      ...bug,
      within,
      bytes,
      repeats: { shown, tried: 10 },
    })),
  });

  test.each([
    ['found by most is found, by the median', [of([9, 3, 10]), of(), of([40, 5, 10])], 'found', 40, []],
    ['found by half is missed', [of([9, 3, 10]), of()], 'missed', undefined, []],
    ['three bytes more than the least', [of([9, 3, 10]), of([9, 6, 10])], 'found', 9, []],
    ['nine of ten times', [of([9, 3, 9])], 'found', 9, []],
    ['one bug as two findings', [of([9, 3, 10], [50, 3, 10])], 'found', 9, []],
    ['one bug as three', [of([9, 3, 10], [50, 3, 10], [60, 3, 10])], 'found', 9, ['findings']],
  ] as const)('%s', (_title, campaigns, result, median, flags) => {
    const row = fuzzRow({ kind, defect }, campaigns);
    expect([row.result, row.median, row.flags]).toEqual([result, median, flags]);
    expect(conclusion([row], 5)[0]?.good).toBe(result === 'found');
  });

  test('a defect beyond input is not missed; if input shows it, the row is flagged', () => {
    const apart = defect === undefined ? undefined : { ...defect, beyondInput: 'it takes a reset' };
    expect(fuzzRow({ kind, defect: apart }, [of(), of()])).toMatchObject({ result: 'beyond', good: true });
    expect(fuzzRow({ kind, defect: apart }, [of([9, 3, 10]), of()]).flags).toEqual(['beyond input']);
  });

  test('a conformant board with a finding is blamed', () => {
    const row = fuzzRow({ kind, defect: undefined }, [of(), of([9, 3, 10])]);
    expect([row.result, row.good]).toEqual(['blamed', false]);
    expect(conclusion([row], 5).every(({ good }) => good)).toBe(false);
  });
});

function shownLines(options: { plain: boolean; isTty: boolean }): readonly (string | undefined)[] {
  let time = 0;
  const lineAt = countLines(10, 'runs', { ...options, now: () => time });
  return [1, 2, 5, 10].map((done) => {
    time += 6000;
    return lineAt(done);
  });
}

test('a terminal shows every step, with the time and an estimate; the end needs none', () => {
  expect(shownLines({ plain: false, isTty: true })).toEqual([
    '1/10 runs done, 6.0 s, about 54 s left',
    '2/10 runs done, 12 s, about 48 s left',
    '5/10 runs done, 18 s, about 18 s left',
    undefined,
  ]);
});

test('a log has a line every 10 s if asked for, else none', () => {
  expect(shownLines({ plain: true, isTty: false })).toEqual([
    undefined,
    '2/10 runs done, 12 s, about 48 s left',
    undefined,
    undefined,
  ]);
  expect(shownLines({ plain: false, isTty: false }).filter((line) => line !== undefined)).toEqual([]);
});
