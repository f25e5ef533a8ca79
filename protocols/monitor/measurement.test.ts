import * as fc from 'fast-check';
import { micros } from '../time';
import { judge, latency, type Measurement } from './measurement';

function measured(low: number, high: number, limits: { min?: number; max?: number }): Measurement {
  return { name: 'a', unit: 'us', low, high, ...limits };
}

test.each([
  [0, 0, {}, 'pass'],
  [99, 100, { max: 100 }, 'pass'],
  [99, 100.5, { max: 100 }, 'inconclusive'],
  [100, 101, { max: 100 }, 'inconclusive'],
  [100.5, 101, { max: 100 }, 'fail'],
  [50, 60, { min: 50 }, 'pass'],
  [49, 50, { min: 50 }, 'inconclusive'],
  [40, 49.9, { min: 50 }, 'fail'],
  [40, 160, { min: 50, max: 150 }, 'inconclusive'],
  [60, 140, { min: 50, max: 150 }, 'pass'],
  [151, 160, { min: 50, max: 150 }, 'fail'],
] as const)('between %d and %d under %j: %s', (low, high, limits, verdict) => {
  expect(judge(measured(low, high, limits))).toBe(verdict);
});

test('for any true value: a pass is inside the limits, a fail outside', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const span = fc.double({ min: 0, max: 1e3, noNaN: true });
  fc.assert(
    fc.property(value, span, span, value, span, (truth, below, above, min, width) => {
      const max = min + width;
      const verdict = judge(measured(truth - below, truth + above, { min, max }));
      const inside = truth >= min && truth <= max;
      if (verdict === 'pass') expect(inside).toBe(true);
      if (verdict === 'fail') expect(inside).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('a latency runs from the last byte sent to the first byte received, and is never negative', () => {
  const sent = { notBefore: micros(0), lastNotBefore: micros(80), notAfter: micros(100) };
  expect(latency(sent, { notBefore: micros(150), notAfter: micros(170) })).toEqual({ low: 50, high: 90 });
  expect(latency(sent, { notBefore: micros(60), notAfter: micros(110) })).toEqual({ low: 0, high: 30 });
  expect(latency(sent, { notBefore: micros(10), notAfter: micros(20) })).toEqual({ low: 0, high: 0 });
});
