/** Recordings of one side alone, and of both sides on one wire. */
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { micros } from '../../../protocols/time';
import { runSuite } from '../../testing/suite-run';
import { BOARD_KINDS } from '../../testing/loaded-protocols';
import { describedProtocol } from '../../protocols/request-response/protocol';
import { failedClauses, judgeTrace, recordTrace, traceMonitor } from '../testing/trace-rig';
import { separateDirections } from './shared-wire';
import type { TraceEvent, TraceMonitorKind } from './trace-monitor';

const UNSEEN = { fresh: false, recordsResets: false, binding: undefined } as const;
const ONE_SIDE = { recorded: 'rx', hasTimes: true } as const;

/** As an analyser records it: one byte at a time, each with its begin and its end. */
function byBytes(events: readonly TraceEvent[], baud: number): TraceEvent[] {
  const width = 10e6 / baud;
  return events.flatMap((event) => {
    if (event.kind !== 'chunk') return [];
    const { chunk } = event;
    const end = chunk.notAfter;
    return [...chunk.bytes].map((byte, at): TraceEvent => {
      const to = micros(Math.max(width, end - (chunk.bytes.length - 1 - at) * width));
      const times = { notBefore: micros(to - width), notAfter: to, lastNotBefore: to };
      return { ...event, chunk: { ...chunk, ...times, bytes: Uint8Array.of(byte) } };
    });
  });
}

const endOf = (event: TraceEvent): number => (event.kind === 'chunk' ? event.chunk.notAfter : event.at);
const sideOf = (events: readonly TraceEvent[], side: 'tx' | 'rx'): TraceEvent[] =>
  events.filter((event) => event.kind === 'chunk' && event.chunk.direction === side);

test.each([
  ['stm', 'STM-FR-01', ['STM-FR', 'STM-GM-04']],
  ['gm67', 'GM-FR-01', ['GM-FR', 'GM-DT-01']],
])(
  '%s: a sound board alone is not blamed, and the form of its frames is judged',
  async (name, clause, only) => {
    const kind = BOARD_KINDS.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`no board ${name}`);
    const judging = traceMonitor(name);
    const bytes = byBytes(await recordTrace(kind, { only, sampled: true }), judging.links[0]?.baud ?? 9600);
    const { end } = judgeTrace(judging, sideOf(bytes, 'rx'), { ...UNSEEN, wires: ONE_SIDE });
    expect([failedClauses(end), end.verdicts[clause]?.verdict]).toEqual([[], 'pass']);
    expect(end.frames).toMatchObject({ of: 'board', wrong: 0 });
    const host = judgeTrace(judging, sideOf(bytes, 'tx'), {
      ...UNSEEN,
      wires: { recorded: 'tx', hasTimes: true },
    });
    expect([failedClauses(host.end), host.end.frames?.of]).toEqual([[], 'host']);
  },
);

test('a wrong checksum of a board alone breaks the clause of its form, also without times', async () => {
  const kind = BOARD_KINDS.find((one) => one.name === 'stm');
  if (kind === undefined) throw new Error('no board stm');
  const bytes = byBytes(await recordTrace(kind, { only: ['STM-GM-07'], sampled: true }), 115_200);
  const rx = sideOf(bytes, 'rx').slice(0, 400);
  const spoilt = rx.map((event, at): TraceEvent =>
    event.kind === 'chunk' && at === 302
      ? { ...event, chunk: { ...event.chunk, bytes: Uint8Array.of(event.chunk.bytes[0]! ^ 0x40) } }
      : event,
  );
  for (const hasTimes of [true, false]) {
    const found = judgeTrace(traceMonitor('stm'), spoilt, { ...UNSEEN, wires: { recorded: 'rx', hasTimes } });
    expect(failedClauses(found.end)).toHaveLength(1);
    expect(found.end.frames?.wrong).toBeGreaterThan(0);
  }
});

test('both sides on one wire are told apart, and what cannot be told is never given to the wrong one', async () => {
  const protocol = describedProtocol(modbus, []);
  const kind = (await protocol.traceMonitor?.()) as TraceMonitorKind;
  const { events } = await runSuite(protocol.suite, {
    board: 'modbus',
    kinds: protocol.boards,
    seed: 3,
    sampled: true,
    // The host waits for each answer: on one wire, only one side speaks at a time.
    only: ['MB-FR-02', 'MB-RG-02'],
  });
  const chunks = events.flatMap((event): TraceEvent[] => {
    if (event.type !== 'chunk') return [];
    const { direction, hex, notBefore, notAfter, link } = event;
    const [from, to] = [micros(notBefore), micros(notAfter)];
    const chunk = {
      direction,
      bytes: Uint8Array.from(Buffer.from(hex, 'hex')),
      notBefore: from,
      notAfter: to,
      lastNotBefore: to,
    };
    return [{ kind: 'chunk', link, chunk, omittedBytes: 0 }];
  });
  const bytes = byBytes(chunks, 19_200).sort((one, other) => endOf(one) - endOf(other));
  const parameters = Object.fromEntries(kind.parameters.map((one) => [one.name, one.default]));
  const reading = kind.frames?.(parameters);
  if (reading === undefined) throw new Error('modbus cannot be read by one wire');
  const blind = bytes.map((event): TraceEvent =>
    event.kind === 'chunk' ? { ...event, chunk: { ...event.chunk, direction: 'tx' } } : event,
  );
  const { events: found, counts } = separateDirections(blind, reading);
  const sides = (list: readonly TraceEvent[]) =>
    new Map(
      list.flatMap((event) =>
        event.kind === 'chunk' ? [[event.chunk.notAfter, event.chunk.direction] as const] : [],
      ),
    );
  const own = sides(bytes);
  const wrong = [...sides(found)].filter(([at, side]) => own.get(at) !== side);
  expect(wrong.length).toBe(0);
  expect(counts.right).toBeGreaterThan(2 * counts.unread);
  const { end } = judgeTrace(kind, blind, { ...UNSEEN, wires: { recorded: 'shared', hasTimes: true } });
  expect(failedClauses(end)).toEqual([]);
});
