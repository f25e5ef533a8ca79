import type { JournalEvent } from '../../scenarios/record';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { terminalText as shown } from '../testing/terminal-text';
import { terminalReporter, type TerminalOptions } from './terminal';

const journal = sampleJournal();
const progress = { suite: 'stm', scenario: 'Games', done: 3, total: 5, exchanges: 120 };

describe('a terminal that is verbose', () => {
  const text = shown(journal, { verbose: true });

  test('opens with board, link and seed', () => {
    expect(text).toMatch(/^wirejig 0\.1\.0\nboard +virtual:stm\+crc-ignored/);
    expect(text).toContain('link    main  virtual:?baud=115200\n');
    expect(text).toContain('seed    20481\n');
  });

  test('marks each scenario by its worst verdict', () => {
    const marks = text.split('\n').filter((line) => /^[✓✗!?–] [A-Z][a-z]* /.test(line));
    expect(marks.map((line) => line.slice(0, 16))).toEqual([
      '✗ Frames with ri',
      '? Frames that st',
      '! The longest fr',
      '✗ Games played t',
      '– Silence after ',
    ]);
  });

  test('shows what failed with its bytes and their fields', () => {
    expect(text).toContain('✗ fail STM-FR-02 MUST\n      Start with the checksum 00 instead of FE\n');
    expect(text).toContain('      expected  exactly one Error (01), and no game\n');
    expect(text).toMatch(
      /0:00\.000 {4}sent {2}01 FF 00\n +\^\^\n +CMD 01 Start \| descriptor FF command only.*\n +✗ CRC 00 wrong, should be FE/,
    );
  });

  test('ends with the result', () => {
    const end = text.slice(text.indexOf('\n✗ STM-FR-02 MUST'));
    expect(end).toContain('✗ STM-FR-02 MUST  A complete frame with a wrong CRC');
    expect(end).toContain('! STM-FR-10 SHOULD');
    expect(end).toContain('– STM-TM-03  skipped: the board has no reset that the harness can reach\n');
    expect(end).toContain('STM-TM-01  answer time: worst 1.57 ms of 100 ms (1.6 %)');
    expect(end).toContain(
      '✗ FAIL  2 of 10 MUST clauses failed, 1 warning, 1 could not be judged, 1 not tried.\n',
    );
  });

  test('stays within the width', () => {
    for (const columns of [60, 80, 132]) {
      const widest = Math.max(
        ...shown(journal, { columns, verbose: true })
          .split('\n')
          .map((line) => [...line].length),
      );
      expect(widest).toBeLessThanOrEqual(columns);
    }
  });
});

describe('a terminal', () => {
  let time = 0;
  const now = (): number => (time += 1500);
  const text = shown(journal, { now });

  test('shows the board in one line and each suite in one line', () => {
    expect(text).toMatch(
      /^wirejig 0\.1\.0 {2}virtual:stm\+crc-ignored {2}STM mahjong 1\.4 {2}seed 20481\n\n✗ stm {2}5 scenarios, /,
    );
    expect(text).toMatch(
      /^✗ stm {2}5 scenarios, 12 clauses, 2 failed, 1 warned, 1 inconclusive, 1 skipped$/m,
    );
    expect(text).not.toMatch(/Frames that st|Closest to/);
  });

  test('unfolds a failed clause once, by a check of the scenario that covers it', () => {
    expect(text.split('✗ STM-FR-02 MUST  ')).toHaveLength(2);
    const block = text.split('✗ STM-FR-02 MUST  ')[1]?.split('\n\n')[0] ?? '';
    expect(block).toMatch(/\n {4}in: Frames with right and wrong checksums\n {4}Start with the checksum 00/);
    expect(block.split('expected  exactly one Error (01), and no game')).toHaveLength(2);
    expect(block).toMatch(/sent\n +01 FF 00\n +\^\^\n|sent {2}01 FF 00\n +\^\^\n/);
    expect(block).toContain('and 11 more checks like this');
    expect(text).toContain('! STM-FR-10 SHOULD  ');
  });

  test('of several checks shows the one with the fewest bytes; one of a scenario that covers the clause comes first', () => {
    const checks = journal.filter((event) => event.type === 'check' && event.requirement === 'STM-FR-02');
    const [check] = checks;
    if (check?.type !== 'check') throw new Error('the journal has no such check');
    const [sent] = check.evidence ?? [];
    const stranger = { ...check, scenario: 'stm/longest', title: 'elsewhere', evidence: [] };
    const short = { ...check, title: 'the short one', evidence: sent === undefined ? [] : [sent] };
    const at = journal.indexOf(check);
    const block = shown([...journal.slice(0, at + 1), stranger, short, ...journal.slice(at + 1)]);
    expect(block).toContain('the short one');
    expect(block).not.toContain('elsewhere');
  });

  test('ends with the clauses that were not judged, the result and the duration', () => {
    expect(text).toMatch(/\nNot judged\n {2}\? /);
    expect(text).toContain('  – STM-TM-03  skipped: the board has no reset that the harness can reach\n');
    expect(text).toContain('✗ FAIL  2 of 10 MUST clauses failed, 1 warning, ');
    expect(text).toMatch(/\n {2}time {4}\d\.\d s, .* of virtual time, /);
  });

  test('stays within the width', () => {
    for (const columns of [60, 80, 132]) {
      const widths = shown(journal, { columns })
        .split('\n')
        .map((line) => [...line].length);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    }
  });

  test('a board that breaks every clause: the evidence of five, and a reason for each', () => {
    const all = shown(
      journal.map((event) =>
        event.type === 'run-end'
          ? {
              ...event,
              verdicts: Object.fromEntries(
                Object.keys(event.verdicts).map((id) => [
                  id,
                  { verdict: 'fail', checks: 1, reason: 'broken' },
                ]),
              ),
            }
          : event,
      ),
    );
    expect(all.match(/^✗ STM-\S+ MUST {2}/gm)).toHaveLength(10);
    expect(all.match(/^ {4}expected /gm)?.length).toBeLessThanOrEqual(5);
  });
});

