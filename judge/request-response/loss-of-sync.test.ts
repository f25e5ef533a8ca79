import type { AnyRequestResponse } from '../../protocols/request-response/definition';
import { micros } from '../../protocols/time';
import {
  PLAIN,
  PIPELINED,
  SILENT,
  EVENTS,
  line,
  read,
  write,
  plain,
  registers,
  written,
  RESTARTED,
  EVENT,
  bytes,
  spoilt,
} from './testing/register-line';

describe('how requests come', () => {
  test('one in pieces is one; what goes wrong then is charged to the pieces', () => {
    const raw = bytes(read());
    const pieces = () => line().tx(0, raw.subarray(0, 3)).tx(9, raw.subarray(3));
    expect(pieces().rx(30, registers(0)).passed).toContain('REG-05');
    expect(pieces().until(1000).failed).toEqual(['REG-05 silence']);
  });

  test('a pause near the silence that ends a frame may be read either way', () => {
    const raw = bytes(read());
    const paused = (ms: number) =>
      line()
        .tx(0, raw.subarray(0, 3))
        .tx(3 * 0.52 + ms, raw.subarray(3));
    for (const ms of [11, 19, 23]) {
      const found = paused(ms);
      expect(found.monitor.desynchronised).toBe(true);
      expect(found.rx(50, registers(0)).until(1000).failed).toEqual([]);
      expect(paused(ms).until(1000).failed).toEqual([]);
    }
    expect(paused(9).monitor.desynchronised).toBe(false);
    expect(paused(25).monitor.desynchronised).toBe(false);
  });

  test('a board may answer before the silence has passed that ends its request', () => {
    const found = line(SILENT).tx(0, write(0, 3)).rx(4.3, written(0, 3)).until(300);
    expect(found.tx(300, write(0, 4)).rx(304.3, written(0, 4)).until(1000).failed).toEqual([]);
  });

  test('the last answer of a recording is judged: a wrong one may have been cut, garbage not', () => {
    const ended = (answer: Uint8Array) => {
      const found = line(SILENT).tx(0, bytes(read())).rx(20, answer);
      found.monitor.finish();
      return found.monitor.judgements().map(({ verdict, clause }) => `${verdict} ${clause}`);
    };
    expect(ended(bytes(registers(0), 'rx')).filter((one) => !one.startsWith('pass'))).toEqual([]);
    expect(ended(bytes(registers(0), 'rx').subarray(0, 2)).filter((one) => !one.startsWith('pass'))).toEqual(
      [],
    );
    expect(ended(bytes(registers(7), 'rx'))).toContainEqual(expect.stringMatching(/^inconclusive/));
  });

  test('what the board sent before a write may be read after it', () => {
    const answer = bytes(registers(0), 'rx');
    const found = line(SILENT).tx(0, read()).rx(20, answer.subarray(0, 4)).tx(30, read());
    const late = { notBefore: micros(22_100), notAfter: micros(60_000), lastNotBefore: micros(22_100) };
    found.monitor.rx({ direction: 'rx', bytes: answer.subarray(4), ...late });
    expect(found.until(59).failed).toEqual([]);
  });

  test('a pause ends where the next byte begins', () => {
    const raw = bytes(read());
    const found = line(SILENT)
      .tx(0, raw.subarray(0, 3))
      .tx(3 * 0.52 + 0.8, raw.subarray(3));
    expect(found.monitor.desynchronised).toBe(false);
    expect(found.rx(20, registers(0)).until(100).passed).toContain('REG-05');
  });

  test('an answer that is missing may come late, but not behind the answer to a later request', () => {
    const missing = () => line().tx(0, bytes(read())).until(1000);
    const late = missing().rx(1100, registers(0)).until(2000);
    expect(late.failed).toEqual(missing().failed);
    const answered = () => missing().tx(1000, bytes(read())).rx(1010, registers(0)).until(2000);
    expect(answered().failed).toEqual(missing().failed);
    const behind = answered().rx(2100, registers(0)).until(3000);
    expect(behind.failed).toEqual([...missing().failed, 'REG-04 unasked']);
  });

  test('by exact times, who asks again after the limit has had no answer; before it, the page leaves it open', () => {
    const polled = (pause: number, isExact: boolean) => {
      const found = line(PLAIN, true, isExact).tx(0, read());
      for (let n = 1; n < 12; n++) found.tx(n * pause, read()).rx(n * pause + 10, registers(0));
      return found.until(20 * pause);
    };
    const limit = 120;
    expect(polled(limit + 30, true).failed).toEqual(['REG-10 silence']);
    expect(polled(limit + 30, true).monitor.accounting()).toEqual({ judged: 12, unjudged: {} });
    expect(polled(limit + 30, false).failed).toEqual([]);
    const early = polled(limit - 30, true);
    expect(early.failed).toEqual([]);
    // Exchanges in turn show again which answer belongs to which request.
    expect(early.tx(21 * limit, read()).until(40 * limit).failed).toEqual(['REG-10 silence']);
  });

  test('by exact times, a request that begins before the limit and ends after it is before it', () => {
    const raw = bytes(read());
    const found = line(PLAIN, true, true).tx(0, read());
    raw.forEach((byte, at) => void found.tx(97 + 5 * at, Uint8Array.of(byte)));
    expect(found.rx(97 + 5 * raw.length, registers(0)).until(1000).failed).toEqual([]);
  });

  test('several at once desynchronise where the page promises nothing, and are judged where it does', () => {
    const both = (protocol: AnyRequestResponse) =>
      line(protocol)
        .tx(0, bytes(write(0, 3)))
        .tx(5, bytes(read()));
    expect(both(PLAIN).monitor.desynchronised).toBe(true);
    const inOrder = both(PIPELINED).rx(20, written(0, 3)).rx(30, registers(3));
    expect(inOrder.failed).toEqual([]);
    expect(inOrder.passed).toContain('REG-15');
    expect(both(PIPELINED).rx(20, written(0, 3)).until(1000).failed).toEqual(['REG-15 silence']);
    expect(both(PIPELINED).rx(20, written(0, 3)).rx(30, registers(0)).failed).toEqual(['REG-15 answer']);
  });

  test('a host that does not know whether it paused blames no silence', () => {
    const found = line(SILENT);
    const raw = bytes(read());
    found.monitor.tx({
      direction: 'tx',
      bytes: raw,
      notBefore: micros(0),
      lastNotBefore: micros(4200),
      notAfter: micros(9000),
    });
    expect(found.until(1000).failed).toEqual([]);
    expect(found.inconclusive).toEqual(['REG-10']);
  });
});

