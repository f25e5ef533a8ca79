import { IdleCpu } from './idle-cpu';

/** Two processors. `shares`: the idle ms of each in a second. */
function machine() {
  let now = 0;
  const idle = [0, 0];
  const idleCpu = new IdleCpu(
    () => now,
    () => [...idle],
  );
  const passes = (...shares: readonly number[]): boolean => {
    for (let ms = 0; ms < 1000; ms += 100) {
      now += 100;
      shares.forEach((share, i) => (idle[i] = (idle[i] ?? 0) + share / 10));
      idleCpu.isIdle();
    }
    return idleCpu.isIdle();
  };
  /** As above, and no sample is taken. */
  const sleeps = (ms: number, share: number): void => {
    now += ms;
    idle.forEach((one, i) => (idle[i] = one + (ms * share) / 1000));
  };
  return { idleCpu, passes, sleeps };
}

test('one busy processor is enough; it is recognised after a second', () => {
  const { idleCpu, passes } = machine();
  expect(idleCpu.isIdle()).toBe(true);
  expect(passes(900, 0)).toBe(true);
  expect(passes(900, 0)).toBe(false);
  expect(passes(0, 20)).toBe(false);
});

test('work that moves between processors keeps the machine busy; some work on both does not', () => {
  const { passes } = machine();
  for (let turn = 0; turn < 3; turn++) {
    passes(1000, 0);
    passes(0, 1000);
  }
  expect(passes(1000, 0)).toBe(false);
  for (let second = 0; second < 3; second++) passes(600, 700);
  expect(passes(600, 700)).toBe(true);
});

test('the machine becomes idle again, and a long time without samples counts as idle', () => {
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
