/** A campaign for the tests of its page. `hostile` is added to every text that a board or a file may have influenced. */
import type {
  BytesRecord,
  FuzzEnd,
  FuzzFinding,
  FuzzProgress,
  FuzzResync,
  JournalEvent,
} from '../../scenarios/record';

export interface SampleCampaign {
  readonly hostile?: string;
  readonly cases?: number;
  readonly findings?: number;
}

const STATES = ['before Start', 'playing', 'ended'];
const INPUTS = ['Start', 'Shuffle', 'wrong CRC'];
const RESPONSES = ['Start', 'Shuffle', 'Error 01'];

function evidence(hostile: string): readonly BytesRecord[] {
  const shared = { link: `main${hostile}`, notBefore: 100, notAfter: 360 };
  const field = { name: `CMD${hostile}`, offset: 0, length: 1, value: 1, meaning: `Start${hostile}` };
  return [
    { ...shared, direction: 'tx', hex: '01fffc', fields: [field] },
    { ...shared, direction: 'rx', notBefore: 500, notAfter: 760, hex: '01fffe', fields: [field] },
  ];
}

function finding(n: number, hostile: string): FuzzFinding {
  const id = `stm-${n.toString(16).padStart(8, '0')}`;
  return {
    type: 'fuzz-finding',
    case: 7 + n,
    id,
    kind: 'answer',
    title: `wrong CRC: expected Error 01, saw Start${hostile}`,
    requirement: 'STM-FR-02',
    level: n % 3 === 2 ? 'SHOULD' : 'MUST',
    cause: `answer|wrong CRC|Error 01${hostile}`,
    expected: `Error 01 bad CRC${hostile}`,
    seen: `Start${hostile}`,
    bytes: 3,
    foundBytes: 22,
    history: n % 2,
    repeats: { shown: 10 - (n % 2), tried: 10 },
    file: `night/findings/${id}.json`,
    evidence: evidence(hostile),
  };
}

function progress(cases: number): readonly FuzzProgress[] {
  return Array.from({ length: Math.floor(cases / 5000) }, (_, n) => ({
    type: 'fuzz-progress',
    cases: 5000 * (n + 1),
    exchanges: 17_000 * (n + 1),
    failures: 90 * (n + 1),
    findings: 1,
    corpus: 40,
    reached: Math.round(200 * (1 - 1 / (n + 2))),
    seconds: 50 * (n + 1) + (n % 3),
  }));
}

function resync(hostile: string): FuzzResync {
  const rows = ['random bytes', `text${hostile}`].flatMap((kind, k) =>
    [1, 16, 4096].map((length) => ({
      kind,
      length,
      tries: 3,
      frames: 2 + k,
      bytes: 3 * (2 + k),
      leastUs: 200_000,
      worstUs: 204_000 + 150_000 * k,
      never: 0,
      over: k === 1,
    })),
  );
  return {
    type: 'fuzz-resync',
    link: 'main',
    requirement: 'STM-FR-09',
    ask: '01fffe',
    limitUs: 400_000,
    asked: false,
    rows,
  };
}

function end(cases: number, findings: readonly FuzzFinding[], hostile: string): FuzzEnd {
  return {
    type: 'fuzz-end',
    outcome: 'done',
    cases,
    exchanges: 3 * cases,
    findings: Object.fromEntries(findings.map(({ id }) => [id, 40])),
    flakes: 1,
    kinds: { 'any request': [cases - 500, 3], [`checksum wrong${hostile}`]: [500, 40] },
    fields: { CRC: 500 },
    states: { 'before Start': 10, playing: cases },
    triggers: { Start: 10, 'wrong CRC': 500 },
    responses: { Start: 10, [`text${hostile}`]: 2 },
    reached: { 'before Start | Start | Start': 10, [`playing | wrong CRC | text${hostile}`]: 2 },
    wireShare: 81.2,
  };
}

export function sampleCampaign({
  hostile = '',
  cases = 20_000,
  findings: count = 3,
}: SampleCampaign = {}): JournalEvent[] {
  const findings = Array.from({ length: count }, (_, n) => finding(n, hostile));
  return [
    {
      type: 'fuzz',
      version: '0.1.0',
      suite: 'stm',
      seed: 7,
      board: {
        name: `bench${hostile}`,
        kind: 'stm',
        virtual: false,
        defects: [],
        links: [{ name: 'main', url: `serial:/dev/ttyUSB0${hostile}` }],
      },
      parameters: { idleGapMs: 50 },
      seconds: 600,
      generators: [
        { name: 'any request', group: 'valid' },
        { name: 'long noise', group: 'noise' },
      ],
      fields: ['CRC', 'count'],
      states: STATES,
      triggers: INPUTS,
      responses: RESPONSES,
      command: `wirejig fuzz stm --link /dev/ttyUSB0 --time 10m --seed 7`,
      startedAt: '2026-01-01T00:00:00.000Z',
      platform: 'linux x64',
    },
    ...findings,
    ...progress(cases),
    resync(hostile),
    end(cases, findings, hostile),
  ];
}
