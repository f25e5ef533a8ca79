import { TimeUsedUp } from '../../../scenarios/time-limit';
import { CampaignTime } from './campaign-time';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const SECOND = 1000;

function realTime(total: number | undefined, earlier = 0): CampaignTime {
  return new CampaignTime({ total, earlier, board: 'real', measuresResync: true });
}

test('cases leave resynchronisation a quarter of the time, and nothing goes on after its end', () => {
  const time = realTime(20 * SECOND);
  jest.advanceTimersByTime(14.9 * SECOND);
  expect(time.casesOver()).toBe(false);
  jest.advanceTimersByTime(0.1 * SECOND);
  expect(time.casesOver()).toBe(true);
  jest.advanceTimersByTime(4.9 * SECOND);
  expect(() => time.check()).not.toThrow();
  jest.advanceTimersByTime(0.1 * SECOND);
  expect(() => time.check()).toThrow(TimeUsedUp);
});

test('of a long campaign resynchronisation has two minutes; a resumed one has what is left', () => {
  const time = realTime(3600 * SECOND, 3400 * SECOND);
  expect([time.left, time.casesOver()]).toEqual([200 * SECOND, false]);
  jest.advanceTimersByTime(80 * SECOND);
  expect(time.casesOver()).toBe(true);
});

test('minimising has a tenth, the whole triage twice that; after the triage the campaign goes on', async () => {
  const time = realTime(20 * SECOND);
  await time.triage(() => {
    const over = time.minimisingOver();
    jest.advanceTimersByTime(1.9 * SECOND);
    expect(over()).toBe(false);
    jest.advanceTimersByTime(0.1 * SECOND);
    expect(over()).toBe(true);
    jest.advanceTimersByTime(1.9 * SECOND);
    expect(() => time.check()).not.toThrow();
    jest.advanceTimersByTime(0.1 * SECOND);
    expect(() => time.check()).toThrow(TimeUsedUp);
    return Promise.resolve();
  });
  expect(() => time.check()).not.toThrow();
});

test('a number of cases has no end in time, and a failure of a real board no more than four minutes', async () => {
  const time = realTime(undefined);
  jest.advanceTimersByTime(1e6 * SECOND);
  expect(time.casesOver()).toBe(false);
  await time.triage(() => {
    jest.advanceTimersByTime(239 * SECOND);
    expect(() => time.check()).not.toThrow();
    jest.advanceTimersByTime(SECOND);
    expect(() => time.check()).toThrow(TimeUsedUp);
    return Promise.resolve();
  });
});
