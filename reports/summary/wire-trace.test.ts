import type { ChunkRecord } from '../../scenarios/record';
import { WireTraceCollector, answerTimes } from './wire-trace';

const KEPT = 240_000;

function chunk(at: number): ChunkRecord {
  return { type: 'chunk', link: 'main', direction: 'rx', notBefore: at, notAfter: at, hex: '0102' };
}

function filled(count: number): WireTraceCollector {
  const wire = new WireTraceCollector();
  for (let at = 0; at < count; at++) wire.add(chunk(at));
  return wire;
}

test('an endless run is bounded, and the dropped chunks are counted', () => {
  const wire = filled(KEPT + 1000).finish();
  expect(wire.count).toBe(KEPT);
  expect(wire.leftOut).toEqual({ chunks: 1000, bytes: 2000 });
});

test('a late failure is kept with the chunks before and after it', () => {
  const wire = filled(KEPT + 1000);
  wire.markFailure();
  for (let at = 0; at < 100; at++) wire.add(chunk(KEPT + 1000 + at));
  wire.finish();
  expect(wire.count).toBe(KEPT + 48 + 8);
  const { notBefore, nearFailure } = wire.columns;
  expect([notBefore[KEPT], nearFailure[KEPT]]).toEqual([KEPT + 952, true]);
  expect([notBefore[KEPT + 55], nearFailure[KEPT + 55]]).toEqual([KEPT + 1007, true]);
  expect(wire.leftOut.chunks).toBe(952 + 92);
  expect(nearFailure[KEPT - 1]).toBe(false);
});

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
