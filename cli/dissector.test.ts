/** Dissectors beside the decoders of this house: over the same traces both see the same frames, and in them the same fields. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packets } from '../protocols/durak/durak';
import { consoleLines } from '../protocols/console-line';
import type { Codec, FrameEvent } from '../protocols/frame';
import { commands, replies } from '../protocols/gm67/gm67';
import { luaDissector } from '../protocols/lua-dissector';
import { scannerLink } from '../protocols/set/scanner-link';
import { answers, requests } from '../protocols/stm/stm';
import { playerMessages, serverMessages } from '../protocols/ttt/ttt';
import { micros, millis } from '../protocols/time';
import { printable } from '../reports/printable';
import { traceFile } from '../reports/trace-file';
import { suiteRun, type SuiteRun } from '../scenarios/conformance/suite-run';
import type { ChunkRecord, JournalEvent } from '../scenarios/record';
import { SUITES } from '../scenarios/suites';
import { DISSECTED } from './dissectors';
import { cleanUp, folder, wirejig } from './launched';
import { parameterValues } from './options';
import { dissectedPackets, fieldsOf, tshark, tsharkTest, type DissectedFrame } from './tshark';

afterAll(cleanUp);

const HERE = folder();

/** The dissector of a suite, as a file. */
function script(suite: string, given: Readonly<Record<string, string>> = {}): string {
  const chosen = DISSECTED.find(({ id }) => id === suite);
  if (chosen === undefined) throw new Error(`no dissector of ${suite}`);
  const values = parameterValues([chosen], new Map(Object.entries(given))).get(suite) ?? {};
  const path = join(HERE, `${suite}.lua`);
  writeFileSync(path, luaDissector(chosen.make(values)));
  return path;
}

/** The words that have tshark use it. */
function using(suite: string, given: Readonly<Record<string, string>> = {}): readonly string[] {
  return ['-X', `lua_script:${script(suite, given)}`, '-d', `rtacser.data,wirejig_${suite}`];
}

/** What a decoder of this house makes of one direction of a link. */
function decoded<T>(
  chunks: readonly ChunkRecord[],
  link: string,
  direction: 'tx' | 'rx',
  codec: Codec<T>,
): FrameEvent<T>[] {
  let decoder = codec.decoder();
  const events: FrameEvent<T>[] = [];
  for (const chunk of chunks.filter((one) => one.link === link && one.direction === direction)) {
    events.push(...decoder.tick(micros(chunk.notBefore)));
    events.push(...decoder.push(Uint8Array.from(Buffer.from(chunk.hex, 'hex')), micros(chunk.notBefore)));
    // What was not written down: the rest of what is pending is unknown.
    if ((chunk.elided ?? 0) > 0) decoder = codec.decoder();
    else decoder.push(new Uint8Array(0), micros(chunk.notAfter));
  }
  return events;
}

const hexOf = (raw: Uint8Array): string => Buffer.from(raw).toString('hex');

/** Clauses whose scenarios send and draw frames of every kind, broken ones too. */
const ASKED: Readonly<Record<string, SuiteRun>> = {
  stm: { only: ['STM-FR-02', 'STM-FR-10', 'STM-GM-08'], sampled: true },
  durak: { only: ['DRK-LK-05', 'DRK-DL-01'], sampled: true },
  gm67: { only: ['GM-CM-01', 'GM-CM-07', 'GM-DT-03'], sampled: true },
  set: { only: ['SET-FR-01', 'SET-FR-02', 'SET-FR-05'], sampled: true },
};

