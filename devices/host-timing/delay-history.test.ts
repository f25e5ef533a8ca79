import { DelayHistory } from './delay-history';

const SLACK = 200;

/** A sample every 10 ms. `delays`: the delay in each, ms. */
function history(delays: readonly number[]): DelayHistory {
  const samples = new DelayHistory();
  let total = 0;
  samples.add(0, total);
  delays.forEach((ms, i) => samples.add(10_000 * (i + 1), (total += 1000 * ms)));
  return samples;
}

test.each([
  ['no delay: the slack', [0, 0, 0], 0],
  ['a wait just now counts in full, and a tenth for the run time', [0, 0, 8], 8],
  ['and the samples before it', [0, 10, 10, 9.9], 29.9],
  ['a wait before a sample without one does not count', [10, 10, 0, 0, 4], 4],
  ['a wait before a short gap does not count', [0, 20, 5], 5],
  ['waits of two processors at the same time may have been one after the other', [0, 0, 15, 10], 25],
  ['steal time is reported when it has ended', [0, 0, 0, 0, 30], 30],
])('the longest delay: %s', (_, delays, ms) => {
  expect(history(delays).longestDelay(SLACK, 0)).toBeCloseTo(1100 * ms + SLACK);
});

test('all waits since a time, one or many', () => {
  const waits = history([5, 0, 5, 0, 5, 0]);
  expect([0, 10_000, 45_000, 60_000].map((since) => waits.totalSince(since))).toEqual([
    15_000, 10_000, 5000, 0,
  ]);
});

test('the delay begins at the earliest possible time', () => {
  expect(history([0, 10, 10]).longestDelay(SLACK, 25_000)).toBe(5000);
  expect(history([0, 10, 10]).longestDelay(SLACK, 30_000)).toBe(0);
  expect(history([50, 10]).longestDelay(SLACK, 0)).toBe(20_000);
  expect(new DelayHistory().longestDelay(SLACK, 0)).toBe(SLACK);
});

test('the longest stall since an instant', () => {
  const samples = history([30, 0, 7, 5, 1]);
  expect([50_000, 35_000, 25_000, 0].map((since) => samples.longestStall(since))).toEqual([
    1100, 5500, 7700, 10_000,
  ]);
  expect(samples.longestStall(60_000)).toBe(0);
  expect(new DelayHistory().longestStall(0)).toBe(0);
});

test('samples without a delay take no room: a stall before any number of them is known', () => {
  const samples = history([0, 30]);
  for (let at = 1; at <= 10_000; at++) samples.add(20_000 + at, 30_000);
  expect(samples.longestStall(0)).toBe(history([0, 30]).longestStall(0));
  expect(samples.totalSince(0)).toBe(30_000);
});

test.each([
  ['no delay then', [0, 0, 0, 9, 9], 0],
  ['an immediate wait, and a tenth for the run time', [8, 0, 0, 9], 8.8],
  ['a wait that is reported when it is over', [0, 15, 0, 0, 0], 16.5],
  ['waits one after the other', [10, 10, 5, 0, 0, 0], 27.5],
])('the delay of a send: %s', (_, delays, ms) => {
  expect(history(delays).delayFrom(0)).toBeCloseTo(1000 * ms);
});

test('the delay of a send is at most the time since it', () => {
  expect(history([0, 0, 30]).delayFrom(20_000)).toBe(10_000);
  expect(history([0, 0, 30]).delayFrom(30_000)).toBe(0);
  expect(new DelayHistory().delayFrom(0)).toBe(0);
});

test('the history is bounded', () => {
  const samples = new DelayHistory();
  for (let i = 0; i < 100_000; i++) samples.add(i * 10, i * 10);
  const longest = samples.longestDelay(0, 0);
  expect(longest).toBeGreaterThan(10_000);
  expect(longest).toBeLessThan(50_000);
});
