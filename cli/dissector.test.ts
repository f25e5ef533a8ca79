/** Dissectors beside the decoders of this house: over the same traces both see the same frames. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decoder, FrameEvent } from '../protocols/frame';
import { packets } from '../protocols/durak/durak';
import { commands } from '../protocols/gm67/gm67';
import { answers, requests } from '../protocols/stm/stm';
import { scannerLink } from '../protocols/set/scanner-link';
import { micros } from '../protocols/time';
import { journalEvent } from '../scenarios/journal-schema';
import type { ChunkRecord, JournalEvent } from '../scenarios/record';
import { traceFile } from '../reports/trace-file';
import { cleanUp, folder, lines, wirejig } from './launched';
import { fieldsOf, tshark, tsharkTest } from './tshark';

afterAll(cleanUp);

const HERE = folder();

async function script(suite: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await wirejig(['report', '--dissector', suite, ...words]);
  expect([code, stderr]).toEqual([0, '']);
  const path = join(HERE, `${suite}.lua`);
  writeFileSync(path, stdout);
  return ['-X', `lua_script:${path}`, '-d', `rtacser.data,wirejig_${suite}`];
}

async function run(
  suite: string,
  ...words: readonly string[]
): Promise<{ trace: string; chunks: ChunkRecord[] }> {
  const out = join(HERE, suite);
  const { code } = await wirejig(['run', suite, '--quiet', '--seed', '3', '--out', out, ...words]);
  expect(code).toBe(0);
  const events = lines(join(out, 'journal.jsonl')).map((line) => journalEvent(JSON.parse(line)));
  return { trace: join(out, 'trace.pcapng'), chunks: events.filter((event) => event.type === 'chunk') };
}

/** What a decoder of this house makes of one direction of a link. */
function decoded<T>(
  chunks: readonly ChunkRecord[],
  link: string,
  direction: 'tx' | 'rx',
  fresh: () => Decoder<T>,
): FrameEvent<T>[] {
  let decoder = fresh();
  const events: FrameEvent<T>[] = [];
  for (const chunk of chunks.filter((one) => one.link === link && one.direction === direction)) {
    events.push(...decoder.tick(micros(chunk.notBefore)));
    events.push(...decoder.push(Uint8Array.from(Buffer.from(chunk.hex, 'hex')), micros(chunk.notBefore)));
    // What was not written down: the rest of what is pending is unknown.
    if ((chunk.elided ?? 0) > 0) decoder = fresh();
    else decoder.push(new Uint8Array(0), micros(chunk.notAfter));
  }
  return events;
}

const hexOf = (raw: Uint8Array): string => Buffer.from(raw).toString('hex');
const good = <T>(events: readonly FrameEvent<T>[]): string[] =>
  events.filter(({ kind }) => kind === 'frame').map(({ raw }) => hexOf(raw));

/** The frames that a dissector sees in one direction: every one of a packet. */
function dissected(trace: string, lua: readonly string[], suite: string, filter: string): string[] {
  const field = `wirejig_${suite}.frame`;
  return fieldsOf(trace, [field], [...lua, '-Y', `${field} && ${filter}`]).flatMap((packet) =>
    (packet[field] ?? '').split(','),
  );
}

const SENT = 'rtacser.eventtype == 3';
const GOT = 'rtacser.eventtype == 4';

tsharkTest(
  'stm: the same frames as the decoder, wrong checksums too, in pieces and several in a chunk',
  async () => {
    const lua = await script('stm');
    const { trace, chunks } = await run('stm', '--only', 'STM-FR-02,STM-FR-10');
    const whole = (events: readonly FrameEvent<unknown>[]): string[] =>
      events
        .filter((event) => event.kind === 'frame' || ['checksum', 'content'].includes(event.error.code))
        .map(({ raw }) => hexOf(raw));
    const sent = decoded(chunks, 'main', 'tx', () => requests().decoder());
    const got = decoded(chunks, 'main', 'rx', () => answers().decoder());
    expect(dissected(trace, lua, 'stm', SENT)).toEqual(whole(sent));
    expect(dissected(trace, lua, 'stm', GOT)).toEqual(whole(got));
    const wrong = sent.filter((event) => event.kind === 'reject' && event.error.code === 'checksum');
    expect(wrong.length).toBeGreaterThan(50);
    expect(dissected(trace, lua, 'stm', `wirejig_stm.checksum_status == 0 && ${SENT}`)).toEqual(
      wrong.map(({ raw }) => hexOf(raw)),
    );
  },
);

