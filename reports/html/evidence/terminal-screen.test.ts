import type { ScreenRecord, ScreenRunRecord } from '../../../scenarios/record';
import { runReport } from '../run-page';
import { terminalScreen } from './terminal-screen';
import { markupText } from '../markup';
import { HOSTILE, sampleJournal } from '../../testing/sample-journal';
import { summarize } from '../../summary/summary';

function screenOf(...rows: readonly (readonly ScreenRunRecord[])[]): ScreenRecord {
  return { columns: 80, rows, cursor: { row: 2, column: 4 } };
}

function picture(...rows: readonly (readonly ScreenRunRecord[])[]): string {
  const markup = terminalScreen(screenOf(...rows));
  if (markup === undefined) throw new Error('there is no picture');
  return markupText(markup);
}

test('shows rows in their colours, and where the cursor was', () => {
  const text = picture(
    [{ text: ' (0)' }],
    [{ text: ' ' }, { text: ' ♥ ', bold: true, foreground: 1, background: 7 }],
    [],
    [{ text: 'X =' }],
  );
  expect(text).toMatch(
    /<pre[^>]*> \(0\)<br \/> <span class="bold f1 b7"> ♥ <\/span><br \/><br \/>X =<\/pre\s*>/,
  );
  expect(text).toContain('cursor in row 3, column 5');
});

test('a screen larger than any is cut', () => {
  const text = picture(...Array.from({ length: 5000 }, () => [{ text: 'x'.repeat(5000) }]));
  expect(text.length).toBeLessThan(100_000);
});

describe('in the report', () => {
  const withScreen = (text: string): string => {
    const run: ScreenRunRecord = { text, bold: true, foreground: 300, background: 1e9 };
    const events = sampleJournal().map((event) =>
      event.type === 'check' ? { ...event, screen: screenOf([run, { text }]) } : event,
    );
    return runReport(summarize(events));
  };

  test('checks that failed or were not judged show the screen of their time', () => {
    const text = withScreen('PROMPT');
    expect(text.match(/class="term"/g)?.length).toBeGreaterThan(2);
    expect(text).toContain('PROMPT');
  });

  test('a screen makes no element and no attribute, and nothing that cannot be seen', () => {
    const tags = (text: string): readonly string[] =>
      [...text.matchAll(/<[a-z]+(?: [^<>]*)?>/g)].map(([tag]) => tag);
    const hostile = withScreen(`${HOSTILE}"><img src=x onerror=alert(1)>' class="f1`);
    expect(tags(hostile)).toEqual(tags(withScreen('plain')));
    expect(hostile.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  });
});
