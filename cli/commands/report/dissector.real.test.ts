/** The line of a packet in Wireshark (the fields: dissected-events.test.ts). */
import { decodeCommand } from '../../../protocols/gm67/testing/decode';
import type { JournalEvent } from '../../../scenarios/record';
import { dissectorOptions, writeTrace } from '../../testing/sample-traces';
import { cleanUp } from '../../testing/wirejig-process';
import { fieldsOf, tshark, tsharkTest } from '../../testing/tshark';

afterAll(cleanUp);

/** A trace of these chunks. The third value is the gap before a chunk in microseconds; default 100 ms. */
function traceOf(name: string, chunks: readonly (readonly ['tx' | 'rx', string, number?])[]): string {
  const events: JournalEvent[] = [];
  let at = 0;
  for (const [direction, hex, gap = 100_000] of chunks) {
    at += gap;
    events.push({ type: 'chunk', link: 'main', direction, notBefore: at, notAfter: at, hex });
  }
  return writeTrace(name, events, [name]);
}

tsharkTest('ttt: each byte is a message, or marked as none', async () => {
  const lua = await dissectorOptions('ttt');
  const path = traceOf('ttt', [
    ['rx', '505738'],
    ['tx', '304a'],
    ['tx', '7a31'],
  ]);
  const columns = ['_ws.col.Source', '_ws.col.Destination', '_ws.col.Info'];
  expect(fieldsOf(path, columns, lua).map((packet) => columns.map((name) => packet[name]))).toEqual([
    ['board', 'host', 'board: play, you move first | wait for an opponent | cell 8'],
    ['host', 'board', 'host: cell 0 | join'],
    ['host', 'board', 'host: no message [not a frame] | cell 1'],
  ]);
});

tsharkTest('a frame over several chunks is shown at its end; silence ends an incomplete frame', async () => {
  const lua = await dissectorOptions('stm', { errorCmd: '0xE0', idleGapMs: '20' });
  const path = traceOf('stm-pieces', [
    ['tx', '040a04'],
    ['rx', 'e006e6', 1000],
    ['tx', '02001b0112', 10_000],
    ['tx', '01ff'],
    ['tx', '01fffe02fffd', 20_000],
    ['tx', '990102'],
    ['tx', '01fffe', 5000],
    ['tx', '01ffff'],
  ]);
  const info = fieldsOf(path, ['_ws.col.Info'], lua).map((packet) => packet['_ws.col.Info']);
  expect(info).toEqual([
    'host: [goes on in a later packet]',
    'board: error code no game',
    'host: select tile.x 4 tile.y 2 tile.z 0 tile.kind East wind open open',
    'host: [goes on in a later packet]',
    'host: start [not a frame] | start | reset',
    'host: [begins no frame]',
    'host: [begins no frame]',
    'host: unknown [not a frame] | start [wrong checksum]',
  ]);
  const [select] = fieldsOf(
    path,
    ['wirejig_stm.tile_x', 'wirejig_stm.tile_kind', 'wirejig_stm.checksum'],
    [...lua, '-Y', 'wirejig_stm.tile_kind'],
  );
  expect(select).toEqual({
    'wirejig_stm.tile_x': '4',
    'wirejig_stm.tile_kind': '27',
    'wirejig_stm.checksum': '12',
  });
  const detail = tshark(['-r', path, ...lua, '-V', '-Y', 'frame.number == 8']);
  expect(detail).toContain('checksum: wrong, should be FE (FF)');
  expect(detail).toContain('Wrong checksum');
});

tsharkTest(
  'gm67: bytes that begin no frame are a raw code after a presented code, or with the preference for loose codes',
  async () => {
    const lineChunk = (at: number, text = 'Hello\r'): JournalEvent => {
      const hex = Buffer.from(text).toString('hex');
      return { type: 'chunk', link: 'main', direction: 'rx', notBefore: at, notAfter: at, hex };
    };
    const present: JournalEvent = {
      type: 'line',
      at: 1e6,
      link: 'main',
      event: 'present',
      detail: 'qr 48656c6c6f',
    };
    const pieces = [lineChunk(2e6, 'Hel'), lineChunk(2e6 + 1000, 'lo\r')];
    const trace = writeTrace('gm67-raw', [present, ...pieces, lineChunk(20e6), lineChunk(21e6)], ['gm67']);
    const lua = await dissectorOptions('gm67');
    const info = (more: readonly string[]): readonly (string | undefined)[] =>
      fieldsOf(trace, ['_ws.col.Info'], [...lua, ...more])
        .map((packet) => packet['_ws.col.Info'])
        .slice(1);
    const raw = 'board: raw code';
    const part = 'board: [goes on in a later packet]';
    const late = [part, 'board: unknown [not a frame] | [goes on in a later packet]'];
    expect(info([])).toEqual([part, raw, ...late]);
    expect(info(['-o', 'wirejig_gm67.loose:TRUE'])).toEqual([part, raw, raw, raw]);
  },
);

interface PresentedCode {
  /** Commands before the code, and their answer. */
  readonly commands?: readonly string[];
  readonly answer?: string;
  readonly shown: readonly string[];
  readonly replies: readonly string[];
  /** The raw codes that the dissector shows. */
  readonly loose: readonly string[];
}

