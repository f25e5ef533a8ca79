/** Dissectors beside the decoders of this house: in the same traces both see the same events, in the report's words. */
import { consoleLines } from '../../../protocols/terminal/console-line';
import type { Codec, FrameEvent } from '../../../protocols/frame';
import { consoleText } from '../../../protocols/terminal/console-text';
import { packets } from '../../../protocols/durak/durak';
import { deal, type Choose } from '../../../protocols/durak/deal';
import { MALFORMATIONS } from '../../../protocols/durak/malformations';
import { commands, replies } from '../../../protocols/gm67/gm67';
import { checksum } from '../../../protocols/gm67/message';
import { scannerLink } from '../../../protocols/set/scanner-link';
import { answers, requests } from '../../../protocols/stm/stm';
import { playerMessages, serverMessages } from '../../../protocols/ttt/ttt';
import { micros, millis, type Micros } from '../../../protocols/time';
import { FIELD_TEXT_LENGTH } from '../../../reports/html/evidence/bytes';
import { clip, printable } from '../../../reports/text/printable';
import { withEmpty } from '../../../scenarios/conformance/ttt/player';
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
import { cleanUp } from '../../testing/wirejig-process';
import { dissectedPackets, tsharkTest, type DissectedFrame } from '../../testing/tshark';

afterAll(cleanUp);

type Both = readonly [tx: Codec<unknown>, rx: Codec<unknown>];

interface DissectionCase {
  readonly suite: string;
  /** The sound one, and some that send what they may not. */
  readonly boards: readonly string[];
  readonly only: readonly string[];
  readonly links: Readonly<Record<string, Both>>;
  /** Before the names of the links, where a suite stands here more than once. */
  readonly by?: 'tcp' | 'udp' | 'serial';
  readonly strange?: readonly Strange[];
  /** Of every generator. */
  readonly cases: number;
  /** Different reasons why bytes are no frame, so many at least. */
  readonly reasons: number;
}

/** Bytes behind all else, so many milliseconds later. */
type Strange = readonly [link: string, direction: 'tx' | 'rx', gap: number, hex: string];

const utf8 = (words: string): string => Buffer.from(words).toString('hex');
const text = (words: string): string => Buffer.from(words, 'latin1').toString('hex');

/** A datagram without bytes says nothing to a board, and is sent all the same. */
function sent(codec: Codec<unknown>): Codec<unknown> {
  const empty = (at: Micros) =>
    ({ kind: 'frame', raw: new Uint8Array(0), first: at, last: at, value: 0 }) as const;
  return {
    ...codec,
    decoder: () => {
      const decoder = codec.decoder();
      return {
        ...decoder,
        pending: 0,
        deadline: () => undefined,
        tick: () => [],
        push: (bytes, at) => (bytes.length > 0 ? decoder.push(bytes, at) : [empty(at)]),
      };
    },
  };
}

const CONSOLE = consoleLines({ silence: millis(2000) });

/** The first of whatever there is to choose from. */
const FIRST: Choose = () => 0;

const hexOf = (raw: Uint8Array): string => Buffer.from(raw).toString('hex');

/** A frame of a scanner's line, its checksum behind it. */
function summed(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  return hex + checksum(bytes, bytes.length).toString(16).padStart(4, '0');
}

