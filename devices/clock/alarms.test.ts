import { Alarms } from './clock';
import { micros, millis } from '../../protocols/time';

describe('the alarms of a real clock', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function alarms() {
    const zero = performance.now();
    const rung: string[] = [];
    const made = new Alarms(() => micros((performance.now() - zero) * 1000));
    const add = (name: string, ms: number) => made.add(millis(ms), () => rung.push(name));
    return { rung, add, made };
  }

  test('ring at their time and not before, in any order of creation', () => {
    const { rung, add } = alarms();
    add('late', 30);
    add('early', 10);
    add('middle', 20);
    jest.advanceTimersByTime(9);
    expect(rung).toEqual([]);
    jest.advanceTimersByTime(2);
    expect(rung).toEqual(['early']);
    jest.advanceTimersByTime(25);
    expect(rung).toEqual(['early', 'middle', 'late']);
  });

  test('a cancelled alarm does not ring, and the others do', () => {
    const { rung, add } = alarms();
    const early = add('early', 10);
    add('late', 30);
    early();
    early();
    jest.advanceTimersByTime(29);
    expect(rung).toEqual([]);
    jest.advanceTimersByTime(2);
    expect(rung).toEqual(['late']);
  });

  test('a past alarm rings soon, but not synchronously', () => {
    const { rung, add } = alarms();
    add('past', -5);
    expect(rung).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(rung).toEqual(['past']);
  });

  test('an alarm may cancel another of the same time, or make the next', () => {
    const { rung, add, made } = alarms();
    made.add(millis(10), () => {
      other();
      add('next', 15);
    });
    const other = add('other', 10);
    jest.advanceTimersByTime(30);
    expect(rung).toEqual(['next']);
  });

  test('after an alarm that throws, the others ring', () => {
    const { rung, add, made } = alarms();
    made.add(millis(10), () => {
      throw new Error('its own fault');
    });
    add('other', 10);
    add('later', 20);
    expect(() => jest.advanceTimersByTime(11)).toThrow('its own fault');
    jest.advanceTimersByTime(20);
    expect(rung).toEqual(['other', 'later']);
  });

  test('a pending alarm keeps the process alive', () => {
    jest.useRealTimers();
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const { add } = alarms();
    const cancel = add('far', 60_000);
    const timer: unknown = timers.mock.results.at(-1)?.value;
    timers.mockRestore();
    const alive = () => (timer as NodeJS.Timeout).hasRef();
    expect(alive()).toBe(true);
    cancel();
    expect(alive()).toBe(false);
    const again = add('farther', 70_000);
    expect(alive()).toBe(true);
    again();
    clearTimeout(timer as NodeJS.Timeout);
  });
});
