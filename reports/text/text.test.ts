import { exchangeLines, fileLimits } from './exchange-text';
import { messageName } from './message-name';
import { joinConsoleChunks } from './check-text';
import { formatBounds, formatDate, formatInstant } from './quantity';
import { parameterText, withParameters } from './parameters';
import { accountingText, isTooLittle, judgedPercent, sumAccounting } from './accounting';

const LINE = 43;

test('the wrong byte of a long record is shown, however late it comes', () => {
  const end = { name: 'end', offset: LINE - 1, length: 1, value: 'LF', meaning: 'should be CR LF' };
  const record = {
    link: 'console',
    direction: 'rx',
    notBefore: 0,
    notAfter: 0,
    hex: `${'41'.repeat(LINE - 1)}0a`,
    fields: [end],
  } as const;
  const shown = exchangeLines(record, { ...fileLimits, bytes: 16 }).join('\n');
  expect(shown).toMatch(/… 32 bytes left out\n +(?:41 ){10}0A\n {48}\^\^\n +✗ end 0A should be CR LF$/);
});

const command = { name: 'command', offset: 0, length: 1, value: 0x81 };
const sum = { name: 'checksum', offset: 1, length: 1, value: 0x81, meaning: 'right' };

test.each([
  ['its kind', [{ ...command, meaning: 'state' }, sum], 'state'],
  ['a reason', [command, { name: 'reason', offset: 1, length: 1, value: 3, meaning: 'range' }, sum], 'range'],
  ['nothing: that the sum is right says no kind', [command, sum], ''],
  ['nothing: nor that it is wrong', [command, { ...sum, meaning: 'wrong, should be 80' }], ''],
])('a message has the name of %s', (_what, fields, name) => {
  expect(messageName({ fields, hex: '8181' })).toBe(name);
});

test('chunks of console text in close sequence are one exchange', () => {
  const piece = (hex: string, at: number, link = 'main') => ({
    link,
    direction: 'rx' as const,
    notBefore: at,
    notAfter: at + 900,
    hex,
    fields: [{ name: 'text', offset: 0, length: hex.length / 2, value: '?' }],
  });
  const parts = joinConsoleChunks([
    piece('e299', 0),
    piece('a032', 1000),
    piece('33', 2000, 'other'),
    piece('34', 9000, 'other'),
  ]);
  expect(parts.map(({ hex, notBefore, notAfter }) => [hex, notBefore, notAfter])).toEqual([
    ['e299a032', 0, 1900],
    ['33', 2000, 2900],
    ['34', 9000, 9900],
  ]);
  expect(parts[0]?.fields).toEqual([{ name: 'text', offset: 0, length: 4, value: '♠2' }]);
});

test.each([
  [0, 233_500, '0–233.5 ms'],
  [412, 500, '412–500 µs'],
  [412, 1200, '412 µs–1.2 ms'],
  [-3000, 2000, '-3 ms to 2 ms'],
  [2000, 2000, '2 ms'],
  [61_000_000, 3_602_000_000, '1 min 1 s–60 min 2 s'],
])('the bounds %i to %i µs read as a range with one unit where both have it', (low, high, text) => {
  expect(formatBounds({ name: 'answer', unit: 'us', low, high })).toBe(text);
});

test('counts of bytes have their unit once', () => {
  expect(formatBounds({ name: 'length', unit: 'bytes', low: 1, high: 5 })).toBe('1–5 bytes');
});

test('the text of a clause has the values of the run', () => {
  const parameters = { idleGapMs: 20, errorCmd: 0xe0 };
  expect(withParameters('after `idleGapMs` 50, an Error (`errorCmd` EE)', parameters)).toBe(
    'after `idleGapMs` 20, an Error (`errorCmd` E0)',
  );
  expect(withParameters('within `responseMs` 100', parameters)).toBe('within `responseMs` 100');
});

test('a byte of the protocol is shown in hex', () => {
  expect(parameterText('errorCmd', 0xe0)).toBe('0xE0');
  expect(parameterText('idleGapMs', 20)).toBe('20');
});

test('dates are in words, instants are like on a clock', () => {
  expect(formatDate('2026-11-25T14:30:06.123Z')).toBe('25 November 2026, 14:30 UTC');
  expect(formatDate('yesterday')).toBe('yesterday');
  expect([7_851_041, 4_762_949_163].map(formatInstant)).toEqual(['0:07.851', '1:19:22.949']);
});

test('the numbers are said with the reasons, the most frequent first', () => {
  expect(accountingText({ judged: 312, unjudged: { 'left-open': 1, 'state-unknown': 2 } })).toBe(
    '312 of 315 exchanges judged; 3 not: 2 because the state was not known yet, 1 because the specification leaves it open',
  );
  expect(accountingText({ judged: 0, unjudged: { 'bytes-lost': 1 } })).toBe(
    '0 of 1 exchange judged; 1 not, because bytes or times are missing',
  );
  expect(accountingText({ judged: 7, unjudged: {} })).toBe('7 of 7 exchanges judged');
});

test('parts add up; none is no number', () => {
  const one = { judged: 3, unjudged: { 'too-many-worlds': 1 } };
  const other = { judged: 4, unjudged: { 'too-many-worlds': 2, 'left-open': 1 } };
  expect(sumAccounting([one, other])).toEqual({
    judged: 7,
    unjudged: { 'too-many-worlds': 3, 'left-open': 1 },
  });
  expect(sumAccounting([])).toBeUndefined();
});

test('a share is never rounded up to what is needed', () => {
  const nearly = { judged: 9_496, unjudged: { 'left-open': 504 } };
  expect([judgedPercent(nearly), isTooLittle(nearly, 95)]).toEqual([94.9, true]);
  expect(isTooLittle({ judged: 19, unjudged: { 'left-open': 1 } }, 95)).toBe(false);
});