/** One trace of a run of each suite, one behind the other. */
async function everything(): Promise<{ trace: string; chunks: ReadonlyMap<string, ChunkRecord[]> }> {
  const chunks = new Map<string, ChunkRecord[]>();
  const suites: JournalEvent[] = [];
  let at = 0;
  for (const [id, asked] of Object.entries(ASKED)) {
    const suite = SUITES.find((one) => one.id === id);
    if (suite === undefined) throw new Error(`no suite ${id}`);
    const { events } = await suiteRun(suite, { seed: 3, ...asked });
    const from = at;
    const passed = events
      .filter((event) => event.type === 'chunk')
      .map((chunk) => ({ ...chunk, notBefore: from + chunk.notBefore, notAfter: from + chunk.notAfter }));
    chunks.set(id, passed);
    suites.push({ type: 'scenario', at, suite: id, scenario: `${id}/all` }, ...passed);
    suites.push({ type: 'scenario-end', at, suite: id, scenario: `${id}/all`, requirements: {} });
    at = 10_000_000 + passed.reduce((latest, { notAfter }) => Math.max(latest, notAfter), at);
  }
  return { trace: written('all', suites, Object.keys(ASKED)), chunks };
}

/** What stands for all dissectors: a file has one for its link type. */
function dispatching(): readonly string[] {
  const path = join(HERE, 'all.lua');
  writeFileSync(
    path,
    `local proto = Proto("wirejig_all", "All")
local interface_of = Field.new("frame.interface_name")
function proto.dissector(tvb, pinfo, tree)
  local suite = tostring(interface_of().value):match("^([^/]*)/")
  return Dissector.get("wirejig_" .. suite):call(tvb, pinfo, tree)
end
DissectorTable.get("rtacser.data"):add_for_decode_as(proto)
`,
  );
  const scripts = [...Object.keys(ASKED).map((id) => script(id)), path];
  return [...scripts.flatMap((file) => ['-X', `lua_script:${file}`]), '-d', 'rtacser.data,wirejig_all'];
}

/** The numbers of groups are the report's alone; control characters have a name for each in it. */
function plain(name: string): string {
  const inner = name
    .toLowerCase()
    .replace(/^(?:tile|record) \d+ ?/, '')
    .replace(/\[\d+\]$/, '');
  return { syn: 'lead', eot: 'lead', 'long mark': 'len' }[inner] ?? inner;
}

/** A frame as the report shows it: of every field its name and its bytes. */
function shown<T>(codec: Codec<T>, raw: Uint8Array): DissectedFrame {
  const named = codec.fields(raw).filter(({ name }) => !/^record \d+$/.test(name));
  const items = named.map(({ name, offset, length }) => {
    return `${plain(name)} ${hexOf(raw.subarray(offset, offset + length))}`;
  });
  // Bytes without a meaning are shown as such.
  const meanings = named.map(
    ({ name, offset, length, meaning, value }) =>
      meaning ?? (name === 'payload' ? hexOf(raw.subarray(offset, offset + length)) : String(value)),
  );
  return { raw: hexOf(raw), items, meanings };
}

/** What comes of an event in a report: its fields with what they mean, and why it is no frame. */
function reported<T>(codec: Codec<T>, event: FrameEvent<T>): DissectedFrame {
  const refused = event.kind === 'reject' ? { refused: event.error.message } : {};
  return { ...shown(codec, event.raw), ...refused };
}

/** As much of it as a dissector shows. */
function brief(frames: readonly DissectedFrame[]): readonly DissectedFrame[] {
  return frames.map((frame) => ({ ...frame, meanings: frame.meanings.map((words) => words.slice(0, 60)) }));
}

