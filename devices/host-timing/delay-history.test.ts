import { DelayHistory } from './delay-history';

const SLACK = 200;

/** Looked at each 10 ms: what was waited in each of them, ms. */
function history(delays: readonly number[]): DelayHistory {
  const told = new DelayHistory();
  let total = 0;
  told.add(0, total);
  delays.forEach((ms, i) => told.add(10_000 * (i + 1), (total += 1000 * ms)));
  return told;
}

test.each([
  ['nothing was waited: the slack', [0, 0, 0], 0],
  ['a wait just now counts whole, and a tenth for what ran', [0, 0, 8], 8],
  ['and on through the looks before it', [0, 10, 10, 9.9], 29.9],
  ['a wait that nothing was under way in is none', [10, 10, 0, 0, 4], 4],
  ['what was waited before a moment without is none', [0, 20, 5], 5],
  ['what two processors waited at once may have been one after the other', [0, 0, 15, 10], 25],
  ['a virtual machine’s stolen time is told when it has ended', [0, 0, 0, 0, 30], 30],
])('how long something was kept at most: %s', (_, delays, ms) => {
  expect(history(delays).longestDelay(SLACK, 0)).toBeCloseTo(1100 * ms + SLACK);
});

test('not before it can have begun', () => {
  expect(history([0, 10, 10]).longestDelay(SLACK, 25_000)).toBe(5000);
  expect(history([0, 10, 10]).longestDelay(SLACK, 30_000)).toBe(0);
  expect(history([50, 10]).longestDelay(SLACK, 0)).toBe(20_000);
  expect(new DelayHistory().longestDelay(SLACK, 0)).toBe(SLACK);
});

test('the most in one piece, of late', () => {
  const told = history([30, 0, 7, 5, 1]);
  expect([50_000, 35_000, 25_000, 0].map((since) => told.longestStall(since))).toEqual([
    1100, 5500, 7700, 10_000,
  ]);
  expect(told.longestStall(60_000)).toBe(0);
  expect(new DelayHistory().longestStall(0)).toBe(0);
});

test.each([
  ['nothing was waited then', [0, 0, 0, 9, 9], 0],
  ['a wait at once, and a tenth for what ran', [8, 0, 0, 9], 8.8],
  ['one that is told when it is over', [0, 15, 0, 0, 0], 16.5],
  ['one after the other', [10, 10, 5, 0, 0, 0], 27.5],
])('how long what goes out is kept: %s', (_, delays, ms) => {
  expect(history(delays).delayFrom(0)).toBeCloseTo(1000 * ms);
});

test('and not longer than it is since then', () => {
  expect(history([0, 0, 30]).delayFrom(20_000)).toBe(10_000);
  expect(history([0, 0, 30]).delayFrom(30_000)).toBe(0);
  expect(new DelayHistory().delayFrom(0)).toBe(0);
});

test('a long time of it is bounded', () => {
  const told = new DelayHistory();
  for (let i = 0; i < 100_000; i++) told.add(i * 10, i * 10);
  const longest = told.longestDelay(0, 0);
  expect(longest).toBeGreaterThan(10_000);
  expect(longest).toBeLessThan(50_000);
});
