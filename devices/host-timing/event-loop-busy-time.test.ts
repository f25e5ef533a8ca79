import { EventLoopBusyTime } from './event-loop-busy-time';

/** A process that sleeps or works, in microseconds. The test runs the immediates of its event loop. */
function process() {
  let [now, idle] = [1e6, 400_000];
  const due: (() => void)[] = [];
  const work = new EventLoopBusyTime(
    () => now,
    () => idle,
    (then) => void due.push(then),
  );
  return {
    work,
    works: (span: number): void => void (now += span),
    sleeps: (span: number): void => {
      now += span;
      idle += span;
    },
    /** One turn of the loop. Immediates that are set meanwhile run in the next turn. */
    turns: (): void => due.splice(0).forEach((then) => then()),
  };
}

test('work since the last poll counts, and sleep does not', () => {
  const { work, works, sleeps, turns } = process();
  works(500);
  work.endTurn();
  works(40);
  expect(work.sincePoll()).toBe(540);
  turns();
  works(7);
  expect(work.sincePoll()).toBe(547);
  turns();
  sleeps(90_000);
  expect(work.sincePoll()).toBe(7);
  works(60_000);
  expect(work.sincePoll()).toBe(60_007);
});

test('an immediate of the same turn does not count: the loop may not have polled before it', () => {
  const { work, works, turns } = process();
  works(500);
  work.endTurn();
  turns();
  expect(work.sincePoll()).toBe(500);
});

test('in the real event loop: work counts until the loop has turned', async () => {
  let now = 0;
  const work = new EventLoopBusyTime(
    () => now,
    () => 0,
  );
  now += 30_000;
  expect(work.sincePoll()).toBe(30_000);
  work.endTurn();
  // On a stalled host a timer may fire before both turns.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => void setImmediate(resolve));
  expect(work.sincePoll()).toBe(0);
});

test('a process is busy while it computes, not while its loop sleeps', async () => {
  const work = new EventLoopBusyTime();
  const until = performance.now() + 30;
  while (performance.now() < until);
  expect(work.sincePoll()).toBeGreaterThan(29_000);
  for (let slept = 0; slept < 29_000;) {
    const [began, before] = [performance.now() * 1000, work.sincePoll()];
    await new Promise((resolve) => setTimeout(resolve, 40));
    slept = performance.now() * 1000 - began - (work.sincePoll() - before);
  }
});