tsharkTest(
  'every frame of each protocol, behind garbage, in pieces, several in a chunk: the frames of the decoder, with the fields of the report',
  async () => {
    const { trace, chunks } = await everything();
    const dissected = dissectedPackets(trace, dispatching());
    const compare = <T>(suite: string, link: string, direction: 'tx' | 'rx', codec: Codec<T>): number => {
      const seen = dissected
        .filter((one) => one.link === `${suite}/${link}` && one.direction === direction)
        .flatMap(({ frames }) => frames);
      const due = decoded(chunks.get(suite) ?? [], link, direction, codec)
        .filter((event) => event.kind === 'frame' || ['checksum', 'content'].includes(event.error.code))
        .map((event) => reported(codec, event));
      // A lone 00 is a wake byte by the silence behind it alone.
      const known = due.filter(({ raw }) => raw !== '00');
      const wanted = new Set(known.map(({ raw }) => raw));
      const frames = seen.filter(({ raw }) => wanted.has(raw));
      expect(frames.map(({ raw }) => raw)).toEqual(known.map(({ raw }) => raw));
      // Each different frame once is enough of its fields.
      for (const frame of new Map(frames.map((one) => [one.raw, one])).values())
        expect(brief([frame])).toEqual(brief(known.filter(({ raw }) => raw === frame.raw).slice(0, 1)));
      return known.length;
    };
    expect(compare('stm', 'main', 'tx', requests())).toBeGreaterThan(50);
    expect(compare('stm', 'main', 'rx', answers())).toBeGreaterThan(50);
    expect(compare('durak', 'main', 'tx', packets())).toBeGreaterThan(20);
    expect(compare('durak', 'main', 'rx', packets())).toBeGreaterThan(20);
    expect(compare('gm67', 'main', 'tx', commands())).toBeGreaterThan(20);
    expect(compare('gm67', 'main', 'rx', replies())).toBeGreaterThan(20);
    expect(compare('set', 'scanner', 'tx', scannerLink())).toBeGreaterThan(5);
    expect(compare('set', 'console', 'rx', consoleLines())).toBeGreaterThan(20);
  },
);

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

