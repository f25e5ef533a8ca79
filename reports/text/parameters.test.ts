import { parameterText, withParameters } from './parameters';
import { formatDate, formatInstant } from './quantity';

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