const ACK = '04d00000ff2c';
const NAK = '05d1000006ff24';
const CRLF_ON = '08c6040800f20501fe2e';
const NONE_ON = '08c6040800f20500fe2f';
const PACKETS_ON = '07c6040800ee01fe38';
const STX_ETX_ON = '08c6040800f2b703fd7a';
const RESET = '04fa0400fefe';

test('the commands of the cases below are right', () => {
  for (const hex of [CRLF_ON, NONE_ON, PACKETS_ON, STX_ETX_ON, RESET])
    expect(decodeCommand(Buffer.from(hex, 'hex'))).toBeDefined();
});

const PRESENTED_CODES: readonly (readonly [string, PresentedCode])[] = [
  ['an end within a code', { shown: ['610d62'], replies: ['61', '0d62', '0d'], loose: ['610d620d'] }],
  ['two codes wait', { shown: ['0d61', '0d62'], replies: ['0d610d0d620d'], loose: ['0d610d', '0d620d'] }],
  ['two codes wait, and one comes', { shown: ['0d61', '0d62'], replies: ['0d620d'], loose: ['0d620d'] }],
  [
    'a code that is the beginning of another',
    { shown: ['0d61', '0d610d0d'], replies: ['0d610d0d0d'], loose: ['0d610d0d0d'] },
  ],
  ['a code comes twice', { shown: ['0d61'], replies: ['0d610d0d610d'], loose: ['0d610d', '0d610d'] }],
  ['a cut code', { shown: ['0d610d62'], replies: ['0d61'], loose: ['0d61'] }],
  ['a code with a wrong byte', { shown: ['610d62'], replies: ['620d620d'], loose: ['620d620d'] }],
  [
    'a code after an answer',
    { shown: ['04d00d'], replies: [`${ACK}04d0`, '0d0d', ACK], loose: ['04d00d0d'] },
  ],
  ['no code comes', { shown: ['040d'], replies: [ACK, ACK], loose: [] }],
  [
    'the end of another setting',
    { commands: [CRLF_ON], answer: ACK, shown: ['610d'], replies: ['610d0d0a'], loose: ['610d0d0a'] },
  ],
  [
    'the end of another setting, also after a reset',
    { commands: [CRLF_ON, RESET], answer: ACK, shown: ['610d'], replies: ['610d0d0a'], loose: ['610d0d0a'] },
  ],
  [
    'a refused setting',
    { commands: [CRLF_ON], answer: NAK, shown: ['610d'], replies: ['610d0d'], loose: ['610d0d'] },
  ],
  [
    'no end',
    { commands: [NONE_ON], answer: ACK, shown: ['610d0d'], replies: ['610d', '0d'], loose: ['610d0d'] },
  ],
  [
    'no end, the code is the beginning of an answer',
    { commands: [NONE_ON], answer: ACK, shown: ['04'], replies: [ACK], loose: [] },
  ],
  [
    'STX and ETX around it',
    { commands: [STX_ETX_ON], answer: ACK, shown: ['610d'], replies: ['02610d030d'], loose: ['02610d030d'] },
  ],
  [
    'in a frame',
    { commands: [PACKETS_ON, NONE_ON], answer: ACK, shown: ['06'], replies: ['06f30000f206fe0f'], loose: [] },
  ],
];

/** What passes of a case, from this time on. The last answer ends what is pending. */
function presentedCodeEvents(link: string, from: number, one: PresentedCode): readonly JournalEvent[] {
  const { commands = [], answer, shown, replies } = one;
  let at = from;
  const chunk = (direction: 'tx' | 'rx', hex: string): JournalEvent => {
    at += 10_000;
    return { type: 'chunk', link, direction, notBefore: at, notAfter: at, hex };
  };
  const answers = commands.flatMap((hex) => [chunk('tx', hex), ...(answer ? [chunk('rx', answer)] : [])]);
  const presentations = shown.map((hex): JournalEvent => {
    return { type: 'line', at, link, event: 'present', detail: `qr ${hex}` };
  });
  const events = [...answers, ...presentations, ...replies.map((hex) => chunk('rx', hex))];
  at += 1e6;
  return [...events, chunk('rx', ACK)];
}

/** One trace for all cases without commands: each has a link of its own. What a command sets holds for all links. */
const TRACES = [
  PRESENTED_CODES.filter(([, { commands }]) => commands === undefined),
  ...PRESENTED_CODES.filter(([, { commands }]) => commands !== undefined).map((one) => [one]),
];

tsharkTest.each(TRACES.map((cases) => [cases.map(([name]) => name).join('; '), cases] as const))(
  'gm67: raw codes after a presentation: %s',
  async (_, cases) => {
    const links = cases.map(([name]) => ({ name, url: 'serial:board' }));
    const events = cases.flatMap(([name, one], i) => presentedCodeEvents(name, (i + 1) * 10e6, one));
    const trace = writeTrace('gm67-due', events, ['gm67'], links);
    const [link, loose] = ['frame.interface_name', 'wirejig_gm67.loose'] as const;
    const packets = fieldsOf(trace, [link, loose], await dissectorOptions('gm67'));
    for (const [name, { loose: due }] of cases) {
      const own = packets.filter((packet) => packet[link]?.split('/').at(-1) === name);
      const seen = own.flatMap((packet) => packet[loose]?.split(',') ?? []).filter(Boolean);
      expect([name, own.length > 0, seen]).toEqual([name, true, due]);
    }
  },
);
