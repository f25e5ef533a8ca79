import fc from 'fast-check';
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { describeProtocol } from '../../../protocols/request-response/request-response';
import { millis } from '../../../protocols/time';
import { bytes, u8 } from '../../../protocols/wire/field';
import { byLength } from '../../../protocols/wire/framing';
import { wire } from '../../../protocols/wire/wire';
import { byteTimeOf } from '../../host-timing/line-pace';
import { random } from '../../random';
import { RequestPool } from './request-pool';
import { defaultsOf, RequestResponseBench } from './testing/bench';
import { kettle } from './testing/kettle';

const T35 = 2005;
const read = { type: 'read', unit: 1, address: 0, count: 2 } as const;
const write = { type: 'write', unit: 1, address: 0, value: 0x1234 } as const;

describe('a board that keeps to the rules', () => {
  test('answers any session as the rules say, under every seed', () => {
    const protocol: AnyRequestResponse = modbus;
    const session = protocol.at(defaultsOf(protocol));
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const dice = random(seed);
        const pool = new RequestPool(session, dice, 40);
        const bench = new RequestResponseBench(protocol, { seed });
        let state = session.initial;
        for (let i = 0; i < 30; i++) {
          const request = pool.pick(dice);
          const ruling = session.rule(request, state);
          const from = bench.rx.length;
          const answers = bench
            .ask(request)
            .map((event) => (event.kind === 'frame' ? event.value : event.error));
          expect(answers).toEqual(ruling.answer === undefined ? [] : [ruling.answer]);
          const first = bench.rx[from];
          if (first !== undefined) {
            expect(first.at - bench.sentAt).toBeGreaterThanOrEqual(T35);
            expect(first.at - bench.sentAt).toBeLessThanOrEqual(100_000 + 2 * T35);
          }
          state = ruling.state ?? state;
        }
      }),
      { numRuns: 30 },
    );
  });

  test('uses its parameters', () => {
    const bench = new RequestResponseBench(modbus, { parameters: { unit: 7, registers: 4 } });
    expect(bench.ask(read)).toEqual([]);
    bench.ask({ ...read, unit: 7, count: 4 });
    expect(bench.answers()).toEqual([{ type: 'registers', unit: 7, values: [0, 0, 0, 0] }]);
  });

  test('after a reset it is as after power-on, and drops unsent answers', () => {
    const bench = new RequestResponseBench(modbus);
    bench.ask(write);
    bench.request(write).advance(2 * T35);
    const from = bench.rx.length;
    bench.powerOn().advance(1e6);
    expect(bench.rx).toHaveLength(from);
    bench.ask(read);
    expect(bench.answers(from)).toEqual([{ type: 'registers', unit: 1, values: [0, 0] }]);
  });
});

describe('silence', () => {
  const request = modbus.at(defaultsOf(modbus)).requests.codec.encode(read);

  test('a slightly shorter pause leaves a request whole', () => {
    const bench = new RequestResponseBench(modbus);
    bench.send(request.subarray(0, 3)).advance(T35 - 1);
    bench.send(request.subarray(3)).advance(1e6);
    expect(bench.answers()).toHaveLength(1);
  });

  test('a slightly longer pause ends it', () => {
    const bench = new RequestResponseBench(modbus);
    bench.send(request.subarray(0, 3)).advance(1.1 * T35);
    bench.send(request.subarray(3)).advance(1e6);
    expect(bench.rx).toEqual([]);
    bench.ask(read);
    expect(bench.answers()).toHaveLength(1);
  });

  test('bytes of one slice are separated by their own times', () => {
    const bench = new RequestResponseBench(kettle);
    const get = bench.session.requests.codec.encode({ type: 'get' });
    bench.sendOn('main', get.subarray(0, 2), 2).advance(21_000);
    bench.sendOn('main', get, get.length).advance(60_000);
    expect(bench.answers()).toEqual([{ type: 'level', level: 10 }]);
  });
});

