/** Wireshark dissectors and wirejig's decoders find the same events in a trace, with the texts of the report. */
import type { Codec, FrameEvent } from '../../../protocols/frame';
import { micros } from '../../../protocols/time';
import { FIELD_TEXT_LENGTH } from '../../../reports/html/evidence/bytes';
import { clip, printable } from '../../../reports/text/printable';
import type { ChunkRecord, JournalEvent } from '../../../scenarios/record';
import {
  recordFuzzing,
  garbleChunks,
  concatenate,
  recordRun,
  readCodes,
  dissectorOptions,
  allDissectorOptions,
  writeTrace,
} from '../../testing/sample-traces';
import { DISSECTION_CASES, type DissectionCase } from '../../testing/dissection-cases';
import { cleanUp } from '../../testing/wirejig-process';
import { dissectedPackets, tsharkTest, type DissectedFrame } from '../../testing/tshark';

afterAll(cleanUp);

const hexOf = (raw: Uint8Array): string => Buffer.from(raw).toString('hex');

/** The events that wirejig's decoder finds in one direction of a link. */
function decodeChunks<T>(chunks: readonly ChunkRecord[], codec: Codec<T>): FrameEvent<T>[] {
  let decoder = codec.decoder();
  const events: FrameEvent<T>[] = [];
  for (const chunk of chunks) {
    events.push(...decoder.tick(micros(chunk.notBefore)));
    events.push(...decoder.push(Uint8Array.from(Buffer.from(chunk.hex, 'hex')), micros(chunk.notBefore)));
    // The trace lacks bytes here, so the rest of a pending frame is unknown.
    if ((chunk.elided ?? 0) > 0) decoder = codec.decoder();
  }
  return events;
}

/** An event as a report shows it: its fields with their meanings, and the error if it is no frame. */
function reportedFrame<T>(codec: Codec<T>, event: FrameEvent<T>): DissectedFrame {
  const { raw } = event;
  const fields = codec.fields(raw);
  const items = fields.map(({ name, offset, length }) => {
    return `${plain(name)} ${hexOf(raw.subarray(offset, offset + length))}`;
  });
  const meanings = fields.map(({ meaning, value }) =>
    printable(clip(meaning ?? String(value), FIELD_TEXT_LENGTH)),
  );
  const refused = event.kind === 'reject' ? { refused: event.error.message } : {};
  return { raw: hexOf(raw), items, meanings, ...refused };
}

/** A report repeats the name of a group in each field's name. The dissector shows it once, around the fields. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^tile \d+ /, '')
    .replace(/^(record) \d+$/, '$1')
    .replace(/\[\d+\]$/, '');
}

async function recordTraffic({
  suite,
  boards,
  only,
  cases,
  strange = [],
  by,
}: DissectionCase): Promise<ChunkRecord[]> {
  const runs: ChunkRecord[][] = [];
  for (const board of boards) runs.push(await recordRun(suite, board, only));
  const [sound = []] = runs;
  let at = 0;
  const last = strange.map(([link, direction, gap, hex]): ChunkRecord => {
    at += 1000 * gap;
    return { type: 'chunk', link, direction, notBefore: at, notAfter: at, hex };
  });
  const board = boards[0] ?? suite;
  const all = concatenate([
    ...runs,
    await recordFuzzing(suite, board, cases),
    garbleChunks(sound, 200, 1),
    last,
  ]);
  return by === undefined ? all : all.map((chunk) => ({ ...chunk, link: `${by} ${chunk.link}` }));
}

/** Without repetitions: the same event has the same texts. */
function distinctFrames(frames: readonly DissectedFrame[]): readonly DissectedFrame[] {
  return [...new Map(frames.map((one) => [`${one.raw} ${one.refused ?? ''}`, one])).values()];
}

tsharkTest('every event of a trace, frame or not, has the fields and the texts of the report', async () => {
  const chunks = new Map<string, ChunkRecord[]>();
  for (const asked of DISSECTION_CASES) {
    const before = chunks.get(asked.suite) ?? [];
    chunks.set(asked.suite, [...before, ...(await recordTraffic(asked))]);
  }
  const suites = [...chunks.keys()];
  const parts = concatenate([...chunks.values()]);
  let from = 0;
  const events = [...chunks].flatMap(([suite, { length }]): JournalEvent[] => {
    const own = parts.slice(from, (from += length));
    return [
      { type: 'scenario', at: 0, suite, scenario: `${suite}/all` },
      ...own,
      { type: 'scenario-end', at: 0, suite, scenario: `${suite}/all`, requirements: {} },
    ];
  });
  const links = ['tcp', 'udp', 'serial'].flatMap((by) =>
    ['a', 'b', 'c'].map((name) => ({ name: `${by} ${name}`, url: `${by}://board` })),
  );
  const trace = writeTrace('all', events, [...suites, 'other'], links);
  const packets = dissectedPackets(trace, await allDissectorOptions(suites));
  for (const { suite, links, by, reasons } of DISSECTION_CASES) {
    const given = new Set<string>();
    for (const [name, codecs] of Object.entries(links)) {
      const link = by === undefined ? name : `${by} ${name}`;
      for (const [place, direction] of (['tx', 'rx'] as const).entries()) {
        const codec = codecs[place];
        if (codec === undefined) continue;
        const seen = packets
          .filter((one) => one.link === `${suite}/${link}` && one.direction === direction)
          .flatMap(({ frames }) => [...frames]);
        const own = (chunks.get(suite) ?? []).filter(
          (one) => one.link === link && one.direction === direction,
        );
        const due = decodeChunks(own, codec).map((event) => reportedFrame(codec, event));
        for (const { refused } of due) if (refused !== undefined) given.add(refused);
        expect([link, direction, distinctFrames(seen)]).toEqual([link, direction, distinctFrames(due)]);
        expect(seen.map(({ raw, refused }) => [raw, refused])).toEqual(
          due.map(({ raw, refused }) => [raw, refused]),
        );
      }
    }
    expect(given.size).toBeGreaterThanOrEqual(reasons);
  }
});

tsharkTest('a presented code is one event, with any bytes', async () => {
  const { events, responses } = await readCodes(3);
  const packets = dissectedPackets(writeTrace('codes', events, ['gm67']), await dissectorOptions('gm67'));
  const seen = packets.filter(({ direction }) => direction === 'rx').flatMap(({ frames }) => [...frames]);
  expect(seen.map(({ raw, refused }) => [raw, refused])).toEqual(responses.map((raw) => [raw, undefined]));
  const within = responses.filter((hex) => Buffer.from(hex, 'hex').subarray(0, -4).includes(0x0d));
  expect(within.length).toBeGreaterThan(5);
});
