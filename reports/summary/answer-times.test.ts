import { answerTimes } from './answer-times';
import { WireTraceCollector } from './wire-trace';

function trace(delays: readonly number[]) {
  const wire = new WireTraceCollector();
  const chunk = { type: 'chunk', link: 'main', hex: '00' } as const;
  delays.forEach((delay, index) => {
    const sent = 1000 * index;
    wire.add({ ...chunk, direction: 'tx', notBefore: sent, notAfter: sent + 10 });
    wire.add({ ...chunk, direction: 'rx', notBefore: sent + 10 + delay, notAfter: sent + 20 + delay });
    wire.add({ ...chunk, direction: 'rx', notBefore: sent + 500, notAfter: sent + 510 });
  });
  return wire.finish();
}

test('answers that slow down later show as a rising curve; bytes after an answer are not counted', () => {
  const times = answerTimes(trace(Array.from({ length: 240 }, (_, index) => 100 + index)));
  expect(times.length).toBeGreaterThan(100);
  expect(times[0]?.median).toBeLessThan(110);
  expect(times.at(-1)?.worst).toBe(339);
  expect(times.every(({ median, worst }) => worst < 500 && median <= worst)).toBe(true);
});

test('few answers show no drift', () => {
  expect(answerTimes(trace([100, 100]))).toEqual([]);
});
