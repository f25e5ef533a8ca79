import { IdleCpu } from './idle-cpu';

/** Two processors, of which each second so many ms are idle. */
function machine() {
  let now = 0;
  const idle = [0, 0];
  const rest = new IdleCpu(
    () => now,
    () => [...idle],
  );
  const passes = (...shares: readonly number[]): boolean => {
    for (let ms = 0; ms < 1000; ms += 100) {
      now += 100;
      shares.forEach((share, i) => (idle[i] = (idle[i] ?? 0) + share / 10));
      rest.isIdle();
    }
    return rest.isIdle();
  };
  /** `share`: as above, and nobody looks. */
  const sleeps = (ms: number, share: number): void => {
    now += ms;
    idle.forEach((one, i) => (idle[i] = one + (ms * share) / 1000));
  };
  return { rest, passes, sleeps };
}

test('one processor that is always at work is enough; it is known after a second', () => {
  const { rest, passes } = machine();
  expect(rest.isIdle()).toBe(true);
  expect(passes(900, 0)).toBe(true);
  expect(passes(900, 0)).toBe(false);
  expect(passes(0, 20)).toBe(false);
});

test('work that goes from one processor to the other is work all the time, some on both is not', () => {
  const { passes } = machine();
  for (let turn = 0; turn < 3; turn++) {
    passes(1000, 0);
    passes(0, 1000);
  }
  expect(passes(1000, 0)).toBe(false);
  for (let second = 0; second < 3; second++) passes(600, 700);
  expect(passes(600, 700)).toBe(true);
});

test('after work the machine rests again, and a long time in which nobody looked counts as one', () => {
  const { passes, sleeps } = machine();
  for (let second = 0; second < 4; second++) passes(0, 0);
  expect(passes(0, 0)).toBe(false);
  passes(900, 900);
  expect(passes(900, 900)).toBe(true);
  sleeps(60_000, 0);
  expect(passes(1000, 1000)).toBe(false);
  sleeps(60_000, 1000);
  expect(passes(0, 0)).toBe(true);
});
