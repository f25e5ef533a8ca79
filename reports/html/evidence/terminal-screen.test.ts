import type { ScreenRecord, ScreenRunRecord } from '../../../scenarios/record';
import { runReport } from '../run-page';
import { terminalScreen, TERMINAL_STYLE } from './terminal-screen';
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

test('a colour becomes the class of the closest of sixteen', () => {
  const classOf = (foreground: number): string | undefined =>
    / class="(f\d+)"/.exec(picture([{ text: 'x', foreground }]))?.[1];
  expect([0, 9, 15].map(classOf)).toEqual(['f0', 'f9', 'f15']);
  expect([16, 231, 196, 0x1ffffff, 0x1000000, 0x1ff0000].map(classOf)).toEqual([
    'f0',
    'f15',
    'f1',
    'f15',
    'f0',
    'f1',
  ]);
  for (let colour = 0; colour < 256; colour++)
    expect(TERMINAL_STYLE).toContain(`.${String(classOf(colour))}{`);
});

test('an empty screen is named as empty, and no screen gives no picture', () => {
  expect(picture()).toContain('The terminal showed nothing.');
  expect(terminalScreen(undefined)).toBeUndefined();
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

test('every pair of colours can be read', () => {
  const rules = [...TERMINAL_STYLE.matchAll(/\.term \.f(\d+)\.b(\d+)\{color:(#[0-9a-f]{6})\}/g)];
  const backs = new Map(
    [...TERMINAL_STYLE.matchAll(/\.term \.b(\d+)\{background:(#[0-9a-f]{6})/g)].map(([, b, colour]) => [
      b,
      colour ?? '',
    ]),
  );
  expect(rules).toHaveLength(256);
  for (const [, , back, colour = ''] of rules)
    expect(contrastOf(colour, backs.get(back) ?? '')).toBeGreaterThanOrEqual(4.5);
  expect(rules.find(([, f, b]) => f === '2' && b === '0')?.[3]).toBe('#238750');
});

/** By WCAG 2, written down here a second time. */
function contrastOf(...colours: readonly [string, string]): number {
  const light = colours.map((colour) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
      const part = parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16) / 255;
      return sum + weight * (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);
    }, 0.05),
  );
  return Math.max(...light) / Math.min(...light);
}