const DISSECTION_CASES: readonly DissectionCase[] = [
  {
    suite: 'stm',
    boards: ['stm', 'stm+error-crc-without-cmd+blocked-code-unlisted', 'stm+boot-banner'],
    only: ['STM-FR-02', 'STM-FR-07', 'STM-GM-08'],
    links: { main: [requests(), answers()] },
    cases: 1,
    reasons: 40,
    strange: [
      ['main', 'tx', 100, `99${'01fffe'.repeat(400)}`],
      ['main', 'tx', 100, '030a03' + '00000000'.repeat(2) + '02000001' + '08'],
      ['main', 'rx', 100, '030a91'],
      ['main', 'rx', 100, '01'],
      ['main', 'rx', 100, 'ff09f6060a0905ff'],
      ['main', 'rx', 100, '030a03ff0000000000000002000001'],
    ],
  },
  {
    suite: 'durak',
    boards: ['durak', 'durak+malformed-is-a-move', 'durak-published'],
    only: ['DRK-LK-05', 'DRK-LK-06', 'DRK-DL-01'],
    links: { main: [packets(), packets()] },
    cases: 1,
    reasons: 60,
    strange: [
      ...MALFORMATIONS.map(({ make }): Strange => ['main', 'rx', 100, hexOf(make(deal(FIRST), FIRST))]),
      ['main', 'rx', 100, '16310a16320a160a16311d0a16311d030a16321d1e300a040404040a040a'],
      ['main', 'rx', 100, '0a0a410a16311d1e301f301f301f310a16311d1e301f301f301f311f0a'],
      ['main', 'rx', 100, '16311e301f311d0a16331d1e391f2d321f781f30311f391f350a16'],
      ['main', 'rx', 100, '41'.repeat(5000)],
      ['main', 'rx', 100, '16'],
      ['main', 'rx', 2000, '31'.repeat(5000)],
      ['main', 'rx', 2000, '31'],
      ['main', 'rx', 100, '0416040a'],
    ],
  },
  {
    suite: 'gm67',
    boards: ['gm67', 'gm67+nak-checksum', 'gm67+checksum-carry'],
    only: ['GM-CM-01', 'GM-CM-07', 'GM-DT-03', 'GM-FR-04'],
    links: { main: [commands(), replies()] },
    cases: 2,
    reasons: 40,
    strange: [
      ...[
        '00',
        '000004',
        '04d00400ff28',
        'fff4',
        'fff400',
        'fff30008',
        'fff40007f4',
        'fff4000af40000f131f32e',
        'fff4' + '0100' + 'f40000f1' + '61'.repeat(20),
        '04c70000fe35',
        '0448000000',
        '0448000000ff',
      ].flatMap((hex): Strange[] => [
        ['main', 'tx', 500, hex],
        ['main', 'rx', 500, hex],
      ]),
      ['main', 'rx', 500, summed('05a40000e9')],
      ['main', 'rx', 500, summed('04d00100')],
      ['main', 'rx', 500, summed('04e40000')],
      ['main', 'rx', 500, summed('04c70000')],
      ['main', 'rx', 500, summed('fec70000f205' + '41'.repeat(248))],
      ['main', 'rx', 500, summed('fff40008f40000f1')],
      ['main', 'rx', 500, summed('fff40009f40000f141')],
      ['main', 'rx', 500, summed('06a4000041e9')],
      ['main', 'rx', 500, summed('05f30000f1')],
      ['main', 'rx', 500, summed('06f30000f141')],
      ['main', 'rx', 500, summed('19f30000f1' + '41'.repeat(20))],
      ['main', 'rx', 500, 'fe'.repeat(700)],
      ['main', 'tx', 500, 'fe'.repeat(700)],
      ['main', 'tx', 500, '00'],
      ['main', 'tx', 30, '04e4040000'],
    ],
  },
  {
    suite: 'set',
    boards: ['set'],
    only: ['SET-FR-01', 'SET-FR-02', 'SET-FR-03', 'SET-FR-04', 'SET-FR-05', 'SET-FR-07'],
    links: {
      scanner: [scannerLink(), scannerLink()],
      console: [CONSOLE, CONSOLE],
    },
    cases: 1,
    reasons: 5,
    strange: [
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
      ['console', 'rx', 100, utf8('a\u202eb\u2066c\u200dd\u0085e\ufefff\u{e0041}g\ue000h\u0378i\r\n')],
      ['console', 'rx', 100, utf8(`e${'\u0301'.repeat(9)} \ufe0f\ufe0f\ufe0f\ufe0f\u0301\r\n`)],
      ['console', 'rx', 100, utf8(`${'p'.repeat(59)}\u{1f600}q\r\n${'\u{1f600}'.repeat(31)}\r\n`)],
    ],
  },
  {
    suite: 'chinese-ten',
    boards: ['chinese-ten'],
    only: ['CT-DL-01', 'CT-DL-02'],
    links: { main: [consoleText, consoleText] },
    cases: 1,
    reasons: 0,
    strange: [
      ['main', 'rx', 100, utf8('\ufeffA\u202e\x1b[2J\r\n')],
      ['main', 'rx', 100, utf8('\u00e9'.repeat(300))],
      ['main', 'rx', 100, `c3${'41'.repeat(398)}c3a9`],
      ['main', 'tx', 100, '00ff1b5b41'],
    ],
  },
  ...(['tcp', 'udp', 'serial'] as const).map((by): DissectionCase => ({
    suite: 'ttt',
    boards: [by === 'tcp' ? 'ttt' : `ttt-${by}`],
    only: ['TTT-04', 'TTT-20', 'TTT-21'],
    links: Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        name,
        [by === 'udp' ? sent(playerMessages(by)) : playerMessages(by), withEmpty(by, serverMessages(by))],
      ]),
    ),
    by,
    cases: 1,
    reasons: 10,
    strange: ['57', '5000', '7a', '', '5a5038', 'ff4a51', '4a'].flatMap((hex): Strange[] => [
      ['a', 'rx', 100, hex],
      ['a', 'tx', 0, hex],
    ]),
  })),
];

/** What a decoder of this house makes of one direction of a link. */
function decodeChunks<T>(chunks: readonly ChunkRecord[], codec: Codec<T>): FrameEvent<T>[] {
  let decoder = codec.decoder();
  const events: FrameEvent<T>[] = [];
  for (const chunk of chunks) {
    events.push(...decoder.tick(micros(chunk.notBefore)));
    events.push(...decoder.push(Uint8Array.from(Buffer.from(chunk.hex, 'hex')), micros(chunk.notBefore)));
    // What was not written down: the rest of what is pending is unknown.
    if ((chunk.elided ?? 0) > 0) decoder = codec.decoder();
  }
  return events;
}

/** What comes of an event in a report: its fields with what they mean, and why it is no frame. */
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

/** What a report says of a group with each of its fields, the dissector says once, around them. */
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
  const all = concatenate([...runs, recordFuzzing(suite, board, cases), garbleChunks(sound, 200, 1), last]);
  return by === undefined ? all : all.map((chunk) => ({ ...chunk, link: `${by} ${chunk.link}` }));
}

/** Each once: the same event has the same words. */
function distinctFrames(frames: readonly DissectedFrame[]): readonly DissectedFrame[] {
  return [...new Map(frames.map((one) => [`${one.raw} ${one.refused ?? ''}`, one])).values()];
}

tsharkTest('every event of a trace, frame or not: the fields and the words of the report', async () => {
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
  const packets = dissectedPackets(trace, allDissectorOptions(suites));
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

tsharkTest('codes that were shown: each is one event, whatever its bytes', async () => {
  const { events, responses } = await readCodes(3);
  const packets = dissectedPackets(writeTrace('codes', events, ['gm67']), dissectorOptions('gm67'));
  const seen = packets.filter(({ direction }) => direction === 'rx').flatMap(({ frames }) => [...frames]);
  expect(seen.map(({ raw, refused }) => [raw, refused])).toEqual(responses.map((raw) => [raw, undefined]));
  const within = responses.filter((hex) => Buffer.from(hex, 'hex').subarray(0, -4).includes(0x0d));
  expect(within.length).toBeGreaterThan(5);
});
