/** A small file of each kind of capture: the bytes that are in it, or why it is not whole. */
import { gzipSync } from 'node:zlib';
import { traceFile } from '../../../../reports/pcapng/trace-file';
import type { JournalEvent } from '../../../../scenarios/record';
import {
  block,
  contentOf,
  enhanced,
  obsolete,
  OPTIONS,
  RTAC,
  rtac,
  SECOND,
  simple,
  START,
  word,
  type Reader,
} from '../testing/capture-blocks';
import { memoryBytes, unpackGzip } from './byte-source';
import { captureTrace } from './capture-trace';
import { pcapPackets } from './capture-packets';
import { pcapngPackets } from './pcapng-blocks';

const TX = rtac(3, SECOND, 0x01);
const RX = rtac(4, SECOND + 2000, 0xff);
const BOTH = 'tx 01@0, rx ff@2000';

function pcap(magic: number, isLittle: boolean, unit: number): Buffer {
  const number = (value: number): Buffer => (isLittle ? word(value) : word(value).reverse());
  const record = (us: number, data: Buffer): Buffer =>
    Buffer.concat([...[1, (us - SECOND) * unit, data.length, data.length].map(number), data]);
  const head = [magic, 2 | (4 << 16), 0, 0, 65_535, RTAC].map(number);
  return Buffer.concat([...head, record(SECOND, TX), record(SECOND + 2000, RX)]);
}

/** Its time counts from one second on. */
const LATE_INTERFACE = block(
  1,
  word(RTAC),
  word(0),
  ...[word(2 | (4 << 16)), Buffer.from('main'), word(14 | (8 << 16)), word(1), word(0)],
);

function onSecond(packet: Buffer): Buffer {
  packet.writeUInt32LE(1, 8);
  return packet;
}

const FILES: readonly (readonly [string, Buffer, string, Reader?])[] = [
  [
    'an interface whose time begins later',
    Buffer.concat([
      ...[START, LATE_INTERFACE, enhanced(SECOND, TX), onSecond(enhanced(2000, RX))],
      enhanced(SECOND + 4000, rtac(3, SECOND + 4000, 0x01)),
    ]),
    `${BOTH}, tx 01@4000`,
  ],
  ['enhanced packets', Buffer.concat([START, enhanced(SECOND, TX), enhanced(SECOND + 2000, RX)]), BOTH],
  ['simple packets, with the times of their headers', Buffer.concat([START, simple(TX), simple(RX)]), BOTH],
  ['obsolete packets', Buffer.concat([START, obsolete(SECOND, TX), obsolete(SECOND + 2000, RX)]), BOTH],
  [
    'obsolete packets, with losses',
    Buffer.concat([START, obsolete(SECOND, TX), obsolete(SECOND + 2000, RX, 3)]),
    'tx 01@0, lost (the recorder lost packets), lost (the recorder lost packets), rx ff@2000, the recorder says that it lost packets',
  ],
  [
    'enhanced packets, with losses',
    Buffer.concat([
      START,
      enhanced(SECOND, TX),
      enhanced(SECOND + 2000, RX, Buffer.concat([word(4 | (8 << 16)), word(1), word(0)])),
    ]),
    'tx 01@0, lost (the recorder lost packets), lost (the recorder lost packets), rx ff@2000, the recorder says that it lost packets',
  ],
  [
    'statistics with losses',
    Buffer.concat([
      START,
      enhanced(SECOND, TX),
      block(5, word(0), word(0), word(0), word(5 | (8 << 16)), word(2), word(0)),
    ]),
    'tx 01@0, the recorder says that it lost packets',
  ],
  [
    'two sections',
    Buffer.concat([START, enhanced(SECOND, TX), START, enhanced(SECOND + 2000, RX)]),
    'tx 01@0, lost (another recording begins), lost (another recording begins), rx ff@2000',
  ],
  [
    'two sections of one time',
    Buffer.concat([START, enhanced(SECOND + 5, TX), START, enhanced(SECOND, rtac(4, SECOND, 0xff))]),
    'tx 01@5, lost (another recording begins), lost (another recording begins), rx ff@1000005',
  ],
  [
    'a framing error',
    Buffer.concat([START, enhanced(SECOND, TX), enhanced(SECOND + 2000, rtac(7, SECOND + 2000, 0xff))]),
    'tx 01@0, lost (a byte was received wrongly: framing error), a byte was received wrongly: framing error',
  ],
  [
    'a packet without a whole header',
    Buffer.concat([START, enhanced(SECOND, TX), enhanced(SECOND + 1, Buffer.from([1, 2]))]),
    'tx 01@0, a packet is shorter than the header of RTAC Serial',
  ],
  ['pcap', pcap(0xa1b2c3d4, true, 1), BOTH, pcapPackets],
  ['pcap, big endian', pcap(0xa1b2c3d4, false, 1), BOTH, pcapPackets],
  ['pcap in nanoseconds', pcap(0xa1b23c4d, true, 1000), BOTH, pcapPackets],
  [
    'a block of names, and one of a program of its own',
    Buffer.concat([
      START,
      enhanced(SECOND, TX),
      block(4, word(0)),
      block(0x80000001),
      enhanced(SECOND + 2000, RX),
    ]),
    BOTH,
  ],
  [
    'pcap, cut off',
    pcap(0xa1b2c3d4, true, 1).subarray(0, -3),
    'tx 01@0, the file is cut off in the record at byte 53',
    pcapPackets,
  ],
];

