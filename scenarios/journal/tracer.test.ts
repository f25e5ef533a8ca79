import { byteBoard, ByteLine, scenario, runScenarios } from '../testing/byte-board';
import type { Resettable } from '../../devices/board/reset';
import type { JournalEvent } from '../record';
import { Tracer } from './tracer';
import type { Scenario } from '../suite';
import { LinkError, type LinkFault } from '../../devices/links/link';
import { after, micros, millis } from '../../protocols/time';

function chatty(id: string, exchanges: number, size = 1): Scenario {
  return scenario(id, ['B-XX-01'], async (bench) => {
    const line = new ByteLine(bench);
    bench.check('B-XX-01', true, () => ({ title: '' }));
    for (let n = 0; n < exchanges; n++) await line.ask(n % 200);
    if (size === 1) return;
    await line.send(new Uint8Array(size));
    const end = after(bench.now(), millis(10));
    for (let n = 0; n < size; n++) if ((await line.receive(end)) === undefined) break;
  });
}

const chunks = (events: readonly JournalEvent[]) => events.filter((event) => event.type === 'chunk');
const full = (events: readonly JournalEvent[]) =>
  events.filter((event) => event.type === 'line').filter(({ event }) => event === 'trace-full');

test('all chunks of both directions are in the journal, in order of time', async () => {
  const { events } = await runScenarios([chatty('few', 3)], byteBoard().board);
  const told3 = chunks(events).map(({ direction, hex }) => `${direction} ${hex}`);
  expect(told3).toEqual(['tx 00', 'rx 01', 'tx 00', 'rx 01', 'tx 01', 'rx 02', 'tx 02', 'rx 03']);
  const times = chunks(events).flatMap(({ notBefore, notAfter }) => [notBefore, notAfter]);
  expect([...times].sort((a, b) => a - b)).toEqual(times);
  expect(full(events)).toEqual([]);
});

test('24 000 chunks of a scenario are written; the rest is counted, also in the last scenario', async () => {
  const { events } = await runScenarios(
    [chatty('many', 12_100), chatty('few', 5), chatty('more', 12_001)],
    byteBoard().board,
  );
  expect(full(events).map(({ detail }) => detail)).toEqual([
    '200 chunks of 200 bytes more passed',
    '2 chunks of 2 bytes more passed',
  ]);
  expect(chunks(events)).toHaveLength(2 + 24_000 + 10 + 24_000);
  const pauses = events.flatMap((event, i) =>
    event.type === 'line' && event.event === 'trace-pauses' ? [events[i - 1]?.type] : [],
  );
  expect(pauses).toEqual(['chunk', 'chunk']);
  expect(events.at(-1)?.type).toBe('run-end');
});

test('after its bound a scenario has only the chunks before and after a failure', async () => {
  const failing = scenario('failing', ['B-XX-01'], async (bench) => {
    const line = new ByteLine(bench);
    for (let n = 0; n < 12_300; n++) {
      await line.ask(n % 200);
      if (n === 12_200) bench.check('B-XX-01', false, () => ({ title: 'broken' }));
    }
  });
  const { events } = await runScenarios([failing], byteBoard().board);
  const from = events.findIndex((event) => event.type === 'line' && event.event === 'trace-full');
  const found = events.findIndex((event) => event.type === 'check' && event.verdict === 'fail');
  expect(chunks(events.slice(from, found))).toHaveLength(320);
  const [before, behind] = [chunks(events.slice(0, found)).at(-1), chunks(events.slice(found))];
  // Exchange 12 200 is the last before it.
  expect(before?.hex).toBe(((12_200 % 200) + 1).toString(16).padStart(2, '0'));
  expect(behind).toHaveLength(48);
  expect(behind[0]?.hex).toBe((12_201 % 200).toString(16).padStart(2, '0'));
  expect(full(events).map(({ detail }) => detail)).toEqual([
    '82 chunks of 82 bytes more passed',
    '150 chunks of 150 bytes more passed',
  ]);
});

test('after its first 1000 chunks a scenario has one entry for chunks without a pause between them', () => {
  const events: JournalEvent[] = [];
  const tracer = new Tracer((event) => events.push(event));
  const pass = (direction: 'tx' | 'rx', at: number, byte: number): void => {
    const time = millis(at);
    const times = { notBefore: time, notAfter: time, lastNotBefore: time };
    tracer.chunk('main', { direction, bytes: Uint8Array.of(byte), ...times });
  };
  for (let n = 0; n < 1001; n++) pass('rx', n, 0);
  expect(chunks(events)).toHaveLength(1000);
  for (let n = 1; n < 1024; n++) pass('rx', 1000 + n, n & 0xff);
  pass('rx', 2024, 0xaa);
  pass('rx', 2030, 0xbb);
  pass('tx', 2031, 0xcc);
  pass('tx', 2031, 0xdd);
  pass('rx', 2031, 0xee);
  tracer.settle();
  const late = chunks(events).slice(1000);
  expect(late.map(({ hex, notAfter }) => [hex.length / 2, notAfter])).toEqual([
    [1024, 2_023_000],
    [1, 2_024_000],
    [1, 2_030_000],
    [1, 2_031_000],
    [1, 2_031_000],
    [1, 2_031_000],
  ]);
  expect(chunks(events).reduce((sum, { hex }) => sum + hex.length / 2, 0)).toBe(1000 + 1024 + 5);
});

