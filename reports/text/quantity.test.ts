import { formatBounds } from './quantity';

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