test.each(FILES.map(([name, file, content, read = pcapngPackets]) => ({ name, file, content, read })))(
  '$name',
  ({ file, content, read }) => {
    expect(contentOf(file, read)).toBe(content);
  },
);

test('a packed file that is cut off is read as far as it goes; one that unpacks to too much is not held', () => {
  const text = Buffer.from('name,type\n'.repeat(10_000));
  const packed = gzipSync(text);
  expect(unpackGzip(packed, 1e6)).toEqual({ bytes: text });
  const cut = unpackGzip(packed.subarray(0, -20), 1e6);
  expect([cut?.damage, text.subarray(0, cut?.bytes.length).equals(cut?.bytes ?? text)]).toEqual([
    'the packed file is cut off',
    true,
  ]);
  expect(unpackGzip(packed, 1000)).toBeUndefined();
});

test('a trace of wirejig that is cut between any two packets is not whole', () => {
  const parts: Buffer[] = [];
  const events: JournalEvent[] = [
    {
      type: 'run',
      version: '0',
      seed: 1,
      board: {
        name: 'b',
        kind: 'stm',
        virtual: false,
        defects: [],
        links: [{ name: 'main', url: 'serial:/dev/x' }],
      },
      suites: [],
      command: '',
      platform: '',
    },
    ...[1, 2, 3].map((at): JournalEvent => ({
      type: 'chunk',
      link: 'main',
      direction: 'tx',
      hex: '01',
      notBefore: at * 1000,
      notAfter: at * 1000,
    })),
    { type: 'run-end', at: 4000, outcome: 'interrupted', verdicts: {}, exchanges: 3 },
  ];
  const trace = traceFile((bytes) => parts.push(Buffer.from(bytes)));
  for (const event of events) trace.add(event);
  trace.end();
  const whole = Buffer.concat(parts);
  expect(contentOf(whole)).not.toContain('stops');
  let cuts = 0;
  for (let at = 0; at < whole.length; at += whole.readUInt32LE(at + 4), cuts++)
    if (cuts > 2) expect(contentOf(whole.subarray(0, at))).toContain('the trace stops before its run ended');
  expect(cuts).toBeGreaterThan(3);
  // A run that was killed has written all of its packets, and no end.
  const killed: Buffer[] = [];
  const open = traceFile((bytes) => killed.push(Buffer.from(bytes)));
  for (const event of events.slice(0, -1)) open.add(event);
  open.end();
  expect(contentOf(Buffer.concat(killed))).toContain('the trace stops before its run ended');
});

