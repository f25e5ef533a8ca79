import { EventLoopBusyTime } from './event-loop-busy-time';

/** A process that sleeps, or works, for so many microseconds; the loop's immediates are run by hand. */
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
    /** One turn of the loop: what is set meanwhile is for the next. */
    turns: (): void => due.splice(0).forEach((then) => then()),
  };
}

test('what was done since the loop polled last counts, however long it slept', () => {
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

test('an immediate of this very turn tells nothing: the loop may not have polled before it', () => {
  const { work, works, turns } = process();
  works(500);
  work.endTurn();
  turns();
  expect(work.sincePoll()).toBe(500);
});

test('in the event loop itself: what came while it worked is behind all of that work, what came later behind none', async () => {
  let now = 0;
  const work = new EventLoopBusyTime(
    () => now,
    () => 0,
  );
  now += 30_000;
  expect(work.sincePoll()).toBe(30_000);
  work.endTurn();
  // A timer may fire before both turns, where this host stalls.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => void setImmediate(resolve));
  expect(work.sincePoll()).toBe(0);
});

test('a process is at work while it computes, not while its loop sleeps', async () => {
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
