import fc from 'fast-check';
import { consoleLines, withoutEscapes, type ConsoleLine } from './console-line';
import { codecLaws } from '../testing/laws';
import { after, micros, millis } from '../time';

const AT = millis(5);

function plain(text: string): string {
  return ['\r', '\n', '\u001b'].reduce((left, character) => left.replaceAll(character, '.'), text);
}

const line = fc
  .tuple(fc.string({ maxLength: 30, unit: 'binary' }), fc.constantFrom('crlf' as const, 'lf' as const))
  .map(([text, end]): ConsoleLine => ({ text: plain(text), end }));

codecLaws('console lines', {
  codec: () => consoleLines({ longest: 200, silence: millis(50) }),
  messages: line,
  longestFrame: 200,
  gap: millis(50),
});

/** The lines in it, `text:end`, and what is none, `code:length`. */
function read(text: string, longest = 1024): string[] {
  const decoder = consoleLines({ longest, silence: millis(50) }).decoder();
  const events = [...decoder.push(Buffer.from(text), AT), ...decoder.tick(after(AT, millis(50)))];
  return events.map((event) =>
    event.kind === 'frame'
      ? `${event.value.text}:${event.value.end}`
      : `${event.error.code}:${event.raw.length}`,
  );
}

test.each([
  ['a\r\nb\r\n', ['a:crlf', 'b:crlf']],
  ['a\nb\n', ['a:lf', 'b:lf']],
  ['a\rb\r', ['a:cr', 'b:cr']],
  ['a\r\r\n', ['a:crlf']],
  ['a\n\rb', ['a:lf', ':cr', 'b:silence']],
  ['\r\n', [':crlf']],
  // Colour after the line end belongs to the next line.
  ['\u001b[1;32ma\u001b[0m\r\n\u001b[0m', ['a:crlf']],
])('%j', (text, lines) => {
  expect(read(text)).toEqual(lines);
});

test('escape sequences are removed, similar bytes are not', () => {
  expect(withoutEscapes('\u001b[31mred\u001b[39;49m\u001b[K \u001b]0;title\u0007x\u001b(By\u001b7z')).toBe(
    'red xyz',
  );
  expect(withoutEscapes('[31m \u001b[3')).toBe('[31m \u001b[3');
});

test('a line of the greatest length is a line; a longer one and its parts are not', () => {
  expect(read(`${'x'.repeat(8)}\r\nb\r\n`, 10)).toEqual(['xxxxxxxx:crlf', 'b:crlf']);
  const parts = ['too-long:10', 'discarded:10', 'discarded:9', 'c:crlf'];
  expect(read(`${'x'.repeat(25)}+b\r\nc\r\n`, 10)).toEqual(parts);
});

test('without a silence limit an unfinished line stays pending', () => {
  const decoder = consoleLines().decoder();
  decoder.push(Buffer.from('half'), AT);
  expect(decoder.deadline()).toBeUndefined();
  expect(decoder.tick(micros(1e9))).toEqual([]);
  expect(decoder.push(Buffer.from(' a line\r\n'), micros(2e9))).toMatchObject([
    { first: AT, last: micros(2e9), value: { text: 'half a line', end: 'crlf' } },
  ]);
});

test('an unfinished line waits for its silence, unless it holds nothing but colours', () => {
  const part = fc.constantFrom('\u001b', '[', '0', 'm', ']', '\u0007', 'a', '\u007f', '\ufeff', '\u0000');
  const unfinished = fc.oneof(
    fc.string({ unit: part, maxLength: 12 }),
    fc
      .array(fc.constantFrom('\u001b[32m', '\u001b[0m', '\u001b7', '\u001b]0;t\u0007'), { maxLength: 16 })
      .map((all) => all.join('')),
  );
  fc.assert(
    fc.property(unfinished, fc.constantFrom('', '\r'), (begun, end) => {
      const text = begun + end;
      const decoder = consoleLines({ silence: millis(50) }).decoder();
      decoder.push(Buffer.from(text), AT);
      const isBlank = text.length <= 64 && withoutEscapes(text) === '';
      expect(decoder.deadline()).toBe(isBlank ? undefined : after(AT, millis(50)));
    }),
  );
});

test.each([
  { text: 'a\nb', end: 'crlf' },
  { text: '\u001b[0m', end: 'lf' },
  { text: '', end: 'silence' },
] as const)("what cannot be a line is the caller's error: %j", (wrong) => {
  expect(() => consoleLines().encode(wrong)).toThrow('line');
});