/** The events of a run, out of its pcapng. */
function readBack(
  events: readonly JournalEvent[],
  { url = 'COM3', virtual = false }: { readonly url?: string; readonly virtual?: boolean } = {},
) {
  const parts: Buffer[] = [];
  const trace = traceFile((bytes) => parts.push(Buffer.from(bytes)));
  const board = { name: 'b', kind: 'stm', virtual, defects: [], links: [{ name: 'main', url }] };
  trace.add({ type: 'run', version: '0', seed: 1, board, suites: [], command: '', platform: '' });
  for (const event of events) trace.add(event);
  trace.end();
  return [...captureTrace(memoryBytes(Buffer.concat(parts)), pcapngPackets, OPTIONS).events];
}

test('a datagram without a byte is a message', () => {
  const empty = { type: 'chunk', link: 'main', hex: '', notBefore: 7, notAfter: 7 } as const;
  const seen = readBack([
    { ...empty, direction: 'tx' },
    { ...empty, direction: 'rx' },
  ]);
  expect(seen).toMatchObject([{ chunk: { direction: 'tx' } }, { chunk: { direction: 'rx' } }]);
});

test('the bytes of a long write keep the time at which it began, however long the line takes for them', () => {
  const [event] = readBack([
    { type: 'chunk', link: 'main', direction: 'tx', hex: 'fd0d', notBefore: 5e6, notAfter: 73e6 },
  ]);
  expect(event).toMatchObject({ kind: 'chunk', chunk: { notBefore: 0, notAfter: 68e6 } });
});

test.each([
  ['tcp://127.0.0.1:4000', { virtual: false }, 0],
  ['tcp://127.0.0.1:4000', { virtual: true }, 260],
  ['serial:/tmp/board', { virtual: false }, 260],
  ['serial:/tmp/board', { virtual: false, lastNotBefore: 100 }, 0],
  ['serial:/dev/ttyS0', { virtual: false, lastNotBefore: 360 }, 260],
])(
  '%s %j: where a run does not know the pace of its line, none is taken for granted',
  (url, { virtual, ...known }, pace) => {
    const chunk = { type: 'chunk', link: 'main', direction: 'tx', hex: '050000fa' } as const;
    const events = readBack([{ ...chunk, notBefore: 100, notAfter: 5000, ...known }], { url, virtual });
    const spans = events.flatMap((event) =>
      event.kind === 'chunk' ? [Math.floor(event.chunk.lastNotBefore - event.chunk.notBefore)] : [],
    );
    expect(spans).toEqual([pace]);
  },
);

test('stalls of the run, waits of the board, and what it tried again, reach back as far in its pcapng as in its journal', () => {
  const line = { type: 'line', at: 310_000, link: 'main' } as const;
  const events = readBack([
    ...[100_000, 200_000, 300_000].map((at): JournalEvent => ({
      ...{ type: 'chunk', link: 'main', direction: 'tx', hex: '05' },
      ...{ notBefore: at, notAfter: at },
    })),
    { ...line, event: 'stalled', detail: '5000 us in the last 120000 us, but the last 10000 us' },
    ...['in the last 130000 us', 'in the last long time'].map((detail) => ({
      ...line,
      ...{ event: 'retry', detail },
    })),
    { ...line, event: 'waited', detail: '7000 us in the last 20000 us' },
    { ...line, event: 'doubt', detail: 'STM-FR-01 the board was kept waiting' },
  ]);
  const seen = events.map((one) => [one.kind, one.kind === 'chunk' ? one.chunk.notAfter : one.at]);
  expect(seen).toEqual([
    ['chunk', 0],
    ['tried', 80_000],
    ['chunk', 105_000],
    ['waited', 190_000],
    ['chunk', 200_000],
    ['retry', 210_000],
    ['retry', 210_000],
    ['doubt', 210_000],
  ]);
});
