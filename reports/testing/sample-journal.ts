/** A handwritten journal of the STM suite, for the tests of the reports. */
import type { BytesRecord, CheckRecord, FieldRecord, JournalEvent, Verdict } from '../../scenarios/record';
import { sampleRunStart } from './sample-catalogue';

/** Text that a hostile board might send: markup, colours, a window title, reversed text. */
export const HOSTILE =
  '<script>alert(1)</script>"\'&]]>\u001b[31m\u001b]0;owned\u0007\u009b2J\u202eevil\u2066\u200b\ufeff\u0000\u0008\r\n\ud800\uffff\u{e0041}';

function field(
  name: string,
  offset: number,
  length: number,
  value: number | string,
  meaning?: string,
): FieldRecord {
  return { name, offset, length, value, ...(meaning === undefined ? {} : { meaning }) };
}

function bytes(
  direction: 'tx' | 'rx',
  at: number,
  hex: string,
  fields: readonly FieldRecord[],
  more: Partial<BytesRecord> = {},
): BytesRecord {
  return { link: 'main', direction, notBefore: at, notAfter: at + hex.length * 43, hex, fields, ...more };
}

const CHECKSUM = {
  title: 'Start with the checksum 00 instead of FE',
  expected: 'exactly one Error (01), and no game',
  seen: 'the answer to Start: 01 FF FE',
};

function wrongChecksum(at: number, hostile: string): CheckRecord {
  return {
    type: 'check',
    at,
    scenario: 'stm/checksum',
    requirement: 'STM-FR-02',
    verdict: 'fail',
    ...CHECKSUM,
    seen: `${CHECKSUM.seen}${hostile}`,
    evidence: [
      bytes('tx', at - 900, '01ff00', [
        field('CMD', 0, 1, 1, 'Start'),
        field('descriptor', 1, 1, 255, 'command only, no data'),
        field('CRC', 2, 1, 0, `wrong, should be FE${hostile}`),
      ]),
      bytes('rx', at - 400, '01fffe', [
        field('CMD', 0, 1, 1, 'Start'),
        field('descriptor', 1, 1, 255, 'command only, no data'),
        field('CRC', 2, 1, 254, 'right'),
      ]),
    ],
    counterexample: {
      text: `[\n  { command: 'Start', checksum: 0x00 },\n]${hostile}`,
      cases: 3,
      shrinks: 11,
      seed: 20_481,
    },
  };
}

/** The answer to a Shuffle of 144 tiles, 580 bytes; the record keeps 256 of them. */
function longShuffle(at: number): BytesRecord {
  const tiles = Array.from({ length: 63 }, (_, index) => [
    index % 32,
    2 * (index % 16),
    index % 8,
    index % 42,
  ]);
  const hex = ['030a90', ...tiles.flat().map((value) => value.toString(16).padStart(2, '0')), '00'].join('');
  const fields = [
    field('CMD', 0, 1, 3, 'Shuffle'),
    field('descriptor', 1, 1, 10, 'payload'),
    field('count', 2, 1, 144),
    ...tiles.map((tile, index) =>
      field(`tile ${index + 1}`, 3 + 4 * index, 4, tile.join(' '), `kind ${tile[3] ?? 0}`),
    ),
  ];
  return bytes('rx', at, hex, fields, { elided: 580 - hex.length / 2 });
}

function sixthShuffle(at: number, hostile: string): CheckRecord {
  return {
    type: 'check',
    at,
    scenario: 'stm/games',
    requirement: 'STM-GM-05',
    verdict: 'fail',
    title: 'The sixth Shuffle of a game',
    expected: 'EE 05 EB, an Error (05): shuffle blocked',
    seen: `a Shuffle answer of 144 tiles${hostile}`,
    evidence: [
      bytes('tx', at - 90_000, '030a0100000000', [field('CMD', 0, 1, 3, 'Shuffle')], {
        reject: `truncated: the payload of one tile is 4 bytes, 3 came${hostile}`,
      }),
      longShuffle(at - 50_000),
    ],
  };
}

function check(
  at: number,
  scenario: string,
  requirement: string,
  verdict: Verdict,
  title: string,
  more: Partial<CheckRecord> = {},
): CheckRecord {
  return { type: 'check', at, scenario: `stm/${scenario}`, requirement, verdict, title, ...more };
}

function scenarioEnd(
  at: number,
  scenario: string,
  judged: Readonly<Record<string, readonly [Verdict, number, string?]>>,
): JournalEvent {
  const entries = Object.entries(judged).map(
    ([id, [verdict, checks, reason]]) =>
      [`STM-${id}`, { verdict, checks, ...(reason === undefined ? {} : { reason }) }] as const,
  );
  return {
    type: 'scenario-end',
    at,
    suite: 'stm',
    scenario: `stm/${scenario}`,
    requirements: Object.fromEntries(entries),
  };
}

const latencies: readonly (readonly [number, number])[] = Array.from({ length: 24 }, (_, index) => [
  400 + 50 * index,
  Math.round(900 * Math.exp(-((index - 6) ** 2) / 18) + (index === 23 ? 3 : 0)),
]);

const NO_RESET = 'the board has no reset that the harness can reach';