describe('features of some protocols only', () => {
  test('several answers come in order', () => {
    const bench = new RequestResponseBench(kettle);
    bench.ask({ type: 'list' });
    expect(bench.answers()).toEqual([1, 2, 3].map((number) => ({ type: 'item', number })));
  });

  test('the seed draws an outcome, which decides the state', () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const bench = new RequestResponseBench(kettle, { seed });
      bench.ask({ type: 'roll' });
      bench.ask({ type: 'get' });
      const [rolled, level] = bench.answers();
      const value = rolled?.type === 'rolled' ? rolled.value : 0;
      expect(level).toEqual({ type: 'level', level: 10 + value });
      seen.add(value);
    }
    expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('requests in direct sequence are answered one by one', () => {
    const bench = new RequestResponseBench(kettle);
    bench.request({ type: 'set', level: 500 }).request({ type: 'get' }).request({ type: 'list' });
    bench.advance(200_000);
    expect(bench.answers().map(({ type }) => type)).toEqual(['done', 'level', 'item', 'item', 'item']);
    expect(bench.answers()[1]).toEqual({ type: 'level', level: 500 });
  });

  test('unsolicited messages come within their period, and not inside an answer', () => {
    const bench = new RequestResponseBench(kettle);
    for (let i = 0; i < 400; i++) bench.ask({ type: 'list' });
    const alive = bench.read().filter((event) => event.kind === 'frame' && event.value.type === 'alive');
    expect(bench.read().filter(({ kind }) => kind === 'reject')).toEqual([]);
    expect(alive.length).toBeGreaterThan(10);
    alive.slice(1).forEach(({ first }, i) => {
      const period = first - (alive[i]?.first ?? 0);
      expect(period).toBeGreaterThanOrEqual(1_990_000);
      expect(period).toBeLessThanOrEqual(3_000_000);
    });
  });

  test('an unsolicited message does not wait for a later answer, and the answer waits for its end', () => {
    const bench = new RequestResponseBench(slowAnswers);
    for (let i = 0; i < 20; i++) bench.ask({ type: 'get' });
    const first = bench
      .read()
      .map((event) => ({ ...event, type: event.kind === 'frame' ? event.value.type : 'reject' }));
    expect(new Set(first.map(({ type }) => type))).toEqual(new Set(['alive', 'level']));
    const alive = first.filter(({ type }) => type === 'alive').map(({ first }) => first);
    expect(alive.length).toBeGreaterThan(40);
    alive.slice(1).forEach((at, i) => expect(at - (alive[i] ?? 0)).toBeLessThanOrEqual(450_000));
  });
});

const framing = byLength({ idle: millis(20) });
const command = { tag: { command: u8() } };

/** Its answers take up to two seconds; meanwhile it sends messages that it is alive. */
const slowAnswers = describeProtocol(
  {
    baud: 19_200,
    requests: wire({ ...command, forms: { get: [1, {}] } }),
    answers: wire({
      ...command,
      forms: { level: [1, { log: bytes({ length: 40 }) }], alive: [2, { log: bytes({ length: 40 }) }] },
    }),
    framing,
    initial: 0,
    time: { min: millis(1000), max: millis(2000) },
  },
  {
    id: 'slow',
    title: 'Slow answers',
    page: '## Slow\n- S-1 MUST documented — a level comes within 2 s.\n- S-2 MUST documented — a sign of life comes every 400 ms.',
    rules: () => ({ clause: 'S-1', answer: { type: 'level', log: new Uint8Array(40) } as const }),
    refuse: () => ({ clause: 'S-1' }),
    unsolicited: [
      {
        clause: 'S-2',
        matches: ({ type }) => type === 'alive',
        message: () => ({ type: 'alive', log: new Uint8Array(40) }) as const,
        period: { min: millis(300), max: millis(400) },
      },
    ],
    probe: { type: 'get' },
  },
);

describe('defects in one board', () => {
  test('both show', () => {
    const bench = new RequestResponseBench(modbus, { defects: ['crc-ignored', 'late'] });
    const frame = bench.session.requests.codec.encode(write);
    frame[frame.length - 1]! ^= 0x55;
    bench.send(frame).advance(1e6);
    expect(bench.answers()).toEqual([{ ...write, type: 'written' }]);
    expect((bench.rx[0]?.at ?? 0) - bench.sentAt).toBeGreaterThanOrEqual(150_000);
  });

  test('stock defects and the author’s go together', () => {
    const bench = new RequestResponseBench(modbus, { defects: ['write-lost', 'answer-twice'] });
    bench.ask(write);
    expect(bench.answers()).toHaveLength(2);
    bench.ask(read);
    expect(bench.answers().at(-1)).toEqual({ type: 'registers', unit: 1, values: [0, 0] });
  });

  test('two changes of the same step go together', () => {
    const names = ['written-value-swapped', 'written-address-swapped'];
    const bench = new RequestResponseBench(modbus, { defects: names });
    bench.ask({ ...write, address: 1 });
    expect(bench.answers()).toEqual([{ type: 'written', unit: 1, address: 0x0100, value: 0x3412 }]);
  });

  test('the memory of a defect is lost at power-on', () => {
    const bench = new RequestResponseBench(modbus, { defects: ['next-lost-after-half'] });
    bench.send(Uint8Array.of(1)).advance(1e5).powerOn().ask(read);
    expect(bench.answers()).toHaveLength(1);
  });
});

test('a byte takes its start, parity and stop bits', () => {
  expect(byteTimeOf({ baud: 19_200, parity: 'even' }, 'line')).toBeCloseTo(572.9, 1);
  expect(byteTimeOf({ baud: 9600, dataBits: 7, stopBits: 2 }, 'line')).toBeCloseTo(1041.7, 1);
});
