import type { JournalEvent } from '../../scenarios/record';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { terminalReporter, type TerminalOptions } from './terminal';

const journal = sampleJournal();
const progress = { suite: 'stm', scenario: 'Games', done: 3, total: 5, exchanges: 120 };

function shown(events: readonly JournalEvent[], options: Partial<TerminalOptions> = {}): string {
  let text = '';
  const write = (more: string): void => void (text += more);
  const reporter = terminalReporter({ write, isTty: false, columns: 100, color: false, ...options });
  for (const event of events) reporter.onEvent(event);
  reporter.end();
  return text;
}

describe('the terminal', () => {
  const text = shown(journal);

  test('opens with board, link and seed', () => {
    expect(text).toMatch(/^wirejig 0\.1\.0\nboard +virtual:stm\+crc-ignored/);
    expect(text).toContain('link    main  virtual:?baud=115200\n');
    expect(text).toContain('seed    20481\n');
  });

  test('marks each scenario by its worst', () => {
    const marks = text
      .split('\n')
      .filter((line) => /^[✓✗!?–] [A-Z]\S* /.test(line) && !line.includes('FAIL'));
    expect(marks.map((line) => line.slice(0, 16))).toEqual([
      '✗ Frames with ri',
      '? Frames that st',
      '! The longest fr',
      '✗ Games played t',
      '– Silence after ',
    ]);
  });

  test('names a clause that passed only where the scenario covers it', () => {
    const more = journal.map((event) =>
      event.type === 'scenario-end' && event.scenario === 'stm/longest'
        ? {
            ...event,
            requirements: {
              ...event.requirements,
              'STM-TM-01': { verdict: 'pass', checks: 3 } as const,
              'STM-FR-02': { verdict: 'fail', checks: 2, reason: 'it took a wrong checksum' } as const,
            },
          }
        : event,
    );
    const block = shown(more).split('\n✗ The longest frame')[1]?.split('\n✗ ')[0] ?? '';
    expect(block.split('\n')[0]).toBe(', and two at once  STM-FR-08 STM-FR-10 STM-TM-04  173 checks');
    expect(block).toContain('✗ fail STM-FR-02 MUST\n      it took a wrong checksum');
  });

  test('shows what failed with its bytes and their fields', () => {
    expect(text).toContain('✗ fail STM-FR-02 MUST\n      Start with the checksum 00 instead of FE\n');
    expect(text).toContain('      expected  exactly one Error (01), and no game\n');
    expect(text).toMatch(
      /0\.400–0\.658 ms {2}sent {2}01 FF 00\n +CMD 01 Start \| descriptor FF command only/,
    );
    expect(text).toContain('… 516 bytes left out');
    expect(text).toMatch(/54 fields left out \|\s+tile 63 1E 1C 06 14 kind 20\n/);
    expect(text).toContain('2\u202f950.000–2\u202f972.016 ms  got');
    expect(text).toContain('and at least 11 more checks like this');
  });

  test('ends with the result', () => {
    const end = text.slice(text.indexOf('\nFailed MUST'));
    expect(end).toContain('✗ STM-FR-02  A complete frame with a wrong CRC');
    expect(end).toContain('! STM-FR-10');
    expect(end).toContain('skipped: the board has no reset that the harness can reach\n    STM-TM-03');
    expect(end).toContain('STM-TM-01  answer time: worst 1.57 ms of 100 ms (1.6 %)');
    expect(end).toContain(
      '✗ FAIL\n  2 of 10 MUST clauses failed, 1 warning, 1 could not be judged, 1 not tried.\n',
    );
  });

  test('keeps to the width', () => {
    for (const columns of [60, 80, 132]) {
      const widest = Math.max(
        ...shown(journal, { columns })
          .split('\n')
          .map((line) => [...line].length),
      );
      expect(widest).toBeLessThanOrEqual(columns);
    }
  });

  test('verbose shows every check and every byte kept', () => {
    const verbose = shown(journal, { verbose: true });
    expect(verbose.split('expected  exactly one Error (01)')).toHaveLength(13);
    expect(verbose).toContain('… 324 bytes left out');
    expect(verbose).toContain('! main reopen: before stm/longest');
  });
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

  test('is silent elsewhere but for notes, each once', () => {
    expect(run({ isTty: false })).not.toContain('Games');
    expect(run({ isTty: false }, 'present the code').split('… Games — present the code\n')).toHaveLength(2);
  });
});

test('a journal that stops at any line is shown', () => {
  for (let length = 0; length < journal.length; length += 1) {
    const text = shown(journal.slice(0, length));
    expect(text).toMatch(/^[✗?] (FAIL|INCOMPLETE|NOT JUDGED)$/m);
  }
  expect(shown(journal.slice(0, 6))).toContain(
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
