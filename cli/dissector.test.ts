/** What dissectors say of a packet in a line, and the command that prints them (their fields: dissected-events.test.ts). */
import type { JournalEvent } from '../scenarios/record';
import { using, written } from './dissected-traces';
import { cleanUp, wirejig } from './launched';
import { fieldsOf, tshark, tsharkTest } from './tshark';

afterAll(cleanUp);

/** A trace of these chunks, 100 ms apart but where they say otherwise. */
function traceOf(name: string, chunks: readonly (readonly ['tx' | 'rx', string, number?])[]): string {
  const events: JournalEvent[] = [];
  let at = 0;
  for (const [direction, hex, gap = 100_000] of chunks) {
    at += gap;
    events.push({ type: 'chunk', link: 'main', direction, notBefore: at, notAfter: at, hex });
  }
  return written(name, events, [name]);
}

tsharkTest('ttt: a message for each byte, and what is none', () => {
  const lua = using('ttt');
  const path = traceOf('ttt', [
    ['rx', '505738'],
    ['tx', '304a'],
    ['tx', '7a31'],
  ]);
  const info = fieldsOf(path, ['_ws.col.Info'], lua).map((packet) => packet['_ws.col.Info']);
  expect(info).toEqual([
    'board: play, you move first | wait for an opponent | cell 8',
    'host: cell 0 | join',
    'host: no message [not a frame] | cell 1',
  ]);
});

tsharkTest('a frame over several chunks is shown whole at its end; silence ends one that stops', () => {
  const lua = using('stm', { errorCmd: '0xE0', idleGapMs: '20' });
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
    'board: Error no game',
    'host: Select East wind open',
    'host: [goes on in a later packet]',
    'host: Start [not a frame] | Start | Reset',
    'host: [begins no frame]',
    'host: [begins no frame]',
    'host: unknown command [not a frame] | Start [wrong checksum]',
  ]);
  const [select] = fieldsOf(
    path,
    ['wirejig_stm.x', 'wirejig_stm.kind', 'wirejig_stm.crc'],
    [...lua, '-Y', 'wirejig_stm.kind'],
  );
  expect(select).toEqual({ 'wirejig_stm.x': '4', 'wirejig_stm.kind': '27', 'wirejig_stm.crc': '0x12' });
  const detail = tshark(['-r', path, ...lua, '-V', '-Y', 'frame.number == 8']);
  expect(detail).toContain('CRC: 0xff wrong, should be FE');
  expect(detail).toContain('Wrong checksum');
});

tsharkTest(
  'gm67: what begins no frame is a raw code behind a code that was shown, or where somebody says so',
  () => {
    const heard = (at: number, text = 'Hello\r'): JournalEvent => {
      const hex = Buffer.from(text).toString('hex');
      return { type: 'chunk', link: 'main', direction: 'rx', notBefore: at, notAfter: at, hex };
    };
    const present: JournalEvent = { type: 'line', at: 1e6, link: 'main', event: 'present', detail: 'qr 48' };
    const pieces = [heard(2e6, 'Hel'), heard(2e6 + 1000, 'lo\r')];
    const trace = written('gm67-raw', [present, ...pieces, heard(20e6), heard(21e6)], ['gm67']);
    const info = (more: readonly string[]): readonly (string | undefined)[] =>
      fieldsOf(trace, ['_ws.col.Info'], [...using('gm67'), ...more])
        .map((packet) => packet['_ws.col.Info'])
        .slice(1);
    const raw = 'board: raw code';
    const part = 'board: [goes on in a later packet]';
    const late = [part, 'board: unknown opcode [not a frame] | [goes on in a later packet]'];
    expect(info([])).toEqual([part, raw, ...late]);
    expect(info(['-o', 'wirejig_gm67.loose:TRUE'])).toEqual([part, raw, raw, raw]);
  },
);

test.each([
  [['--dissector', 'chess'], /^wirejig: no dissector named 'chess': .*stm, durak/],
  [['--dissector', 'stm', '--param', 'colour=1'], /^wirejig: no parameter named 'colour'/],
  [[], /^wirejig: no journal: give the --out DIR of a run, or of many, or --dissector SUITE\n$/],
  [['somewhere', '--param', 'a=1'], /^wirejig: --param is for --dissector/],
])('report %j is refused', async (words, expected) => {
  const { code, stderr } = await wirejig(['report', ...words]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
});
