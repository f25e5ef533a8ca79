import { micros } from '../../../protocols/time';
import { inOrder, TraceDisorder } from './event-order';
import type { TraceEvent } from './trace-monitor';

const at = (time: number): TraceEvent => ({ kind: 'reset', at: micros(time), detail: '' });
const times = (events: Iterable<TraceEvent>) =>
  [...events].map((event) => (event.kind === 'chunk' ? event.chunk.notAfter : event.at));

const DISORDERED = [3, 1, 2, 0, 6, 5, 4, 9, 8, 7, 12, 11, 10];

test.each([4, 8, 100])('events that come late are put in order, held %i at a time', (window) => {
  expect(times(inOrder(DISORDERED.map(at), window))).toEqual([...DISORDERED].sort((a, b) => a - b));
});

test('no event is held that no earlier one follows', () => {
  let read = 0;
  const many = {
    *[Symbol.iterator]() {
      for (read = 0; read < 999;) yield at(10 * Math.floor(read / 3) + ([3, 1, 2][read++ % 3] ?? 0));
    },
  };
  let given = 0;
  for (const event of inOrder(many)) {
    expect(event).toEqual(at(10 * Math.floor(given / 3) + (given % 3) + 1));
    expect(read - given++).toBeLessThanOrEqual(3);
  }
  expect(given).toBe(999);
});

test('what is added to a trace after its times were read is left out', () => {
  const growing = [at(2), at(1)];
  const order = inOrder(growing);
  growing.push(at(0));
  expect(times(order)).toEqual([1, 2]);
});

test('an event that comes too late for that is an error with its time', () => {
  const late = [...Array.from({ length: 40 }, (_, n) => at(1e6 + n)), at(500_000)];
  expect(() => times(inOrder(late, 10))).toThrow(TraceDisorder);
  expect(() => times(inOrder(late, 10))).toThrow('an event at 0.500000 s comes more than 10 events late');
});

test('a request and its answer at one time stay in the order of the trace', () => {
  const chunk = (direction: 'tx' | 'rx'): TraceEvent => ({
    kind: 'chunk',
    link: 'main',
    omittedBytes: 0,
    chunk: {
      direction,
      bytes: Uint8Array.of(1),
      notBefore: micros(5),
      notAfter: micros(5),
      lastNotBefore: micros(5),
    },
  });
  const events = [chunk('tx'), chunk('rx'), chunk('tx')];
  expect([...inOrder(events, 2)]).toEqual(events);
});