tsharkTest('durak: every good packet, behind garbage and byte by byte too', async () => {
  const lua = await script('durak');
  const { trace, chunks } = await run('durak', '--only', 'DRK-LK-05,DRK-DL-01');
  for (const [direction, filter] of [
    ['tx', SENT],
    ['rx', GOT],
  ] as const) {
    const expected = good(decoded(chunks, 'main', direction, () => packets().decoder()));
    expect(expected.length).toBeGreaterThan(20);
    expect(dissected(trace, lua, 'durak', filter)).toEqual(expect.arrayContaining(expected));
  }
  const [deck] = fieldsOf(
    trace,
    ['wirejig_durak.card', 'wirejig_durak.field'],
    [...lua, '-Y', 'wirejig_durak.property == 0'],
  );
  expect(deck?.['wirejig_durak.card']?.split(',')).toHaveLength(36);
});

tsharkTest('gm67: the same commands as the decoder; revision text and codes are named', async () => {
  const lua = await script('gm67');
  const { trace, chunks } = await run('gm67', '--only', 'GM-CM-01,GM-CM-07');
  const expected = good(decoded(chunks, 'main', 'tx', () => commands().decoder())).filter(
    (hex) => hex !== '00',
  );
  expect(expected.length).toBeGreaterThan(20);
  expect(dissected(trace, lua, 'gm67', `${SENT} && wirejig_gm67.checksum_status == 1`)).toEqual(
    expect.arrayContaining(expected),
  );
  expect(tshark(['-r', trace, ...lua, '-Y', 'wirejig_gm67.text'])).toContain('revision text');
});

tsharkTest('set: the cards on one link, the lines of the console on the other', async () => {
  const lua = await script('set');
  const { trace, chunks } = await run('set', '--only', 'SET-FR-01,SET-FR-02');
  const expected = good(decoded(chunks, 'scanner', 'tx', () => scannerLink().decoder()));
  expect(expected.length).toBeGreaterThan(5);
  expect(dissected(trace, lua, 'set', SENT)).toEqual(expected);
  const console = fieldsOf(trace, ['wirejig_set.line'], [...lua, '-Y', 'wirejig_set.line']);
  const text = chunks.filter(({ direction }) => direction === 'rx').map(({ hex }) => hex);
  const said = Buffer.from(text.join(''), 'hex').toString('latin1').split('\n').slice(0, -1);
  expect(console).toHaveLength(said.length);
});

/** A trace of these chunks, 100 ms apart but where they say otherwise. */
function traceOf(name: string, chunks: readonly (readonly ['tx' | 'rx', string, number?])[]): string {
  const path = join(HERE, `${name}.pcapng`);
  const parts: Uint8Array[] = [];
  const file = traceFile((bytes) => parts.push(bytes.slice()));
  const events: JournalEvent[] = [
    {
      type: 'run',
      version: '0',
      seed: 1,
      board: { name, kind: name, virtual: true, defects: [], links: [] },
      suites: [],
      command: '',
      platform: '',
    },
  ];
  let at = 0;
  for (const [direction, hex, gap = 100_000] of chunks) {
    at += gap;
    events.push({ type: 'chunk', link: 'main', direction, notBefore: at, notAfter: at, hex });
  }
  for (const event of events) file.add(event);
  file.end();
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

tsharkTest('ttt: a message for each byte, and what is none', async () => {
  const lua = await script('ttt');
  const path = traceOf('ttt', [
    ['rx', '505738'],
    ['tx', '304a'],
    ['tx', '7a31'],
  ]);
  const info = fieldsOf(path, ['_ws.col.Info'], lua).map((packet) => packet['_ws.col.Info']);
  expect(info).toEqual([
    'board: play, you move first | wait for an opponent | cell 8',
    'host: cell 0 | join',
    'host: [begins no frame] | cell 1',
  ]);
});

tsharkTest('a frame over several chunks is shown whole at its end; silence ends one that stops', async () => {
  const lua = await script('stm', '--param', 'errorCmd=0xE0', '--param', 'idleGapMs=20');
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
    'host: [fell silent half-way before this packet] | Start | Reset',
    'host: [begins no frame]',
    'host: [begins no frame]',
    'host: Start [wrong checksum]',
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

test.each([
  [['--dissector', 'chess'], /^wirejig: no dissector named 'chess': .*stm, durak/],
  [['--dissector', 'stm', '--param', 'colour=1'], /^wirejig: no parameter named 'colour'/],
  [[], /^wirejig: no journal: give the --out DIR of a run, or of many, or --dissector SUITE\n$/],
  [['somewhere', '--param', 'a=1'], /^wirejig: --param is for --dissector/],
])('report %j is refused', async (words, expected) => {
  const { code, stderr } = await wirejig(['report', ...words]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
});
