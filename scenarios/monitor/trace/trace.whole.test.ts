import { STM_BOARD } from '../../../protocols/stm/testing/parts';
import { micros } from '../../../protocols/time';
import { BOARD_KINDS } from '../../testing/loaded-protocols';
import type { TraceEvent } from './trace-monitor';
import {
  clausesWith,
  failedClauses,
  judgeTrace,
  recordTrace,
  shiftEvent,
  traceMonitor,
} from '../testing/trace-rig';

const STM = traceMonitor('stm');

/** The trace without its first events, as a tap that starts late records it. Its times begin at zero. */
function from(events: readonly TraceEvent[], first: number): TraceEvent[] {
  const rest = events.slice(first);
  const [earliest = 0] = rest.flatMap((one) => (one.kind === 'chunk' ? [one.chunk.notBefore] : []));
  return rest.map((one) => shiftEvent(one, 0 - earliest));
}

const judged = (events: Iterable<TraceEvent>, fresh = true, exact = true) =>
  judgeTrace(STM, events, { fresh, exact });

test('a sound board has no finding, and every clause is judged', async () => {
  const events = await recordTrace(STM_BOARD, { sampled: true });
  const { end } = judged(events);
  expect(clausesWith(end, 'pass')).toHaveLength(STM.requirements.length);
  // A trace that starts late and has inexact times shows less, but no false finding.
  const { end: late } = judged(from(events, 1001), false, false);
  expect(clausesWith(late, 'fail')).toEqual([]);
  expect(clausesWith(late, 'error')).toEqual([]);
});

test('what had waited in the port when a run opened it has no known time: it is not judged', () => {
  const times = { notBefore: micros(0), notAfter: micros(219_094), lastNotBefore: micros(0) };
  const chunk = { direction: 'rx', bytes: Uint8Array.of(0xee, 0x03, 0xed), ...times } as const;
  const events: TraceEvent[] = [{ kind: 'chunk', link: 'main', omittedBytes: 0, chunk }];
  const failed = (exact: boolean) => failedClauses(judged(events, true, exact).end);
  expect([failed(true).length, failed(false)]).toEqual([1, []]);
});

test('what was tried again counts only as it was judged at last', () => {
  const start = Uint8Array.of(0x01, 0xff, 0xfe);
  const exchange = (at: number, span: number): readonly TraceEvent[] =>
    (['tx', 'rx'] as const).map((direction) => {
      const notBefore = micros(direction === 'tx' ? at : at + 1000);
      const notAfter = micros(notBefore + (direction === 'tx' ? 300 : span));
      const chunk = { direction, bytes: start, notBefore, notAfter, lastNotBefore: notBefore };
      return { kind: 'chunk', link: 'main', omittedBytes: 0, chunk };
    });
  const verdict = (events: readonly TraceEvent[]) =>
    judged(events, true, false).end.verdicts['STM-TM-01']?.verdict;
  const [unclear, clear] = [exchange(1e6, 2e6), exchange(5e6, 900)];
  expect(verdict([...unclear, ...clear])).toBe('inconclusive');
  const tried: TraceEvent = { kind: 'tried', at: micros(0.9e6) };
  const retry: TraceEvent = { kind: 'retry', at: micros(4.9e6), detail: 'in the last 4000000 us' };
  expect(verdict([tried, ...unclear, retry, ...clear])).toBe('pass');
});

test('what the run could not decide for a stall stays open', () => {
  const start = Uint8Array.of(0x01, 0xff, 0xfe);
  const events = (['tx', 'rx'] as const).map((direction, at): TraceEvent => {
    const times = {
      notBefore: micros(at * 1000),
      notAfter: micros(at * 1000),
      lastNotBefore: micros(at * 1000),
    };
    return { kind: 'chunk', link: 'main', omittedBytes: 0, chunk: { direction, bytes: start, ...times } };
  });
  const verdictWith = (detail: string) =>
    judged([...events, { kind: 'doubt', at: micros(9000), detail }]).end.verdicts['STM-TM-01']?.verdict;
  expect(['STM-TM-01 late', 'STM-TM late', ''].map(verdictWith)).toEqual(['inconclusive', 'pass', 'pass']);
});

test('a late answer decides nothing where the program of the board waited for a processor so long', () => {
  const start = Uint8Array.of(0x01, 0xff, 0xfe);
  const exchange = (at: number): readonly TraceEvent[] =>
    (['tx', 'rx'] as const).map((direction) => {
      const end = micros(direction === 'tx' ? at : at + 130e3);
      const times = { notBefore: micros(end - 300), notAfter: end, lastNotBefore: end };
      return { kind: 'chunk', link: 'main', omittedBytes: 0, chunk: { direction, bytes: start, ...times } };
    });
  const verdict = (span: number) => {
    const events = [1e6, 2e6, 3e6, 4e6].flatMap((at): readonly TraceEvent[] => [
      { kind: 'waited', at: micros(at - 1e5), until: micros(at + 2e5), span: micros(span) },
      ...exchange(at),
    ]);
    return judged(events, true, false).end.verdicts['STM-TM-01']?.verdict;
  };
  expect([verdict(20_000), verdict(40_000)]).toEqual(['fail', 'inconclusive']);
});

