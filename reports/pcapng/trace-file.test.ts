import type { JournalEvent, RunStart } from '../../scenarios/record';
import { sampleRunStart } from '../testing/sample-catalogue';
import { HOSTILE } from '../testing/sample-journal';
import { traceFile } from './trace-file';

function written(events: readonly JournalEvent[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const trace = traceFile((bytes) => parts.push(bytes.slice()));
  for (const event of events) trace.add(event);
  trace.end();
  return Uint8Array.from(Buffer.concat(parts));
}

interface Block {
  readonly type: number;
  readonly body: DataView;
}

/** The blocks of a file, each checked for its two lengths. */
function blocksOf(bytes: Uint8Array): Block[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks: Block[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = view.getUint32(at + 4, true);
    expect(length % 4).toBe(0);
    expect(view.getUint32(at + length - 4, true)).toBe(length);
    const body = new DataView(bytes.buffer, bytes.byteOffset + at + 8, length - 12);
    blocks.push({ type: view.getUint32(at, true), body });
    at += length;
  }
  expect(at).toBe(bytes.length);
  return blocks;
}

interface Options {
  readonly [code: number]: readonly string[];
}

function optionsFrom(body: DataView, from: number): Options {
  const found: Record<number, string[]> = {};
  for (let at = from; at < body.byteLength;) {
    const code = body.getUint16(at, true);
    const length = body.getUint16(at + 2, true);
    if (code === 0) break;
    const bytes = new Uint8Array(body.buffer, body.byteOffset + at + 4, length);
    (found[code] ??= []).push(new TextDecoder().decode(bytes));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return found;
}

function packetsOf(bytes: Uint8Array) {
  return blocksOf(bytes)
    .filter(({ type }) => type === 6)
    .map(({ body }) => {
      const captured = body.getUint32(12, true);
      const data = new Uint8Array(body.buffer, body.byteOffset + 20, captured);
      const options = optionsFrom(body, 20 + Math.ceil(captured / 4) * 4);
      return {
        link: body.getUint32(0, true),
        at: body.getUint32(4, true) * 2 ** 32 + body.getUint32(8, true),
        from: new DataView(data.buffer, data.byteOffset).getUint32(0) * 1e6 + headerMicros(data),
        event: data[8],
        lines: data[9],
        hex: Buffer.from(data.subarray(12)).toString('hex'),
        original: body.getUint32(16, true) - 12,
        comments: options[1] ?? [],
        flags: options[2]?.[0]?.codePointAt(0),
      };
    });
}

function headerMicros(data: Uint8Array): number {
  return new DataView(data.buffer, data.byteOffset).getUint32(4);
}

function namesOf(bytes: Uint8Array): readonly (string | undefined)[] {
  const interfaces = blocksOf(bytes).filter(({ type }) => type === 1);
  return interfaces.map(({ body }) => optionsFrom(body, 8)[2]?.[0]);
}

const run = (over: Partial<RunStart> = {}): JournalEvent => ({ ...sampleRunStart(), ...over });

const chunk = (
  direction: 'tx' | 'rx',
  notBefore: number,
  notAfter: number,
  hex: string,
  link = 'main',
  elided = 0,
): JournalEvent => ({ type: 'chunk', link, direction, notBefore, notAfter, hex, elided });
const line = (at: number, event: string, detail: string, link = 'main'): JournalEvent => ({
  type: 'line',
  at,
  link,
  event,
  detail,
});
const scenario = (suite: string, id: string): JournalEvent => ({
  type: 'scenario',
  at: 0,
  suite,
  scenario: id,
});
const scenarioEnd = (suite: string, id: string): JournalEvent => ({
  type: 'scenario-end',
  at: 9,
  suite,
  scenario: id,
  requirements: {},
});

test('a chunk is a packet with direction and bytes; its earliest time is in the header, its latest is the packet’s', () => {
  const bytes = written([
    run(),
    chunk('tx', 5_000_001, 5_000_300, '01fffe'),
    chunk('rx', 5_001_000, 5_001_200, '01'),
  ]);
  expect(packetsOf(bytes)).toEqual([
    expect.objectContaining({
      at: 5_000_300,
      from: 5_000_001,
      event: 3,
      hex: '01fffe',
      original: 3,
      flags: 2,
    }),
    expect.objectContaining({ at: 5_001_200, from: 5_001_000, event: 4, hex: '01', flags: 1, lines: 0x18 }),
  ]);
});

test('a run on a real board has its wall time, beyond 32 bits of microseconds', () => {
  const bytes = written([run({ startedAt: '2026-11-21T12:00:00.250Z' }), chunk('tx', 1, 7, 'ff')]);
  const base = Date.parse('2026-11-21T12:00:00.250Z') * 1000;
  expect(packetsOf(bytes)).toEqual([expect.objectContaining({ at: base + 7, from: base + 1 })]);
});

test('bytes that the journal left out count in the original length', () => {
  const [packet] = packetsOf(written([run(), chunk('rx', 1, 2, 'aabb', 'main', 998)]));
  expect(packet).toMatchObject({ hex: 'aabb', original: 1000 });
  expect(packet?.comments).toEqual(['998 bytes more are not in the journal']);
});

test('driven lines are in every later packet of their link, and a break is a separate event', () => {
  const bytes = written([
    run(),
    line(1, 'lines', '{"dtr":false}'),
    chunk('rx', 2, 3, '00'),
    chunk('rx', 3, 4, '00', 'console'),
    line(5, 'lines', '{"dtr":true,"rts":false}'),
    line(6, 'lines', '{"brk":true}'),
    line(7, 'lines', '{"brk":false}'),
  ]);
  expect(packetsOf(bytes).map(({ link, event, lines }) => [link, event, lines])).toEqual([
    [0, 0, 0x08],
    [0, 4, 0x08],
    [1, 4, 0x18],
    [0, 0, 0x10],
    [0, 9, 0x10],
    [0, 0, 0x10],
  ]);
  expect(namesOf(bytes)).toEqual(['main', 'console']);
});

test('an event without a link is on the link of the last event', () => {
  const bytes = written([
    run(),
    line(0, 'reset', 'the reset button', ''),
    chunk('tx', 1, 2, '00', 'console'),
    line(3, 'trace-full', '7 chunks of 9 bytes more passed', ''),
  ]);
  expect(packetsOf(bytes).map(({ link, event, comments }) => [link, event, comments])).toEqual([
    [0, 0, ['reset: the reset button']],
    [1, 3, []],
    [1, 5, ['trace-full: 7 chunks of 9 bytes more passed']],
  ]);
});

test('comments mark the beginning of a scenario, and a check on the packet before it', () => {
  const check: JournalEvent = {
    type: 'check',
    at: 3,
    scenario: 'stm/crc',
    requirement: 'STM-FR-02',
    verdict: 'fail',
    title: `Start with a wrong CRC${HOSTILE}`,
  };
  const bytes = written([
    run(),
    scenario('stm', 'stm/crc'),
    chunk('tx', 1, 2, '01ff00'),
    chunk('rx', 2, 3, '01fffe'),
    check,
    { ...check, verdict: 'pass' },
    chunk('tx', 4, 5, '00'),
  ]);
  const comments = packetsOf(bytes).map((packet) => packet.comments);
  expect(comments[0]).toEqual(['scenario stm/crc']);
  expect(comments[1]).toEqual([expect.stringMatching(/^fail STM-FR-02: Start with a wrong CRC<script>/)]);
  expect(comments[1]?.[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(comments[2]).toEqual([]);
});

test('suites with links of one name have separate interfaces; a probe belongs to the next suite, a reset to the present one', () => {
  const [stm] = sampleRunStart().suites;
  if (stm === undefined) throw new Error('the sample has a suite');
  const bytes = written([
    run({ suites: [stm, { ...stm, id: 'durak' }] }),
    chunk('tx', 1, 2, '01'),
    scenario('stm', 'stm/crc'),
    chunk('tx', 3, 4, '02'),
    scenarioEnd('stm', 'stm/crc'),
    chunk('tx', 5, 6, '03'),
    scenario('durak', 'durak/link'),
    line(6, 'reset', 'the reset button', ''),
    chunk('tx', 7, 8, '04'),
    scenarioEnd('durak', 'durak/link'),
    chunk('tx', 9, 10, '05'),
  ]);
  const names = namesOf(bytes);
  expect(packetsOf(bytes).map(({ link, hex }) => [names[link], hex])).toEqual([
    ['stm/main', '01'],
    ['stm/main', '02'],
    ['durak/main', '03'],
    ['durak/main', ''],
    ['durak/main', '04'],
    ['durak/main', '05'],
  ]);
});

test('a long trace reaches the sink in pieces: memory does not grow with the file', () => {
  const sizes: number[] = [];
  const trace = traceFile((bytes) => sizes.push(bytes.length));
  trace.add(run());
  for (let at = 0; at < 20_000; at++) trace.add(chunk('tx', at, at, '00'.repeat(100)));
  trace.end();
  expect(sizes.length).toBeGreaterThan(20);
  expect(Math.max(...sizes)).toBeLessThan(1 << 17);
});