test('a suite that was not judged completely is no pass', () => {
  const cut = journal.findIndex(({ type }) => type === 'check');
  expect(shown(journal.slice(0, cut))).toMatch(/^\? stm {2}1 scenario, 0 clauses$/m);
  const end = journal.at(-1);
  if (end?.type !== 'run-end') throw new Error('the journal has no end');
  const verdicts = { 'STM-FR-01': { verdict: 'error', checks: 0, reason: 'it was lost' } } as const;
  expect(shown([...journal.slice(0, cut), { ...end, verdicts }])).toMatch(
    /^\? stm {2}1 scenario, 1 clause, 1 not judged$/m,
  );
});

test('a reason that asks something ends with its question mark', () => {
  const end = journal.at(-1);
  if (end?.type !== 'run-end') throw new Error('the journal has no end');
  const reason = 'nothing came: is it powered?';
  expect(shown([...journal.slice(0, -1), { ...end, outcome: 'unreachable', reason }])).toMatch(
    /powered\?(?!\.)/,
  );
});

describe('progress', () => {
  const run = (options: Partial<TerminalOptions>, note?: string): string => {
    let text = '';
    const write = (more: string): void => void (text += more);
    const reporter = terminalReporter({ write, isTty: true, columns: 60, color: false, ...options });
    const info = note === undefined ? progress : { ...progress, note };
    reporter.onProgress(info);
    reporter.onProgress(info);
    reporter.end();
    return text;
  };

  test('is one line of a tty, rewritten and cleared', () => {
    const text = run({}, `scan the page ${'x'.repeat(100)}${HOSTILE}`);
    const [first = '', second = '', last = ''] = text.split('\r\u001b[2K').slice(1);
    expect(first).toBe(second);
    expect(first).toMatch(/^3\/5 {2}stm {2}Games — scan the page x+…$/);
    expect(first.length).toBeLessThan(60);
    expect(last).toContain('NOT JUDGED');
  });

  test('shows the time so far, and how long the rest may take', () => {
    let time = 0;
    const text = run({ columns: 100, now: () => (time += 20_000) });
    expect(text).toContain('3/5  20 s, about 13 s left  stm  Games  120 exchanges');
  });

  test('plain: a new line each time', () => {
    const text = run({ isTty: false, plainProgress: true }, 'game 7');
    expect(text.match(/^3\/5 {2}stm {2}Games — game 7 {2}120 exchanges$/gm)).toHaveLength(2);
    expect(text).not.toContain('\r');
  });

  test('is silent elsewhere', () => {
    expect(run({ isTty: false }, 'present the code')).not.toMatch(/Games|present/);
  });
});

test('a journal that stops at any line is shown', () => {
  for (let length = 0; length < journal.length; length += 1) {
    const text = shown(journal.slice(0, length));
    expect(text).toMatch(/^[✗?] (FAIL|INCOMPLETE|NOT JUDGED)( {2}|$)/m);
  }
  const charge: JournalEvent = { type: 'line', at: 1, link: '', event: 'charge', detail: 'A' };
  expect(shown([...journal.slice(0, 6), charge], { verbose: true })).not.toContain('charge');
  expect(shown(journal.slice(0, 6), { verbose: true })).toContain(
    'Frames with right and wrong checksums (did not come to its end)',
  );
});

test('no text from a board reaches the terminal raw', () => {
  for (const verbose of [false, true]) {
    for (const text of [
      shown(sampleJournal(HOSTILE), { verbose }),
      shown([...sampleJournal(HOSTILE)].slice(1), { verbose }),
    ]) {
      expect(text).toContain('\\x1B[31m\\x1B]0;owned\\x07\\x9B2J\\u{202E}evil');
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }
  }
});

test('colour only when asked for', () => {
  expect(shown(journal)).not.toContain('\u001b');
  expect(shown(journal, { color: true })).toContain('\u001b[31m✗');
});
