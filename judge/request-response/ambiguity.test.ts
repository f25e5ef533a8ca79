import { micros } from '../../protocols/time';
import { dialLine } from './testing/dial-line';

const GET = { type: 'get', step: 0 };
const NEAR = { type: 'near' };
const LIST = { type: 'list' };
const TURN = { type: 'turn' };
const MAYBE = { type: 'maybe' };
const DONE = { type: 'done' };
const value = (n: number) => ({ type: 'value', n });
const item = (n: number) => ({ type: 'item', n });

describe('a message that looks like the answer which is due', () => {
  const line = () => dialLine({ messages: true });

  test('may be either: what comes next is the other, at any time in which one may come', () => {
    // The message comes sooner than the answer may, and the next one sooner after the answer than messages may.
    const exact = line().rx(10, value(0)).tx(400, GET).rx(410, value(0)).rx(490, value(0));
    expect(exact.rx(800, value(0)).rx(1150, value(0)).failed).toEqual([]);
    const similar = line().rx(10, value(0)).tx(400, NEAR).rx(410, value(0)).rx(490, value(40));
    expect(similar.rx(800, value(0)).until(900).tx(1000, TURN).rx(1010, DONE).failed).toEqual([]);
  });

  test('leaves no answer missing, and hides none that is', () => {
    expect(line().tx(0, NEAR).rx(10, value(0)).until(500).failed).toEqual([]);
    expect(line().tx(0, TURN).rx(10, value(0)).until(500).failed).toEqual(['D-TURN silence']);
  });

  test('is judged again as a message after that', () => {
    const later = line().tx(0, GET).rx(60, value(0)).until(600).rx(640, value(0));
    expect(later.rx(700, value(0)).failed).toEqual(['D-MESSAGE early']);
    expect(line().tx(0, GET).rx(60, value(0)).until(950).failed).toEqual(['D-MESSAGE silence']);
  });

  test('is no answer to what comes next, where the one before may be silent', () => {
    const found = dialLine({ messages: true, pipelined: true }).tx(0, MAYBE).tx(2, NEAR).rx(20, value(0));
    expect(found.rx(90, value(40)).until(600).failed).toEqual([]);
  });

  test('may be the answer to half a request that a silence has just ended', () => {
    const found = line().tx(0, Uint8Array.of(1)).rx(15, value(0));
    expect(found.monitor.desynchronised).toBe(true);
    expect(line().tx(0, Uint8Array.of(1)).rx(5, value(0)).monitor.desynchronised).toBe(false);
  });

  test('is not missed where it came too soon to be one', () => {
    const found = dialLine({ messages: true, pipelined: true });
    found.rx(10, value(0)).tx(200, NEAR).tx(202, GET).rx(250, value(0));
    expect(found.monitor.due()).toBeDefined();
    found.rx(300, value(0));
    expect(found.rx(600, value(0)).rx(1000, value(0)).tx(1500, TURN).rx(1560, DONE).failed).toEqual([]);
  });
});

test('an answer that is right for a request, which may also be silent, may be that of the next one', () => {
  const found = dialLine({ pipelined: true }).tx(0, MAYBE).tx(2, TURN).rx(20, DONE);
  expect(found.monitor.desynchronised).toBe(true);
  expect(found.monitor.due()).toBeDefined();
  expect(found.until(1000).failed).toEqual([]);
});

describe('a board whose state nobody knows', () => {
  const lost = () => {
    const found = dialLine();
    found.monitor.gap(micros(1000));
    return found.until(1000);
  };

  test('without a baseline, it is not taken for one that was just reset, if it has several states', () => {
    expect(lost().monitor.desynchronised).toBe(true);
    expect(lost().tx(1000, GET).rx(1060, value(2)).until(2000).failed).toEqual([]);
  });

  test('answers one request after the other, and has the time for each', () => {
    const found = dialLine({ pipelined: true });
    found.monitor.gap(micros(1000));
    found.until(1000).tx(1000, GET).tx(1002, GET).rx(1090, value(2)).rx(1180, value(2));
    expect(found.until(2000).failed).toEqual([]);
    expect(found.tx(2000, GET).rx(2180, value(2)).until(3000).failed).toEqual(['D-TIME late']);
  });

  test('may send as many answers as are due in any state, and no more is judged until they have come', () => {
    const found = lost().tx(1000, LIST).rx(1010, item(2));
    expect(found.monitor.due()?.until).toBeGreaterThan(1_100_000);
    expect(found.rx(1030, item(2)).rx(1050, item(2)).until(2000).failed).toEqual([]);
    const hurried = lost().tx(1000, LIST).rx(1010, item(2)).tx(1020, GET).rx(1030, item(2)).rx(1050, item(2));
    expect(hurried.rx(1060, value(2)).until(2000).failed).toEqual([]);
    expect(dialLine().tx(0, LIST).rx(10, item(0)).rx(30, item(0)).failed).toEqual(['D-UNASKED unasked']);
  });

  test('sends nothing more than any state allows', () => {
    expect(lost().tx(1000, TURN).rx(1010, DONE).rx(1030, DONE).failed).toEqual(['D-UNASKED unasked']);
  });

  test('may take the time of any state', () => {
    expect(lost().tx(1000, GET).rx(1010, value(0)).failed).toEqual([]);
    expect(dialLine().tx(0, GET).rx(10, value(0)).failed).toEqual(['D-TIME early']);
  });
});

test('of several answers the one that did not come is named, and no bytes stand over those of one that came', () => {
  const missing = (count: number) => {
    const line = dialLine().tx(0, TURN).rx(10, DONE).tx(100, LIST);
    for (let i = 0; i < count; i++) line.rx(120 + 10 * i, item(1));
    const found = line.until(1000).found.filter(({ kind }) => kind === 'silence');
    return found.map(({ title, expected, dueAnswer }) => ({ title, expected, dueAnswer }));
  };
  expect(missing(0)).toEqual([
    { title: 'list was not answered', expected: 'item n 1, then item n 1', dueAnswer: item(1) },
  ]);
  expect(missing(1)).toEqual([{ title: 'answer 2 to list did not come', expected: 'item n 1' }]);
});
