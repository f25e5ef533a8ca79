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

test('events are given before the last one was read, and no more are held than half as many again', () => {
  let read = 0;
  function* many() {
    for (; read < 1000; read++) yield at(read);
  }
  const order = inOrder(many(), 10);
  for (let n = 0; n < 500; n++) {
    order.next();
    expect(read - n).toBeLessThanOrEqual(15);
  }
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
