import { TerminalScreen } from '../../protocols/terminal/terminal-screen';
import { journalEvent } from './journal-schema';
import { screenRecord } from '../bench/terminal-watch';

function recordOf(text: string) {
  const screen = new TerminalScreen(5, 20);
  screen.push(new TextEncoder().encode(text));
  return screenRecord(screen.snapshot());
}

test('keeps colours, and drops blanks at the ends', () => {
  expect(recordOf('a\r\n\r\n \u001b[1;31;47m♥2\u001b[m \u001b[44m \u001b[m')).toEqual({
    columns: 20,
    rows: [
      [{ text: 'a' }],
      [],
      [
        { text: ' ' },
        { text: '♥2', bold: true, foreground: 1, background: 7 },
        { text: ' ' },
        { text: ' ', background: 4 },
      ],
    ],
    cursor: { row: 2, column: 5 },
  });
  expect(recordOf('').rows).toEqual([]);
});

test('is valid in a journal', () => {
  const check = {
    type: 'check',
    at: 1,
    scenario: 's',
    requirement: 'R',
    verdict: 'fail',
    title: 't',
    screen: recordOf('\u001b[38;2;1;2;3mx'),
  };
  expect(journalEvent(check)).toEqual(check);
  expect(() => journalEvent({ ...check, screen: { rows: [], columns: 4 } })).toThrow('screen.cursor');
});
