import { micros } from '../../protocols/time';
import {
  registerProtocol,
  SILENCE_FRAMING,
  type RegisterAnswer,
} from '../../protocols/request-response/testing/register-protocol';
import { chunkOf, type LineScript } from './testing/line-script';
import {
  line,
  read,
  write,
  plain,
  registers,
  written,
  refused,
  RESTARTED,
  bytes,
  SILENT,
  spoilt,
} from './testing/register-line';

describe('silence that is due', () => {
  test('a request after it is judged by itself: neither is charged to the other', () => {
    const found = line()
      .tx(0, read(0, 1, 7))
      .tx(200, read())
      .rx(215, registers(0))
      .until(1000);
    expect(found.failed).toEqual([]);
    expect(found.passed).toEqual(expect.arrayContaining(['REG-09', 'REG-10', 'REG-03']));
  });

  test('an answer in it breaks the clause of what it answers', () => {
    expect(
      line()
        .tx(0, read(0, 1, 7))
        .rx(15, registers(0)).failed,
    ).toEqual(['REG-09 unasked']);
    expect(line().tx(0, spoilt(read())).rx(15, registers(0)).failed).toEqual(['REG-07 unasked']);
  });

  test('an answer after it is one that nobody asked for', () => {
    expect(
      line()
        .tx(0, read(0, 1, 7))
        .until(200)
        .rx(500, registers(0)).failed,
    ).toEqual(['REG-04 unasked']);
  });

  test('it is due for as long as an answer may take, not for an instant', () => {
    const { monitor } = line().tx(0, read(0, 1, 7));
    expect(monitor.due()?.until).toBe(8 * 520 + 100_000);
    monitor.tick(micros(8 * 520 + 100_000));
    expect(monitor.due()?.until).toBeUndefined();
  });

  test('a request that is cut ends by silence only: until then nothing is due, and after it silence', () => {
    const cut = line().tx(0, bytes(read()).subarray(0, 4));
    expect(cut.monitor.due()?.until).toBe(4 * 520 + 24_000);
    expect(cut.until(30).monitor.due()?.until).toBe(4 * 520 + 124_000);
    expect(cut.until(200).tx(210, read()).rx(225, registers(0)).failed).toEqual([]);
    expect(cut.passed).toEqual(expect.arrayContaining(['REG-06', 'REG-08', 'REG-10']));
  });

  test('a request sent in it is not promised an answer: the monitor is desynchronised, and blames nothing', () => {
    const hurried = line()
      .tx(0, read(0, 1, 7))
      .tx(50, read());
    expect(hurried.monitor.desynchronised).toBe(true);
    expect(hurried.monitor.due()).toBeDefined();
    expect(hurried.until(60).rx(70, registers(0)).until(1000).failed).toEqual([]);
    expect(hurried.monitor.desynchronised).toBe(true);
    expect(hurried.monitor.due()).toBeUndefined();
  });

  test('after noise it is promised one, where the page says so', () => {
    const found = line()
      .tx(0, spoilt(write(0, 1)))
      .tx(50, read());
    expect(found.rx(70, registers(0)).until(1000).failed).toEqual([]);
    expect(
      line()
        .tx(0, spoilt(write(0, 1)))
        .tx(50, read())
        .until(1000).failed,
    ).toEqual(['REG-06 silence']);
  });

  test('an answer in it that is none to the request sent meanwhile is charged to the silence', () => {
    expect(
      line()
        .tx(0, spoilt(write(0, 1)))
        .tx(50, read())
        .rx(70, written(0, 1)).failed,
    ).toEqual(['REG-07 unasked']);
  });

  test('a write that is not answered changes the state', () => {
    const found = line()
      .tx(0, write(2, 9, 0))
      .tx(200, read(2))
      .rx(215, registers(0));
    expect(found.failed).toEqual(['REG-10 answer']);
    expect(
      line()
        .tx(0, write(2, 9, 0))
        .tx(200, read(2))
        .rx(215, registers(9)).failed,
    ).toEqual([]);
  });

  test('where silence ends a request, the shortest time counts from its last byte, the longest from that silence', () => {
    const withLeast = registerProtocol({ framing: SILENCE_FRAMING, minMs: 2 });
    const at = (ms: number) =>
      line(withLeast)
        .tx(0, read())
        .rx(8 * 0.52 + ms, registers(0))
        .until(600);
    expect(at(0.1).failed).toEqual(['REG-03 early']);
    expect(at(2.1).failed).toEqual([]);
    expect(at(5).passed).toContain('REG-03');
    expect(at(110).failed).toEqual(['REG-03 late']);
  });
});