/**
 * The events of the sample. It fails two MUSTs and one SHOULD, leaves one inconclusive and one skipped.
 * `hostile` is added to every text that a board may have influenced.
 */
export function sampleJournal(hostile = ''): readonly JournalEvent[] {
  const start = (at: number, scenario: string): JournalEvent => ({
    type: 'scenario',
    at,
    suite: 'stm',
    scenario: `stm/${scenario}`,
  });
  return [
    sampleRunStart(hostile),
    start(0, 'checksum'),
    { type: 'chunk', link: 'main', direction: 'tx', notBefore: 100, notAfter: 360, hex: '01ff00' },
    { type: 'chunk', link: 'main', direction: 'rx', notBefore: 600, notAfter: 860, hex: '01fffe' },
    check(1_000, 'checksum', 'STM-FR-01', 'pass', 'the answer to Start'),
    wrongChecksum(1_300, hostile),
    ...Array.from({ length: 11 }, (_, index) => wrongChecksum(2_300 + 1_000 * index, hostile)),
    scenarioEnd(20_000, 'checksum', { 'FR-01': ['pass', 40], 'FR-02': ['fail', 96] }),
    start(20_000, 'half-frame'),
    check(400_000, 'half-frame', 'STM-FR-03', 'pass', 'a Select cut after 5 bytes'),
    check(
      410_000,
      'half-frame',
      'STM-TM-02',
      'inconclusive',
      `the Error after a Select cut after 5 bytes${hostile}`,
      {
        measurement: {
          name: `gap to Error${hostile}`,
          unit: 'us',
          low: 149_200,
          high: 151_900,
          min: 25_000,
          max: 150_000,
        },
        expected: 'between 25 ms and 150 ms after the last byte',
        seen: `between 149.2 ms and 151.9 ms: the host was held up${hostile}`,
      },
    ),
    scenarioEnd(900_000, 'half-frame', {
      'FR-03': ['pass', 12],
      'TM-02': ['inconclusive', 12, `1 of 12 could not be told${hostile}`],
    }),
    { type: 'line', at: 900_100, link: 'main', event: 'reopen', detail: `before stm/longest${hostile}` },
    start(900_100, 'longest'),
    check(1_300_000, 'longest', 'STM-FR-10', 'fail', 'Start and Set State in one write', {
      expected: 'two answers',
      seen: `one answer, then 150 ms of silence${hostile}`,
      evidence: [bytes('tx', 1_140_000, '01fffe06fff9', []), bytes('rx', 1_141_000, '01fffe', [])],
    }),
    {
      type: 'histogram',
      suite: 'stm',
      requirement: 'STM-TM-04',
      name: `gap within an answer${hostile}`,
      unit: 'us',
      count: 160,
      p50: 0,
      p99: 90,
      worst: 120,
      limit: 25_000,
      buckets: [
        [0, 150],
        [50, 6],
        [100, 4],
      ],
    },
    scenarioEnd(1_400_000, 'longest', { 'FR-08': ['pass', 4], 'FR-10': ['fail', 4], 'TM-04': ['pass', 160] }),
    start(1_400_000, 'games'),
    sixthShuffle(3_000_000, hostile),
    {
      type: 'histogram',
      suite: 'stm',
      requirement: 'STM-TM-01',
      name: 'answer time',
      unit: 'us',
      count: 6_772,
      p50: 690,
      p99: 1_120,
      worst: 1_570,
      limit: 100_000,
      buckets: latencies,
    },
    scenarioEnd(9_800_000, 'games', {
      'FR-01': ['pass', 6_772],
      'TM-01': ['pass', 6_772],
      'GM-01': ['pass', 32],
      'GM-05': ['fail', 32],
      'GM-06': ['pass', 5],
    }),
    start(9_800_000, 'silence'),
    check(9_800_000, 'silence', 'STM-TM-03', 'skip', `${NO_RESET}${hostile}`),
    scenarioEnd(9_800_000, 'silence', { 'TM-03': ['skip', 0, `${NO_RESET}${hostile}`] }),
    runEnd(hostile),
  ];
}

function runEnd(hostile: string): JournalEvent {
  const pass = (checks: number): { verdict: Verdict; checks: number } => ({ verdict: 'pass', checks });
  return {
    type: 'run-end',
    at: 9_800_000,
    outcome: 'done',
    verdicts: {
      'STM-FR-01': pass(6_812),
      'STM-FR-02': {
        verdict: 'fail',
        checks: 96,
        reason: `${CHECKSUM.title}: expected ${CHECKSUM.expected}, saw ${CHECKSUM.seen}${hostile}`,
      },
      'STM-FR-03': pass(12),
      'STM-FR-08': pass(4),
      'STM-FR-10': { verdict: 'fail', checks: 4 },
      'STM-TM-01': pass(6_772),
      'STM-TM-02': { verdict: 'inconclusive', checks: 12, reason: `1 of 12 could not be told${hostile}` },
      'STM-TM-03': { verdict: 'skip', checks: 0, reason: `${NO_RESET}${hostile}` },
      'STM-TM-04': pass(160),
      'STM-GM-01': pass(32),
      'STM-GM-05': { verdict: 'fail', checks: 32 },
      'STM-GM-06': pass(5),
    },
    exchanges: 7_004,
  };
}