/** Clauses that a sound board keeps in a trace, and a few of the defects that show in a trace: the tests of one
 * verdict go through all. */
const OTHERS: readonly {
  readonly kind: string;
  readonly only: readonly string[];
  readonly kept: readonly string[];
  readonly caught: Readonly<Record<string, string>>;
}[] = [
  {
    kind: 'durak',
    only: ['DRK-LK-05', 'DRK-DL-01', 'DRK-PL-10'],
    kept: ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-05', 'DRK-HS-04', 'DRK-DL-01', 'DRK-PL-10'],
    caught: {
      'deal-fixed': 'DRK-DL-02',
      'hello-wait-fixed': 'DRK-HS-02',
      'early-deck-settles': 'DRK-HS-07',
    },
  },
  {
    kind: 'set',
    only: ['SET-CD-02', 'SET-SO-02'],
    kept: ['SET-FR-01', 'SET-CD-01', 'SET-CD-02', 'SET-SO-01', 'SET-SO-02', 'SET-RS-01'],
    caught: {
      'reset-keeps-table': 'SET-RS-01',
      'first-card-told-twice': 'SET-CD-01',
    },
  },
  {
    kind: 'ttt',
    only: ['TTT-20', 'TTT-21'],
    kept: ['TTT-01', 'TTT-20', 'TTT-21'],
    caught: { 'moves-in-binary': 'TTT-01', 'full-stays-open': 'TTT-05', 'shutdown-unsaid': 'TTT-40' },
  },
  {
    kind: 'ttt-serial',
    only: ['TTT-20', 'TTT-21'],
    kept: ['TTT-01', 'TTT-20', 'TTT-21'],
    caught: { 'noise-stops': 'TTT-41' },
  },
  {
    kind: 'ttt-udp',
    only: ['TTT-20', 'TTT-21'],
    kept: ['TTT-01', 'TTT-20', 'TTT-21'],
    caught: {
      'shutdown-unsaid': 'TTT-40',
      'join-behind-refusal-unanswered': 'TTT-20',
    },
  },
  {
    kind: 'chinese-ten',
    only: ['chinese-ten/games-of-2'],
    kept: ['CT-DL-01', 'CT-DL-02', 'CT-PL-01', 'CT-PL-02', 'CT-PL-03', 'CT-UI-01'],
    caught: { 'three-lie-open': 'CT-DL-01' },
  },
  {
    kind: 'gm67',
    only: ['GM-CM-04', 'GM-FR-02', 'GM-FR-04', 'GM-DT-04'],
    kept: ['GM-FR-01', 'GM-FR-02', 'GM-CM-01', 'GM-CM-04', 'GM-CM-05', 'GM-DT-03', 'GM-DT-04', 'GM-TM-01'],
    caught: {
      'retry-late': 'GM-DT-04',
      'raw-upper-case': 'GM-DT-01',
    },
  },
];

test.each(OTHERS)(
  '$kind: a sound board has no finding, a defect shows',
  async ({ kind: name, only, kept, caught }) => {
    const kind = BOARD_KINDS.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`no board ${name}`);
    const judging = traceMonitor(kind.suite);
    const events = await recordTrace(kind, { only, sampled: true });
    const { end } = judgeTrace(judging, events);
    expect([clausesWith(end, 'fail'), clausesWith(end, 'error')]).toEqual([[], []]);
    // An analyser on one line records bytes, but no resets and no connections.
    const bytes = events.filter((one) => one.kind === 'chunk' && (one.link === 'a' || name !== kind.suite));
    const told = { fresh: false, recordsResets: false, binding: undefined };
    expect(clausesWith(judgeTrace(judging, bytes, told).end, 'fail')).toEqual([]);
    expect(clausesWith(end, 'pass')).toEqual(expect.arrayContaining(kept));
    for (const [defect, clause] of Object.entries(caught)) {
      const found = judgeTrace(
        judging,
        await recordTrace(kind, {
          board: `${name}+${defect}`,
          only: only[0]?.includes('/') === true ? only : [clause],
          sampled: true,
        }),
      );
      expect([defect, found.end.verdicts[clause]?.verdict]).toEqual([defect, 'fail']);
    }
  },
);

test('in a trace, the published durak sketch breaks the clauses that its page names, and no others', async () => {
  const kind = BOARD_KINDS.find(({ name }) => name === 'durak-published');
  if (kind === undefined) throw new Error('no board durak-published');
  const only = ['DRK-LK-09', 'DRK-LK-10', 'durak/lines'];
  const found = judgeTrace(traceMonitor('durak'), await recordTrace(kind, { only }));
  expect(failedClauses(found.end)).toEqual(
    'DRK-LK-04 DRK-LK-06 DRK-LK-09 DRK-LK-10 DRK-LK-12 DRK-HS-03 DRK-PL-07'.split(' '),
  );
});

test('in a trace, the published set firmware breaks the end of frames, and no clause is blamed for the consequences', async () => {
  const kind = BOARD_KINDS.find(({ name }) => name === 'set-published');
  if (kind === undefined) throw new Error('no board set-published');
  const found = judgeTrace(
    traceMonitor('set'),
    await recordTrace(kind, { only: ['SET-FR-07'], sampled: true }),
  );
  expect(failedClauses(found.end)).toEqual(['SET-FR-07']);
});
