import fc from 'fast-check';
import { DEFAULT_STYLE, TerminalParser } from './terminal-parser';
import { TerminalScreen, widthOf } from './terminal-screen';
import { TerminalTranscript, textOf, type TranscriptEvent } from './terminal-transcript';
import { cutAnywhere, hostileBytes } from './testing/terminal.arbitrary';

const utf8 = new TextEncoder();

function screenOf(text: string, rows = 4, columns = 10): TerminalScreen {
  const screen = new TerminalScreen(rows, columns);
  screen.push(utf8.encode(text));
  return screen;
}

/** Without the blanks at their ends. */
function rowsOf(screen: TerminalScreen): readonly string[] {
  return screen.snapshot().rows.map((row) =>
    row
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
}

describe('a terminal screen', () => {
  test.each([
    ['text goes from left to right', 'abc', ['abc', '', '', '']],
    ['CR LF begins a line', 'a\r\nb', ['a', 'b', '', '']],
    ['LF alone goes down', 'a\nb', ['a', ' b', '', '']],
    ['BS goes back, and printing overwrites', 'abc\b\bX', ['aXc', '', '', '']],
    ['a tab goes to the next eighth column', 'a\tb', ['a       b', '', '', '']],
    ['a full line wraps with the next character', '0123456789a', ['0123456789', 'a', '', '']],
    ['the last line scrolls', '1\r\n2\r\n3\r\n4\r\n5', ['2', '3', '4', '5']],
    ['clear up to the cursor, and home', 'abc\r\nde\u001b[1J\u001b[1;1Hx', ['x', '', '', '']],
    ['clear up to the cursor keeps the rest of the line', 'abcd\u001b[1;2H\u001b[1J', ['  cd', '', '', '']],
    ['clear from the cursor', 'abcd\r\ne\u001b[1;3H\u001b[J', ['ab', '', '', '']],
    ['clear all leaves the cursor', 'ab\u001b[2Jc', ['  c', '', '', '']],
    ['erase in line', 'abcdef\u001b[1;3H\u001b[K', ['ab', '', '', '']],
    ['moves are held on the screen', '\u001b[99;99Ha\u001b[99Ab', ['         b', '', '', '         a']],
    ['a wide character takes two cells', '\u3000x', ['\u3000x', '', '', '']],
    ['a wide character wraps whole', '012345678撿', ['012345678', '撿', '', '']],
    ['overwriting half a wide character leaves a blank', '撿\b\ba', ['a', '', '', '']],
    ['erasing half a wide character leaves a blank', '撿\b\u001b[Jx', [' x', '', '', '']],
    ['a mark combines', 'e\u0301x', ['e\u0301x', '', '', '']],
    ['a string is ignored', 'a\u001b]0;title\u0007b', ['ab', '', '', '']],
    ['a private sequence is ignored', 'a\u001b[?25lb', ['ab', '', '', '']],
    ['a line end ends an unfinished sequence', 'a\u001b\r\nYour\u001b[\r\nX', ['a', 'Your', 'X', '']],
  ])('%s', (_, text, rows) => {
    expect(rowsOf(screenOf(text))).toEqual(rows);
  });

  test('colours are kept with their characters', () => {
    const [row] = screenOf(
      'a\u001b[1;31;47mb\u001b[30;47mc\u001b[md\u001b[38;5;200me\u001b[39;96mf',
    ).snapshot().rows;
    expect(row).toEqual([
      { text: 'a', style: DEFAULT_STYLE },
      { text: 'b', style: { bold: true, foreground: 1, background: 7 } },
      { text: 'c', style: { bold: true, foreground: 0, background: 7 } },
      { text: 'd', style: DEFAULT_STYLE },
      { text: 'e', style: { bold: false, foreground: 200 } },
      { text: 'f', style: { bold: false, foreground: 14 } },
      { text: '    ', style: DEFAULT_STYLE },
    ]);
  });

  test('bytes cut anywhere show the same', () => {
    fc.assert(
      fc.property(
        hostileBytes().chain((bytes) => fc.tuple(fc.constant(bytes), cutAnywhere(bytes))),
        ([bytes, chunks]) => {
          const [whole, cut, single] = [new TerminalScreen(), new TerminalScreen(), new TerminalScreen()];
          whole.push(bytes);
          for (const chunk of chunks) cut.push(chunk);
          for (const byte of bytes) single.push(Uint8Array.of(byte));
          expect(cut.snapshot()).toEqual(whole.snapshot());
          expect(single.snapshot()).toEqual(whole.snapshot());
        },
      ),
    );
  });

  test('no input makes it grow, and after any input and a clear it shows text again', () => {
    fc.assert(
      fc.property(hostileBytes(), (bytes) => {
        const screen = new TerminalScreen(5, 20);
        screen.push(bytes);
        const { rows, cursor } = screen.snapshot();
        expect(rows).toHaveLength(5);
        for (const row of rows) {
          const width = row.reduce((sum, { text }) => sum + [...text].reduce((w, c) => w + widthOf(c), 0), 0);
          expect(width).toBeLessThanOrEqual(20);
        }
        expect(cursor.row).toBeLessThan(5);
        screen.push(utf8.encode('\r\n\u001b[m\u001b[2J\u001b[1;1Hok'));
        expect(rowsOf(screen)).toEqual(['ok', '', '', '', '']);
      }),
    );
  });

  test('a size out of bounds is refused', () => {
    expect(() => new TerminalScreen(0, 80)).toThrow(RangeError);
    expect(() => new TerminalScreen(24, 1001)).toThrow(RangeError);
  });
});

describe('a transcript', () => {
  const eventsOf = (chunks: readonly Uint8Array[]): TranscriptEvent[] => {
    const transcript = new TerminalTranscript();
    return chunks.flatMap((chunk) => [...transcript.push(chunk)]);
  };

  test('lines and clearings in their order, a line without its end too', () => {
    const events = eventsOf([utf8.encode('one\r\ntwo\u001b[1J\u001b[1;1Hthr\b\bw\r\n')]);
    const lines = events.flatMap((event) =>
      event.kind === 'line' ? [textOf(event.line)] : event.kind === 'clear' ? ['--'] : [],
    );
    expect(lines).toEqual(['one', 'two', '--', 'twr']);
  });

  test('bytes cut anywhere give the same events', () => {
    fc.assert(
      fc.property(
        hostileBytes().chain((bytes) => fc.tuple(fc.constant(bytes), cutAnywhere(bytes))),
        ([bytes, chunks]) => expect(eventsOf(chunks)).toEqual(eventsOf([bytes])),
      ),
    );
  });
});

test('a sequence that is cut anywhere sets the colours of the next character', () => {
  const parser = new TerminalParser();
  expect(parser.push(utf8.encode('a\u001b[1;31'))).toMatchObject([{ kind: 'print', style: DEFAULT_STYLE }]);
  expect(parser.push(utf8.encode(';47mb'))).toMatchObject([
    { kind: 'print', text: 'b', style: { bold: true, foreground: 1, background: 7 } },
  ]);
});