describe('loss of sync', () => {
  test('ends by quiet and the baseline, which must be answered', () => {
    const found = line(PLAIN, false);
    expect(found.monitor.desynchronised).toBe(true);
    found.tx(0, read()).rx(15, registers(77));
    expect(found.failed).toEqual([]);
    found.tx(200, plain('restart')).rx(215, RESTARTED);
    expect(found.monitor.desynchronised).toBe(false);
    expect(found.tx(400, read()).rx(415, registers(77)).failed).toEqual(['REG-10 answer']);
    expect(line(PLAIN, false).tx(0, plain('restart')).until(1000).failed).toEqual(['REG-13 silence']);
  });

  test('what the baseline is answered with, and in which form, may depend on the state before', () => {
    for (const answer of [{ ...RESTARTED, unit: 9 }, registers(1)]) {
      const found = line(PLAIN, false).tx(0, plain('restart')).rx(15, answer);
      expect([found.failed, found.monitor.desynchronised]).toEqual([[], false]);
      expect(found.passed).not.toContain('REG-13');
      expect(found.tx(300, plain('restart')).rx(315, answer).failed).toEqual(['REG-13 answer']);
    }
  });

  test('an answer belongs to the one request of its form that is rightly answered so', () => {
    const at: AnyRequestResponse['at'] = (parameters) => {
      const session = PIPELINED.at(parameters);
      const rule: typeof session.rule = (request, state) =>
        request.type === 'near' || ('value' in request && request.value === 12_345)
          ? { clause: 'REG-18', answer: EVENT }
          : session.rule(request, state);
      return { ...session, rule };
    };
    const found = line({ ...PIPELINED, at }, false).until(500);
    found.tx(600, spoilt(read())).tx(650, write(0, 12_345)).rx(670, EVENT);
    expect(found.until(2000).failed).toEqual([]);
  });

  test('what the board sends by itself is no answer to the baseline', () => {
    const found = line(EVENTS, false).tx(0, plain('restart')).rx(15, EVENT);
    expect(found.monitor.desynchronised).toBe(true);
    expect(found.rx(30, RESTARTED).monitor.desynchronised).toBe(false);
  });

  test('in an assumed state an answer belongs to the request, not to the silence before it', () => {
    const found = line(PLAIN, false)
      .tx(0, Uint8Array.of(0, 0, 0))
      .until(40)
      .tx(50, read())
      .rx(65, registers(3));
    expect(found.until(2000).failed).toEqual([]);
  });

  test('in an assumed state only the baseline and the probe must be answered', () => {
    expect(line(PLAIN, false).tx(0, write(0, 1)).until(1000).failed).toEqual([]);
    expect(line(PLAIN, false).tx(0, read()).until(1000).failed).toEqual(['REG-10 silence']);
  });

  test('a reset forgets what was asked, and tells the state', () => {
    const found = line().tx(0, write(0, 5)).rx(15, written(0, 5)).tx(100, read());
    found.monitor.reset(micros(106_000));
    expect(found.until(2000).failed).toEqual([]);
    expect(found.tx(2100, read()).rx(2115, registers(0)).failed).toEqual([]);
  });

  test("bytes that nobody told of are nobody's fault", () => {
    const found = line();
    found.monitor.gap(micros(1000));
    expect(found.rx(5, bytes(registers(9), 'rx').subarray(2)).until(1000).failed).toEqual([]);
    expect(found.monitor.desynchronised).toBe(true);
  });
});

