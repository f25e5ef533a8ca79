import { SyncSimulation } from '../../../devices/virtual/engine/sync-simulation';
import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import { after, micros, millis } from '../../../protocols/time';
import { rulesBoardKind } from '../../testing/rules-board';
import {
  registerProtocol,
  type RegisterRequest,
} from '../../../protocols/request-response/testing/register-protocol';
import { judgeTrace, shiftEvent } from '../testing/trace-rig';
import type { TraceEvent } from '../trace/trace-monitor';
import { traceMonitorKind } from './trace-monitor-kind';

const PROTOCOL: AnyRequestResponse = registerProtocol();
const KIND = traceMonitorKind(PROTOCOL);

const RESTART: RegisterRequest = { type: 'restart', unit: 1 };
const WRITE: RegisterRequest = { type: 'write', unit: 1, address: 2, value: 700 };
const OTHER_WRITE: RegisterRequest = { type: 'write', unit: 1, address: 3, value: 5 };
const READ: RegisterRequest = { type: 'read', unit: 1, address: 0, count: 8 };
const REQUESTS: readonly RegisterRequest[] = [
  RESTART,
  WRITE,
  READ,
  { type: 'write', unit: 0, address: 3, value: 5 },
  { type: 'read', unit: 7, address: 0, count: 1 },
  { type: 'either', unit: 1, value: 9 },
  { type: 'read', unit: 1, address: 0, count: 8 },
  { type: 'twice', unit: 1 },
  { type: 'near', unit: 1 },
  { type: 'read', unit: 1, address: 7, count: 2 },
];

/** What passes when a sound board gets the requests, a quarter of a second apart. */
function converse(requests: readonly Message[], seed = 1): TraceEvent[] {
  const board = rulesBoardKind(PROTOCOL).create({
    seed,
    defects: new Set(),
    parameters: { responseMs: 100 },
  });
  const line = new SyncSimulation([PROTOCOL.link], board);
  const { codec } = PROTOCOL.at({}).requests;
  const events: TraceEvent[] = [];
  for (const request of requests) {
    const sent = line.send('main', codec.encode(request));
    events.push({ kind: 'chunk', link: 'main', chunk: sent, omittedBytes: 0 });
    const until = after(line.now, millis(250));
    for (let chunk = line.receive('main', until); chunk !== undefined; chunk = line.receive('main', until))
      events.push({ kind: 'chunk', link: 'main', chunk, omittedBytes: 0 });
  }
  return events;
}

function verdicts(events: readonly TraceEvent[], asked: Parameters<typeof judgeTrace>[2] = {}) {
  const { end } = judgeTrace(KIND, events, asked);
  const having = (verdict: string): readonly string[] =>
    Object.entries(end.verdicts).flatMap(([id, one]) => (one.verdict === verdict ? [id] : []));
  return { failed: having('fail'), passed: having('pass') };
}

/** The last answer with one bit of its values flipped, and its checksum made right. */
function withWrongAnswer(events: readonly TraceEvent[]): TraceEvent[] {
  const { wire } = PROTOCOL.at({}).answers;
  return events.map((event, i) => {
    if (event.kind !== 'chunk' || i < events.length - 1) return event;
    const bytes = wire.seal(event.chunk.bytes.with(3, (event.chunk.bytes[3] ?? 0) ^ 1));
    return { ...event, chunk: { ...event.chunk, bytes } };
  });
}

test.each([1, 2, 3, 4, 5])('a sound board, seed %i, is blamed for nothing', (seed) => {
  const { failed, passed } = verdicts(converse(REQUESTS, seed));
  expect(failed).toEqual([]);
  expect(passed).toEqual(
    expect.arrayContaining(
      'REG-01 REG-02 REG-03 REG-09 REG-10 REG-11 REG-12 REG-13 REG-17 REG-18'.split(' '),
    ),
  );
});

test('a wrong answer is found, with the bytes before it', () => {
  const events = withWrongAnswer(converse(REQUESTS.slice(0, 3)));
  expect(verdicts(events).failed).toEqual(['REG-10']);
  const checks = judgeTrace(KIND, events).events.filter((event) => event.type === 'check');
  expect(checks.map(({ requirement, evidence = [] }) => [requirement, evidence.length])).toEqual([
    ['REG-10', 6],
  ]);
});