test('every datagram has its own entry, because its end has a meaning', async () => {
  const events: JournalEvent[] = [];
  const tracer = new Tracer((event) => events.push(event));
  const { board } = byteBoard();
  await board.open();
  tracer.board({ ...board, binding: () => 'udp' }).link('main');
  for (let n = 0; n < 1010; n++) {
    const times = { notBefore: millis(n), notAfter: millis(n), lastNotBefore: millis(n) };
    tracer.chunk('main', { direction: 'rx', bytes: Uint8Array.of(n & 0xff), ...times });
  }
  tracer.settle();
  expect(chunks(events)).toHaveLength(1010);
});

describe('a long chunk is several entries', () => {
  const entriesOf = (direction: 'tx' | 'rx', lastNotBefore: number) => {
    const events: JournalEvent[] = [];
    const tracer = new Tracer((event) => events.push(event));
    const times = { notBefore: millis(0), notAfter: millis(5000), lastNotBefore: millis(lastNotBefore) };
    tracer.chunk('main', { direction, bytes: new Uint8Array(5000), ...times });
    tracer.settle();
    return chunks(events);
  };

  test('which pass one after the other at the pace of the wire, so that no pause fits in', () => {
    const [first, second] = entriesOf('tx', 5000);
    expect([first?.hex.length, second?.hex.length]).toEqual([8192, 1808]);
    expect(first).toMatchObject({ notBefore: 0, notAfter: 4_096_000, lastNotBefore: 4_096_000 });
    expect(second).toMatchObject({ notBefore: 4_096_000, notAfter: 5_000_000, lastNotBefore: 5_000_000 });
  });

  test('which all may be as late as the chunk, where nobody knows the pace', () => {
    const late = { notBefore: 0, notAfter: 5_000_000, lastNotBefore: 0 };
    expect(entriesOf('rx', 0)).toMatchObject([late, late]);
  });
});

test('4096 bytes of a datagram are written, with the number of bytes left out', async () => {
  const events: JournalEvent[] = [];
  const tracer = new Tracer((event) => events.push(event));
  const { board } = byteBoard();
  await board.open();
  tracer.board({ ...board, binding: () => 'udp' }).link('main');
  const times = { notBefore: millis(1), notAfter: millis(2), lastNotBefore: millis(2) };
  tracer.chunk('main', { direction: 'tx', bytes: new Uint8Array(5000), ...times });
  tracer.settle();
  expect(chunks(events)).toMatchObject([{ elided: 904, lastNotBefore: 2000 }]);
});

test('a scenario has at most 4 MiB, also in few chunks', () => {
  const events: JournalEvent[] = [];
  const tracer = new Tracer((event) => events.push(event));
  for (let n = 0; n < 1030; n++) {
    const times = { notBefore: millis(n), notAfter: millis(n), lastNotBefore: millis(n) };
    tracer.chunk('main', { direction: 'tx', bytes: new Uint8Array(4096), ...times });
  }
  tracer.begin(0);
  expect(chunks(events)).toHaveLength(1024);
  expect(full(events).map(({ detail }) => detail)).toEqual(['6 chunks of 24576 bytes more passed']);
});

test('modem lines that a reset drives are written with link and time', () => {
  const { board } = byteBoard();
  const events: JournalEvent[] = [];
  const run: Resettable['run'] = (onLines) => {
    onLines?.('main', millis(1), { dtr: false });
    onLines?.('main', millis(101), { dtr: true });
    return Promise.resolve();
  };
  const reset = { text: 'dtr', levels: 1, run };
  void new Tracer((event) => events.push(event)).board({ ...board, reset }).reset?.run();
  expect(events).toEqual([
    { type: 'line', at: 1000, link: 'main', event: 'lines', detail: '{"dtr":false}' },
    { type: 'line', at: 101_000, link: 'main', event: 'lines', detail: '{"dtr":true}' },
  ]);
});

test.each<[LinkFault, readonly string[]]>([
  ['lost', ['lost gone']],
  ['closed', []],
  ['stalled', []],
])('the loss of a link is one event, other errors are none: %s', async (fault, due) => {
  const { board } = byteBoard();
  const error = new LinkError('main', fault, 'gone');
  const fail = (): Promise<never> => Promise.reject(error);
  const broken = { name: 'main', url: 'test:', clock: board.clock, close: () => Promise.resolve() };
  const events: JournalEvent[] = [];
  const traced = new Tracer((event) => void events.push(event)).board({
    ...board,
    link: () => ({ ...broken, send: fail, receive: fail, lines: fail }),
  });
  const link = traced.link('main');
  await expect(link.send(Uint8Array.of(1))).rejects.toBe(error);
  await expect(link.receive(micros(9))).rejects.toBe(error);
  await expect(link.lines({ dtr: true })).rejects.toBe(error);
  expect(
    events.map((event) => (event.type === 'line' ? `${event.event} ${event.detail}` : event.type)),
  ).toEqual(due);
});