describe('answers', () => {
  test('a wrong one is charged to its rule, a malformed one to what it breaks', () => {
    expect(line().tx(0, read()).rx(15, registers(1)).failed).toEqual(['REG-10 answer']);
    expect(line().tx(0, read()).rx(15, refused(1)).failed).toEqual(['REG-10 answer']);
    expect(
      line()
        .tx(0, read())
        .rx(15, spoilt(registers(0), 'rx'))
        .until(2000).failed,
    ).toEqual(['REG-01 malformed']);
    const cut = bytes(registers(0), 'rx').subarray(0, 4);
    expect(line().tx(0, read()).rx(15, cut).until(2000).failed).toEqual(['REG-02 malformed']);
  });

  test('a late one is charged to the time alone, a missing one to its rule', () => {
    const late = line()
      .tx(0, write(0, 5))
      .rx(150, written(0, 5))
      .tx(300, read())
      .rx(315, registers(5))
      .until(1000);
    expect(late.failed).toEqual(['REG-03 late']);
    expect(line().tx(0, write(0, 5)).until(2000).failed).toEqual(['REG-11 silence']);
    expect(line().tx(0, write(0, 5)).rx(150, written(0, 6)).failed).toEqual(
      ['REG-11 answer', 'REG-03 late'].slice(0, 1),
    );
  });

  test('one that a host may have read late is no fault: the bounds do not decide', () => {
    const found = line().tx(0, read());
    const { bytes: raw } = chunkOf('rx', 0, bytes(registers(0), 'rx'));
    const chunk = {
      direction: 'rx',
      bytes: raw,
      notBefore: micros(20_000),
      lastNotBefore: micros(20_000),
      notAfter: micros(180_000),
    } as const;
    found.monitor.rx(chunk);
    expect(found.until(1000).failed).toEqual([]);
    expect(found.inconclusive).toEqual(['REG-03']);
  });

  test('one that began in time and goes on is not missing', () => {
    const raw = bytes(registers(0), 'rx');
    const found = line().tx(0, read()).rx(99, raw.subarray(0, 3)).rx(101, raw.subarray(3)).until(1000);
    expect(found.failed).toEqual([]);
  });

  test('several come in order', () => {
    const asked = () => line().tx(0, plain('twice'));
    expect(asked().rx(15, registers(0)).rx(30, RESTARTED).until(1000).failed).toEqual([]);
    expect(asked().rx(15, RESTARTED).failed).toEqual(['REG-17 answer']);
    expect(asked().rx(15, registers(0)).until(1000).failed).toEqual(['REG-17 silence']);
    expect(asked().rx(15, registers(0)).rx(140, RESTARTED).until(1000).failed).toEqual(['REG-03 late']);
    expect(asked().rx(15, registers(0)).rx(30, RESTARTED).rx(45, RESTARTED).failed).toEqual([
      'REG-04 unasked',
    ]);
  });

  test('one that a rule accepts decides the state', () => {
    const near = (value: number) => line().tx(0, plain('near')).rx(15, written(1, value));
    expect(near(491).tx(100, read(1)).rx(115, registers(491)).failed).toEqual([]);
    expect(near(491).tx(100, read(1)).rx(115, registers(500)).failed).toEqual(['REG-10 answer']);
    const wrong = near(512);
    expect(wrong.failed).toEqual(['REG-18 answer']);
    expect(wrong.found.at(-1)?.seen).toMatch(/not 490 to 510/);
  });

  test('any of several is right, and the next answers tell the state; silence may be one of them', () => {
    const asked = (...answer: RegisterAnswer[]) => {
      const found = line().tx(0, { type: 'either', unit: 1, value: 7 });
      for (const one of answer) found.rx(15, one);
      return found.until(600).tx(1000, read()).rx(1015, registers(7)).until(2000);
    };
    expect(asked(written(0, 7)).failed).toEqual([]);
    expect(asked(refused(5)).failed).toEqual(['REG-10 answer']);
    expect(asked().failed).toEqual([]);
    expect(asked(refused(6)).failed).toEqual(['REG-16 answer']);
  });

  test('a frame besides what is due, or with nothing due, is one that nobody asked for', () => {
    expect(line().tx(0, read()).rx(15, registers(0)).rx(40, registers(0)).failed).toEqual(['REG-04 unasked']);
    expect(line().rx(100, registers(0)).failed).toEqual(['REG-04 unasked']);
  });

  test('after an exchange and a quiet line nothing came unasked', () => {
    expect(line().tx(0, read()).rx(15, registers(0)).until(1000).passed).toContain('REG-04');
  });
});

test('what is due, what came and what passed before stand in a failure', () => {
  const [judgement] = line()
    .tx(0, write(3, 4))
    .rx(15, written(3, 5))
    .found.filter(({ verdict }) => verdict === 'fail');
  expect(judgement).toMatchObject({
    clause: 'REG-11',
    kind: 'answer',
    trigger: 'write',
    due: 'written',
    title: 'the answer to write unit 1 address 3 value 4',
    expected: 'written unit 1 address 3 value 4',
    seen: 'written unit 1 address 3 value 5',
  });
  expect(judgement?.evidence.map(({ direction }) => direction)).toEqual(['tx', 'rx']);
});

describe('a silence inside a request', () => {
  const parts = (line: LineScript, cuts: readonly number[]): LineScript => {
    const frame = bytes(read());
    cuts.forEach((cut, at) => line.tx(10 * at, frame.subarray(cut, cuts[at + 1])));
    return line;
  };

  test.each([[[0, 1]], [[0, 3]], [[0, 2, 5]]])(
    'that the board does not notice breaks the clause of the silence: cut at %j',
    (cuts) => {
      const found = parts(line(SILENT), cuts)
        .rx(10 * cuts.length + 5, registers(0))
        .until(100);
      expect(found.failed).toEqual(['REG-08 unasked']);
    },
  );

  test('is told by the latest parts, whatever came before them', () => {
    const frame = bytes(read());
    const found = line(SILENT)
      .tx(0, Uint8Array.of(0))
      .tx(20, frame.subarray(0, 3))
      .tx(30, frame.subarray(3))
      .rx(45, registers(0))
      .until(100);
    expect(found.failed).toEqual(['REG-08 unasked']);
  });

  test('has no part in an answer to bytes that are no request together, either', () => {
    const found = line(SILENT)
      .tx(0, bytes(read()).subarray(0, 3))
      .tx(10, spoilt(read()))
      .rx(25, registers(0))
      .until(100);
    expect(found.failed).toEqual(['REG-07 unasked']);
  });
});
