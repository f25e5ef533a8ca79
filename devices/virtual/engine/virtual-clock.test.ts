import fc from 'fast-check';
import { after, micros, millis } from '../../../protocols/time';
import { virtualClock } from './virtual-clock';

describe('a virtual clock', () => {
  test('stands still until the host waits, then jumps there', async () => {
    const clock = virtualClock();
    expect(clock.now()).toBe(0);
    await clock.until(millis(3_600_000));
    expect(clock.now()).toBe(3_600_000_000);
  });

  test('rings alarms by time, then by creation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 60 }), async (times) => {
        const clock = virtualClock();
        const rung: { at: number; i: number }[] = [];
        times.forEach((at, i) => clock.alarm(micros(at), () => rung.push({ at: clock.now(), i })));
        await clock.until(micros(21));
        const due = times.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at || a.i - b.i);
        expect(rung).toEqual(due);
      }),
    );
  });

  test('never runs backwards, and rings a past alarm immediately', async () => {
    const clock = virtualClock();
    await clock.until(micros(50));
    await clock.until(micros(10));
    expect(clock.now()).toBe(50);
  });

  test('neither rings a cancelled alarm nor waits for it', async () => {
    const clock = virtualClock();
    const ring = jest.fn();
    const cancel = clock.alarm(micros(5), ring);
    cancel();
    cancel();
    await clock.until(micros(10));
    expect(ring).not.toHaveBeenCalled();
    clock.alarm(micros(1_000), ring)();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.now()).toBe(10);
  });

  test('passes time in a call, up to what the host is to handle first', () => {
    const clock = virtualClock();
    const happened: string[] = [];
    const event = (name: string, at: number, touches = false): void => {
      clock.schedule(micros(at), () => {
        happened.push(`${name} ${clock.now()}`);
        return touches;
      });
    };
    const never = (): boolean => false;
    event('early', 5);
    event('asked before', 10);
    expect(clock.pass(micros(10), never)).toBe(true);
    event('asked after', 10);
    event('touching', 20, true);
    event('late', 30);
    expect(happened).toEqual(['early 5', 'asked before 10']);
    expect(clock.pass(micros(40), () => happened.length === 3)).toBe(true);
    expect(clock.now()).toBe(10);
    expect(clock.pass(micros(40), never)).toBe(false);
    expect(clock.now()).toBe(20);
    expect(clock.pass(micros(40), never)).toBe(true);
    expect([clock.now(), happened.at(-1)]).toEqual([40, 'late 30']);
    expect(virtualClock({ jumps: false }).pass(micros(1), never)).toBe(false);
  });

  test('an event of the simulation alone does not make time pass; a waiting host does', async () => {
    const clock = virtualClock();
    const happened: number[] = [];
    clock.schedule(micros(7), () => happened.push(clock.now()) < 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(happened).toEqual([]);
    await clock.until(micros(9));
    expect(happened).toEqual([7]);
  });

  test('the host finishes its work on an event before the next event', async () => {
    const clock = virtualClock();
    const log: string[] = [];
    clock.schedule(micros(1), () => {
      void Promise.resolve()
        .then(() => undefined)
        .then(() => process.nextTick(() => log.push(`answered at ${clock.now()}`)));
      return true;
    });
    clock.schedule(micros(2), () => log.push('next') < 0);
    await clock.until(micros(3));
    expect(log).toEqual(['answered at 1', 'next']);
  });

  test('runs each of 100 000 events', async () => {
    const clock = virtualClock();
    let rung = 0;
    for (let i = 0; i < 100_000; i++) clock.schedule(micros((i * 7919) % 100_003), () => ++rung < 0);
    await clock.until(after(clock.now(), micros(100_003)));
    expect(rung).toBe(100_000);
  });
});
