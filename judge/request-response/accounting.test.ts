import { micros, millis } from '../../protocols/time';
import { dialLine } from './testing/dial-line';

const value = (n: number) => ({ type: 'value', n }) as const;
const get = { type: 'get', step: 0 } as const;

/** Two exchanges of a sound board in its initial state. */
const two = (known?: boolean) =>
  dialLine({}, known)
    .tx(0, get)
    .rx(60, value(0))
    .tx(300, { type: 'turn' })
    .rx(320, { type: 'done' })
    .until(600);

test('an exchange that was judged counts once, by a right, a wrong, a missing or a doubled answer', () => {
  expect(two().monitor.accounting()).toEqual({ judged: 2, unjudged: {} });
  const wrong = dialLine().tx(0, get).rx(60, value(7)).until(600);
  expect([wrong.failed, wrong.monitor.accounting()]).toEqual([['D-GET answer'], { judged: 1, unjudged: {} }]);
  const missing = dialLine().tx(0, get).until(600);
  expect([missing.failed, missing.monitor.accounting()]).toEqual([
    ['D-GET silence'],
    { judged: 1, unjudged: {} },
  ]);
  const doubled = dialLine().tx(0, get).rx(60, value(0)).rx(70, value(0)).until(600);
  expect(doubled.monitor.accounting()).toEqual({ judged: 1, unjudged: {} });
});

test('one that still waits is in no number; where nothing more is told, it is not judged', () => {
  const { monitor } = dialLine().tx(0, get).until(20);
  expect(monitor.accounting()).toEqual({ judged: 0, unjudged: {} });
  monitor.finish();
  expect(monitor.accounting()).toEqual({ judged: 0, unjudged: { 'bytes-lost': 1 } });
});

test('what a monitor could not follow has a reason', () => {
  const lost = two();
  lost.monitor.gap(millis(700));
  lost.tx(710, get).rx(770, value(0)).until(2000);
  expect(lost.monitor.accounting()).toEqual({ judged: 2, unjudged: { 'state-unknown': 1 } });

  const late = dialLine();
  late.monitor.gap(micros(0));
  late.tx(10, get).rx(70, value(0)).until(2000);
  expect(late.monitor.accounting()).toEqual({ judged: 0, unjudged: { 'state-unknown': 1 } });

  // Nothing on the page lets a host send before the answer; that to the first request is missing all the same.
  const both = dialLine().tx(0, get).tx(5, get).until(2000);
  expect(both.monitor.accounting()).toEqual({ judged: 1, unjudged: { 'left-open': 1 } });
});

test('a wrong answer in an unknown state is not judged', () => {
  const unknown = dialLine({}, false).tx(500, get).rx(560, value(9)).until(1200);
  expect([unknown.failed, unknown.monitor.accounting()]).toEqual([
    [],
    { judged: 0, unjudged: { 'state-unknown': 1 } },
  ]);
});