/** The trace of a run of these suites, as a file. */
function written(name: string, events: readonly JournalEvent[], suites: readonly string[]): string {
  const path = join(HERE, `${name}.pcapng`);
  const parts: Uint8Array[] = [];
  const file = traceFile((bytes) => parts.push(bytes.slice()));
  file.add({
    type: 'run',
    version: '0',
    seed: 1,
    board: { name, kind: name, virtual: true, defects: [], links: [] },
    suites: suites.map((id) => ({ id, title: id, requirements: [], parameters: {}, scenarios: [] })),
    command: '',
    platform: '',
  });
  for (const event of events) file.add(event);
  file.end();
  writeFileSync(path, Buffer.concat(parts));
  return path;
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

/** Bytes that no sound server says, behind all else on its first link. */
const UNSOUND = ['57', '5000', '7a', '5a5038', 'ff4a51', '4a'];

tsharkTest(
  'ttt over tcp, udp and serial lines: each message of the report, and what is none, in its words',
  async () => {
    const suite = SUITES.find(({ id }) => id === 'ttt');
    if (suite === undefined) throw new Error('no suite ttt');
    for (const [board, binding] of Object.entries({
      ttt: 'tcp',
      'ttt-udp': 'udp',
      'ttt-serial': 'serial',
    } as const)) {
      const only = ['TTT-04', 'TTT-20', 'TTT-21'];
      const { events } = await suiteRun(suite, { board, seed: 3, only, sampled: true });
      const end = events.findLastIndex(({ type }) => type === 'scenario-end');
      const at = Math.max(0, ...events.map((event) => (event.type === 'chunk' ? event.notAfter : 0)));
      const more = UNSOUND.flatMap((hex, i): ChunkRecord[] =>
        (['rx', 'tx'] as const).map((direction) => {
          const when = at + 1000 * (i + 1);
          return { type: 'chunk', link: 'a', direction, notBefore: when, notAfter: when, hex };
        }),
      );
      const all = [...events.slice(0, end), ...more, ...events.slice(end)];
      const chunks = all.filter((event) => event.type === 'chunk');
      const dissected = dissectedPackets(written(`${board}-all`, all, ['ttt']), using('ttt'));
      for (const link of ['a', 'b', 'c']) {
        const of = (direction: 'tx' | 'rx'): DissectedFrame[] =>
          dissected
            .filter((one) => one.link === link && one.direction === direction)
            .flatMap(({ frames }) => [...frames]);
        const due = <T>(direction: 'tx' | 'rx', codec: Codec<T>): DissectedFrame[] =>
          decoded(chunks, link, direction, codec).map((event) => reported(codec, event));
        expect([binding, of('rx')]).toEqual([binding, due('rx', serverMessages(binding))]);
        expect([binding, of('tx')]).toEqual([binding, due('tx', playerMessages(binding))]);
        if (link !== 'a') continue;
        expect(of('rx').length).toBeGreaterThan(5);
        for (const direction of ['rx', 'tx'] as const)
          expect(of(direction).filter(({ refused }) => refused !== undefined).length).toBeGreaterThan(2);
      }
    }
  },
);

/** Chunks in a scenario of their own behind a run, so many milliseconds apart. */
type Added = readonly [link: string, direction: 'tx' | 'rx', gap: number, hex: string];

const text = (words: string): string => Buffer.from(words, 'latin1').toString('hex');

/** What neither a sound board nor a sound scanner says, and what only silence or the next byte ends. */
const STRANGE: readonly Added[] = [
  ['scanner', 'tx', 3000, '550d0a'],
  ['scanner', 'tx', 100, '560d0d0a0d'],
  ['scanner', 'tx', 100, '0a'],
  ['scanner', 'tx', 3000, '00ff550d0a'],
  ['scanner', 'tx', 100, '55'],
  ['scanner', 'tx', 100, '0d5556'],
  ['scanner', 'tx', 3000, '0d'],
  ['scanner', 'tx', 100, '41'.repeat(149) + '0d' + '42'.repeat(150) + '0d'],
  ['scanner', 'tx', 100, '43'.repeat(400) + '0d550d'],
  ['scanner', 'tx', 100, '44'.repeat(60_000)],
  ['scanner', 'tx', 3000, '550d'],
  ['console', 'rx', 100, text('\x1b[32mgreen\x1b[0m\r\nplain\nbell \x07\x00\x7f\r')],
  ['console', 'rx', 100, text('behind a CR\r\r\n\r\n\n\x1b]0;title\x07of a window\x1b(B\x1b\r\n')],
  ['console', 'rx', 100, text('stops')],
  ['console', 'rx', 3000, text('\x1b[33m')],
  ['console', 'rx', 3000, text('colour waits\r\r')],
  ['console', 'rx', 3000, 'e29982c3ff41e282edf0908080c0800d0a'],
  ['console', 'rx', 100, text('m'.repeat(1022) + '\r\n' + 'n'.repeat(1023) + '\r\n')],
  ['console', 'rx', 100, text('o'.repeat(3000) + '\r\nand on\r\n')],
];

tsharkTest('set: each frame and each line of the report, and what is none, in its words', async () => {
  const suite = SUITES.find(({ id }) => id === 'set');
  if (suite === undefined) throw new Error('no suite set');
  const only = ['SET-FR-02', 'SET-FR-03', 'SET-FR-04', 'SET-FR-05', 'SET-FR-07'];
  const { events } = await suiteRun(suite, { seed: 3, only, sampled: true });
  const end = events.findLastIndex(({ type }) => type === 'scenario-end');
  let at = Math.max(0, ...events.map((event) => (event.type === 'chunk' ? event.notAfter : 0)));
  const more = STRANGE.map(([link, direction, gap, hex]): ChunkRecord => {
    at += 1000 * gap;
    return { type: 'chunk', link, direction, notBefore: at, notAfter: at, hex };
  });
  const all = [...events.slice(0, end), ...more, ...events.slice(end)];
  const dissected = dissectedPackets(written('set-all', all, ['set']), using('set'));
  const compare = <T>(link: string, direction: 'tx' | 'rx', codec: Codec<T>): readonly DissectedFrame[] => {
    const of = dissected.filter((one) => one.link === link && one.direction === direction);
    const seen = of.flatMap(({ frames }) => [...frames]);
    const chunks = all.filter((event) => event.type === 'chunk');
    const due = decoded(chunks, link, direction, codec).map((event) => reported(codec, event));
    const safe = due.map((one) => ({ ...one, meanings: one.meanings.map(printable) }));
    expect(brief(seen)).toEqual(brief(safe));
    return seen;
  };
  const cards = compare('scanner', 'tx', scannerLink());
  expect(new Set(cards.map(({ refused }) => refused)).size).toBeGreaterThan(5);
  const lines = compare('console', 'rx', consoleLines({ silence: millis(2000) }));
  expect(new Set(lines.map(({ refused }) => refused)).size).toBe(3);
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
