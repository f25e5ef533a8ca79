import { JudgementLog } from './judgement-log';

test.each([
  [2_700_000, 'not before 2700.0 ms and within 3500.0 ms'],
  [-7_321_000, 'within 3500.0 ms'],
])('a least time of %i µs that doubts have widened: %s', (min, expected) => {
  const log = new JudgementLog();
  const measurement = { name: 'to it', unit: 'us', low: 0, high: 10_000_000, min, max: 3_500_000 } as const;
  log.measure('CLAUSE', undefined, () => 'its time', measurement);
  expect(log.takeAll()).toMatchObject([{ verdict: 'inconclusive', expected }]);
});
