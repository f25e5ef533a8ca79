/** Dissectors beside the decoders of this house: over the same traces both see the same frames, and in them the same fields. */
import { packets } from '../protocols/durak/durak';
import type { Codec, FrameEvent } from '../protocols/frame';
import { commands, replies } from '../protocols/gm67/gm67';
import { micros } from '../protocols/time';
import { suiteRun, type SuiteRun } from '../scenarios/conformance/suite-run';
import type { ChunkRecord, JournalEvent } from '../scenarios/record';
import { SUITES } from '../scenarios/suites';
import { using, usingAll, written } from './dissected-traces';
import { cleanUp, wirejig } from './launched';
import { dissectedPackets, fieldsOf, tshark, tsharkTest, type DissectedFrame } from './tshark';

afterAll(cleanUp);

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
  durak: { only: ['DRK-LK-05', 'DRK-DL-01'], sampled: true },
  gm67: { only: ['GM-CM-01', 'GM-CM-07', 'GM-DT-03'], sampled: true },
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
    const dissected = dissectedPackets(trace, usingAll(Object.keys(ASKED)));
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
    expect(compare('durak', 'main', 'tx', packets())).toBeGreaterThan(20);
    expect(compare('durak', 'main', 'rx', packets())).toBeGreaterThan(20);
    expect(compare('gm67', 'main', 'tx', commands())).toBeGreaterThan(20);
    expect(compare('gm67', 'main', 'rx', replies())).toBeGreaterThan(20);
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

test.each([
  [['--dissector', 'chess'], /^wirejig: no dissector named 'chess': .*stm, durak/],
  [['--dissector', 'stm', '--param', 'colour=1'], /^wirejig: no parameter named 'colour'/],
  [[], /^wirejig: no journal: give the --out DIR of a run, or of many, or --dissector SUITE\n$/],
  [['somewhere', '--param', 'a=1'], /^wirejig: --param is for --dissector/],
])('report %j is refused', async (words, expected) => {
  const { code, stderr } = await wirejig(['report', ...words]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
});