test('a trace that begins anywhere blames no content before the baseline', () => {
  const middle = withWrongAnswer(converse(REQUESTS.slice(0, 3))).slice(2);
  expect(verdicts(middle, { fresh: false }).failed).toEqual([]);
  // A host that waits for each answer had no other request under way when it sent the baseline.
  const whole = withWrongAnswer(converse(REQUESTS.slice(0, 3)));
  expect(verdicts(whole, { fresh: false }).failed).toEqual(['REG-10']);
});

/** A board that was reset, which nobody tells, between what it is asked first and what then. */
function converseOverReset(first: readonly Message[], then: readonly Message[]): TraceEvent[] {
  const later = converse([RESTART, ...then]).slice(2);
  const moved = later.map((event) => shiftEvent(event, 1e6));
  return [...converse([RESTART, ...first]), ...moved];
}

test.each<[string, Message[], Message[]]>([
  ['what was written', [WRITE], [READ]],
  ['a part of what was written', [WRITE], [OTHER_WRITE, READ]],
  ['what was written, twice asked', [WRITE], [READ, READ]],
])('a board that may be reset at any time may have forgotten %s', (_, first, then) => {
  const forgotten = converseOverReset(first, then);
  expect(verdicts(forgotten).failed).toEqual(['REG-10']);
  const { events, end: result } = judgeTrace(KIND, forgotten, { recordsResets: false });
  expect(result.verdicts['REG-10']?.verdict).toBe('inconclusive');
  const titles = events.flatMap((event) => (event.type === 'check' ? [event.title] : []));
  expect(new Set(titles)).toEqual(
    new Set([expect.stringContaining('a reset that was not recorded may be the cause')]),
  );
});

test('what no reset explains, is a failure', () => {
  const wrong = withWrongAnswer(converseOverReset([WRITE], [OTHER_WRITE, READ]));
  expect(verdicts(wrong, { recordsResets: false }).failed).toEqual(['REG-10']);
});

test("what the trace lacks is nobody's fault", () => {
  const events = converse(REQUESTS);
  for (let i = 0; i < events.length; i++) {
    expect(
      verdicts(events.toSpliced(i, 1, { kind: 'lost', at: micros(atOf(events[i])), detail: '' })).failed,
    ).toEqual([]);
    const cut = events.map((event, n) =>
      n === i && event.kind === 'chunk' ? { ...event, omittedBytes: 3 } : event,
    );
    expect(verdicts(cut).failed).toEqual([]);
  }
});

function atOf(event: TraceEvent | undefined): number {
  if (event === undefined) return 0;
  return event.kind === 'chunk' ? event.chunk.notAfter : event.at;
}

describe('a selection', () => {
  const events = withWrongAnswer(converse(REQUESTS.slice(0, 3)));
  const verdictOf = (id: string, asked: Parameters<typeof judgeTrace>[2]) =>
    judgeTrace(KIND, events, asked).end.verdicts[id]?.verdict;

  test('a clause that nothing shows is skipped, but left open where it was asked for', () => {
    expect(verdictOf('REG-12', {})).toBe('skip');
    expect(verdictOf('REG-12', { only: ['REG-12'] })).toBe('inconclusive');
    expect(verdictOf('REG-12', { only: ['REG-11'] })).toBe('skip');
    expect(verdictOf('REG-11', { only: ['REG-11'] })).toBe('pass');
  });

  test('a failure that was seen counts, but of what --skip names', () => {
    expect(verdictOf('REG-10', { only: ['REG-11'] })).toBe('fail');
    const left = judgeTrace(KIND, events, { skip: ['REG-10'] });
    expect(left.end.verdicts['REG-10']).toEqual({
      verdict: 'skip',
      checks: 0,
      reason: 'left out by --skip',
      selected: false,
    });
    expect(left.events.filter(({ type }) => type === 'check')).toEqual([]);
  });
});

test('each request of a trace is judged, or counted with a reason', () => {
  const ofEnd = (told: ReturnType<typeof judgeTrace>) =>
    told.events.flatMap((event) => (event.type === 'scenario-end' ? (event.accounting ?? []) : []));
  const events = converse(REQUESTS);
  expect(ofEnd(judgeTrace(KIND, events))).toEqual([{ judged: REQUESTS.length, unjudged: {} }]);
  const gone = events.toSpliced(2, 1, { kind: 'lost', at: micros(atOf(events[2])), detail: '' });
  const [lost] = ofEnd(judgeTrace(KIND, gone));
  const left = Object.values(lost?.unjudged ?? {}).reduce((sum, count) => sum + count, 0);
  expect([left > 0, left + (lost?.judged ?? 0)]).toEqual([true, REQUESTS.length - 1]);
});