describe('messages that a board sends by itself', () => {
  test('explain themselves, and are judged by their period', () => {
    expect(line(EVENTS).rx(100, EVENT).rx(600, EVENT).tx(700, read()).rx(715, registers(0)).failed).toEqual(
      [],
    );
    expect(line(EVENTS).rx(100, EVENT).rx(400, EVENT).failed).toEqual(['REG-14 early']);
    expect(line(EVENTS).rx(100, EVENT).rx(800, EVENT).failed).toEqual(['REG-14 late']);
    expect(line(EVENTS).rx(100, EVENT).until(1000).failed).toEqual(['REG-14 silence']);
    expect(line(PLAIN).rx(100, EVENT).failed).toEqual(['REG-04 unasked']);
  });

  test('one that waited for the end of an answer is followed sooner', () => {
    const waited = line(EVENTS).rx(100, EVENT).tx(590, read()).rx(601, registers(0)).rx(606, EVENT);
    expect(waited.rx(990, EVENT).until(1100).failed).toEqual([]);
  });

  test('one between request and answer is not the answer', () => {
    expect(line(EVENTS).tx(0, read()).rx(10, EVENT).rx(30, registers(0)).until(300).failed).toEqual([]);
    expect(line(EVENTS).tx(0, read()).rx(10, EVENT).until(500).failed).toEqual(['REG-10 silence']);
    // By its own length, not anew.
    expect(line(EVENTS).tx(0, read()).rx(300, EVENT).until(410).failed).toEqual(['REG-10 silence']);
    expect(line(EVENTS).tx(0, read()).rx(90, EVENT).rx(190, registers(0)).failed).toEqual(['REG-03 late']);
  });
});
