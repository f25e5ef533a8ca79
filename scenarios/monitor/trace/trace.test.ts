import type { BoardKind } from '../../../devices/virtual/engine/board';
import { BOARD_KINDS } from '../../../devices/virtual/kinds';
import { STM_BOARD } from '../../../devices/virtual/stm/board';
import { micros } from '../../../protocols/time';
import type { RunEnd } from '../../record';
import type { TraceEvent } from './trace-monitor';
import { judgeTrace, traceMonitor, recordTrace } from '../testing/trace-rig';

const STM = traceMonitor('stm');

/** The trace of somebody who came late: times are from then on. */
function from(events: readonly TraceEvent[], first: number): TraceEvent[] {
  const rest = events.slice(first);
  const [earliest = 0] = rest.flatMap((one) => (one.kind === 'chunk' ? [one.chunk.notBefore] : []));
  const less = (at: number) => micros(at - earliest);
  return rest.map((one): TraceEvent => {
    if (one.kind !== 'chunk') return { ...one, at: less(one.at) };
    const { notBefore, notAfter, lastNotBefore } = one.chunk;
    const times = {
      notBefore: less(notBefore),
      notAfter: less(notAfter),
      lastNotBefore: less(lastNotBefore),
    };
    return { ...one, chunk: { ...one.chunk, ...times } };
  });
}

const judged = (events: Iterable<TraceEvent>, fresh = true, exact = true) =>
  judgeTrace(STM, events, { fresh, exact });

function having(end: RunEnd, verdict: string): string[] {
  return Object.entries(end.verdicts)
    .filter(([, one]) => one.verdict === verdict)
    .map(([id, { reason }]) => (reason === undefined ? id : `${id}: ${reason}`));
}

test('a sound board is blamed for nothing, and every clause is seen', async () => {
  const events = await recordTrace(STM_BOARD, { sampled: true });
  const { end } = judged(events);
  expect(having(end, 'pass')).toHaveLength(STM.requirements.length);
  // Where nobody knows what was before, and times are a host's, less can be told, and nothing else.
  const { end: late } = judged(from(events, 1001), false, false);
  expect(having(late, 'fail')).toEqual([]);
  expect(having(late, 'error')).toEqual([]);
});

const broken = (end: RunEnd): string[] => having(end, 'fail').map((one) => one.split(':')[0] ?? '');

/** Clauses whose scenarios are long: the sweep of all defects is for a person's own time. */
const LONG = ['STM-GM-10', 'STM-GM-08', 'STM-FR-07', 'STM-FR-06'];

test('most defects (of a tenth of them) show in the trace of the scenarios that are about them, most by the clause they break', async () => {
  const short = STM_BOARD.defects
    .filter(({ breaks }) => !LONG.includes(breaks))
    .filter((_, i) => i % 10 === 0);
  let caught = 0;
  let named = 0;
  for (const { name, breaks } of short) {
    const { end } = judged(await recordTrace(STM_BOARD, { board: `stm+${name}`, only: [breaks] }));
    const failed = broken(end);
    if (failed.length > 0) caught++;
    if (failed.includes(breaks)) named++;
  }
  expect(short.length).toBeGreaterThan(5);
  expect(caught / short.length).toBeGreaterThan(0.8);
  expect(named / short.length).toBeGreaterThan(0.7);
});

/** What a sound board is seen to keep, and defects whose traces show them: a sample, the sweeps are a person's own. */
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
      'garbage-odd': 'DRK-LK-05',
      'deal-seven': 'DRK-DL-01',
      'refusal-unanswered': 'DRK-PL-10',
      'deal-fixed': 'DRK-DL-02',
      'hello-wait-fixed': 'DRK-HS-02',
      'early-deck-settles': 'DRK-HS-07',
      'overlong-acked': 'DRK-LK-12',
      'accepts-any-bito': 'DRK-PL-10',
    },
  },
  {
    kind: 'set',
    only: ['SET-CD-02', 'SET-SO-02'],
    kept: ['SET-FR-01', 'SET-CD-01', 'SET-CD-02', 'SET-SO-01', 'SET-SO-02', 'SET-RS-01'],
    caught: {
      'duplicate-silent': 'SET-CD-02',
      'reset-keeps-table': 'SET-RS-01',
      'no-sets-silent': 'SET-SO-02',
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
    caught: { 'shutdown-unsaid': 'TTT-40', 'noise-stops': 'TTT-41' },
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
      'revision-len': 'GM-FR-01',
      'len-trusted': 'GM-FR-04',
      'host-ack-acknowledged': 'GM-CM-04',
      'retry-late': 'GM-DT-04',
      'write-lost': 'GM-CM-05',
      'raw-upper-case': 'GM-DT-01',
      'same-code-twice': 'GM-DT-06',
    },
  },
];

test.each(OTHERS)(
  '$kind: a sound board is blamed for nothing, a defect shows',
  async ({ kind: name, only, kept, caught }) => {
    const kind = BOARD_KINDS.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`no board ${name}`);
    const judging = traceMonitor(kind.suite);
    const events = await recordTrace(kind, { only, sampled: true });
    const { end } = judgeTrace(judging, events);
    expect([having(end, 'fail'), having(end, 'error')]).toEqual([[], []]);
    // An analyser on one line sees bytes, and neither resets nor who connects.
    const bytes = events.filter((one) => one.kind === 'chunk' && (one.link === 'a' || name !== kind.suite));
    const told = { fresh: false, recordsResets: false, binding: undefined };
    expect(having(judgeTrace(judging, bytes, told).end, 'fail')).toEqual([]);
    expect(having(end, 'pass')).toEqual(expect.arrayContaining(kept));
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

test('the published durak sketch breaks in a trace what its page says, and nothing else', async () => {
  const kind = BOARD_KINDS.find(({ name }) => name === 'durak-published');
  if (kind === undefined) throw new Error('no board durak-published');
  const only = ['DRK-LK-09', 'DRK-LK-10', 'durak/lines'];
  const found = judgeTrace(traceMonitor('durak'), await recordTrace(kind, { only }));
  expect(broken(found.end)).toEqual([
    'DRK-LK-04',
    'DRK-LK-06',
    'DRK-LK-09',
    'DRK-LK-10',
    'DRK-LK-12',
    'DRK-HS-03',
    'DRK-PL-07',
  ]);
});

test('the published set firmware breaks in a trace how a frame may end, and nothing that only comes of it', async () => {
  const kind = BOARD_KINDS.find(({ name }) => name === 'set-published');
  if (kind === undefined) throw new Error('no board set-published');
  const found = judgeTrace(
    traceMonitor('set'),
    await recordTrace(kind, { only: ['SET-FR-07'], sampled: true }),
  );
  expect(broken(found.end)).toEqual(['SET-FR-07', 'SET-CD-04']);
});

test('content that is judged before the CRC breaks the order, not the CRC', async () => {
  const events = await recordTrace(STM_BOARD, { board: 'stm+content-before-crc', only: ['stm/order'] });
  // As behind what a journal leaves out: nothing is judged before it is clear what stands on the line.
  expect(broken(judged(events, false).end)).toEqual(['STM-FR-07']);
});

test('of a line of a TTT server it must be known what carries it: only serial ones are judged by J and Q', async () => {
  const [tcp, serial] = ['ttt', 'ttt-serial'].map((name) => BOARD_KINDS.find((kind) => kind.name === name));
  if (tcp === undefined || serial === undefined) throw new Error('two boards');
  const line = async (kind: BoardKind) =>
    (await recordTrace(kind, { only: ['TTT-20', 'TTT-40'] })).filter(
      (one) => one.kind === 'chunk' && one.link === 'a',
    );
  const unseen = { fresh: false, recordsResets: false };
  const judge = (events: TraceEvent[], binding: 'serial' | undefined) =>
    judgeTrace(traceMonitor('ttt'), events, { ...unseen, binding }).end;
  const connections = await line(tcp);
  expect(having(judge(connections, 'serial'), 'fail')).not.toEqual([]);
  expect(having(judge(connections, undefined), 'pass')).toEqual(['TTT-01']);
  expect(judge(connections, undefined).verdicts['TTT-20']?.reason).toMatch(/--binding serial/);
  expect(having(judge(await line(serial), 'serial'), 'pass')).toEqual(
    expect.arrayContaining(['TTT-20', 'TTT-21', 'TTT-22']),
  );
});

test('an empty trace judges nothing: every clause is skipped, with the reason', () => {
  const { end } = judged([]);
  expect(having(end, 'skip')).toHaveLength(STM.requirements.length);
  expect(end.verdicts['STM-FR-01']?.reason).toBe('nothing was sent to the board');
});

describe('by hand', () => {
  const at = (
    ms: number,
    direction: 'tx' | 'rx',
    hex: string,
    omittedBytes = 0,
    link = 'main',
  ): TraceEvent => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const from = (1000 + ms) * 1000;
    const [notBefore, notAfter] = [micros(from), micros(from + bytes.length * 87)];
    const lastNotBefore = micros(notAfter - 87);
    return {
      kind: 'chunk',
      link,
      chunk: { direction, bytes, notBefore, notAfter, lastNotBefore },
      omittedBytes,
    };
  };
  const failed = (events: readonly TraceEvent[], fresh = false, judging = STM): string[] =>
    broken(judgeTrace(judging, events, { fresh }).end);
  const STARTED = [at(0, 'tx', '01fffe'), at(2, 'rx', '01fffe')];

  test('a wrong answer is charged to its clause; without a Start nothing is known of the game', () => {
    const won = [at(100, 'tx', '06fff9'), at(102, 'rx', '060a010d')];
    expect(failed([...STARTED, ...won])).toEqual(['STM-GM-10']);
    expect(failed(won)).toEqual([]);
    expect(failed(won, true)).toEqual(['STM-GM-03']);
    expect(having(judged(won, false).end, 'pass')).toEqual([
      'STM-FR-01',
      'STM-FR-11',
      'STM-TM-01',
      'STM-TM-04',
    ]);
  });

  test('what is missing is missing only when the trace goes on for long enough', () => {
    const asked = [...STARTED, at(100, 'tx', '06fff9')];
    expect(failed(asked)).toEqual([]);
    expect(failed([...asked, at(900, 'tx', '06fff9'), at(902, 'rx', '060a000c')])).toEqual(['STM-FR-11']);
  });

  test("bytes that the trace lacks are nobody's fault, until the line was quiet", () => {
    const lacking = [
      at(0, 'tx', '0102', 5),
      at(3, 'rx', 'ee01ef'),
      at(5, 'tx', '01ff00'),
      at(7, 'rx', '01fffe'),
    ];
    expect(failed(lacking)).toEqual([]);
    expect(failed([...lacking, at(500, 'tx', '01ff00'), at(502, 'rx', '01fffe')])).toEqual(['STM-FR-02']);
  });

  test('an answer that was read late stands behind its request all the same', () => {
    const [sent, got] = STARTED;
    if (sent === undefined || got === undefined) throw new Error('two chunks');
    const next = [at(10, 'tx', '06fff9'), got, at(12, 'rx', '060a000c')];
    expect(failed([sent, ...next])).toEqual([]);
    expect(having(judged([sent, ...next], false).end, 'pass')).toContain('STM-GM-10');
  });

  test('a pause between half a gap and a whole one may be read either way', () => {
    const halves = (gap: number, answer: string) => [
      ...STARTED,
      at(100, 'tx', '06'),
      at(100 + gap, 'tx', 'fff9'),
      at(100 + gap + 60, 'rx', answer),
    ];
    expect(failed(halves(20, 'ee04ea'))).toEqual(['STM-FR-04']);
    expect(failed(halves(35, 'ee04ea'))).toEqual([]);
    expect(failed(halves(35, '060a000c'))).toEqual([]);
  });

  describe('a console, of whose keys a trace tells what was typed when', () => {
    const text = (ms: number, direction: 'tx' | 'rx', words: string): TraceEvent =>
      at(ms, direction, Buffer.from(words).toString('hex'));
    const RESET: TraceEvent = { kind: 'reset', at: micros(60_000_000), detail: '' };
    const NAME: TraceEvent = text(0, 'rx', 'PLAYER 1: ');
    const SECOND = '\r\nPLAYER 2: ';
    const typed = (...events: TraceEvent[]) => failed([...events, RESET], true, traceMonitor('chinese-ten'));

    test('a key that brings nothing, ever, has ended the program, unless it may have come too soon', () => {
      expect(typed(NAME, text(500, 'tx', 'Ann\r'))).toEqual(['CT-UI-02']);
      expect(typed(NAME, text(50, 'tx', 'Ann\r'))).toEqual([]);
      expect(typed(NAME, text(500, 'tx', 'Ann\r'), text(510, 'rx', `Ann${SECOND}`))).toEqual([]);
    });

    test('a prompt that goes on by itself took what was typed before it, where that was clearly before', () => {
      const on = [text(3000, 'rx', SECOND), text(3010, 'rx', '\r\nPLAYER 3: ')];
      const refused = [NAME, text(500, 'tx', 'a\r'), text(510, 'rx', 'a\r\n\u001b[1J\u001b[1;1H')];
      expect(typed(...refused, text(1500, 'tx', 'b'), ...on)).toEqual(['CT-UI-04']);
      expect(typed(...refused, text(2950, 'tx', 'b'), ...on)).toEqual([]);
      expect(typed(NAME, text(500, 'tx', '\u0004'), ...on)).toEqual(['CT-UI-02']);
    });

    test('a name with a comma is asked for again, and one that is too long is cut', () => {
      const asked = (name: string, told: string) =>
        typed(NAME, text(500, 'tx', `${name}\r`), text(510, 'rx', told));
      expect(asked('a,b', `a,b${SECOND}`)).toEqual(['CT-UI-03']);
      expect(asked('a,b', 'a,b\r\nPLAYER 1: ')).toEqual([]);
      const ordered = (name: string) =>
        `\r\nThe playing order is:\r\nPlayer 1: ${name}\r\nPress any key to continue...`;
      expect(asked('x'.repeat(34), ordered('x'.repeat(34)))).toEqual(['CT-UI-03']);
      expect(asked('x'.repeat(34), ordered('x'.repeat(33)))).toEqual([]);
    });
  });

  test('a frame of two bytes may be told of behind the one that follows it at once, byte by byte', () => {
    const hexOf = (text: string) => Buffer.from(`1,1,[app.set]${text}\u001b[0m\r\n`).toString('hex');
    const line = (ms: number, text: string) => at(ms, 'rx', hexOf(text), 0, 'console');
    const sent = ['a9', 'a9', '0d', '79', '0d'];
    const bytes = sent.map((hex, i) => at(2000 + i * 1.05, 'tx', hex, 0, 'scanner'));
    const ended = [3, 2, 2].map((n, i) => line(2020 + i, `1,EndOfFrame,Rx:${n} Byte`));
    const told = line(2024, '+1 solid green wave');
    const set = (...lines: TraceEvent[]) =>
      broken(
        judgeTrace(traceMonitor('set'), [...bytes, ...lines, line(9000, 'Cards:1')], {
          fresh: false,
          recordsResets: false,
        }).end,
      );
    expect(set(...ended.slice(0, 2), told)).toEqual([]);
    expect(set(...ended, told)).toEqual(['SET-FR-01']);
  });

  describe('a scanner, of whose codes a trace knows nothing', () => {
    const ENABLED = [at(0, 'tx', '04e90400ff0f'), at(20, 'rx', '04d00000ff2c')];
    const scanner = (...events: TraceEvent[]) => failed([...ENABLED, ...events], true, traceMonitor('gm67'));
    const asked = at(1000, 'tx', '04e90400ff0f');
    const late = at(3000, 'tx', '04e90400ff0f');

    test('a code before, behind or in place of a reply is no fault; a reply that is missing is', () => {
      expect(scanner(asked, at(1010, 'rx', '31320d'), at(1030, 'rx', '04d00000ff2c'), late)).toEqual([]);
      expect(scanner(asked, at(1010, 'rx', '04d00000ff2c31320d'), late)).toEqual([]);
      expect(scanner(asked, at(1010, 'rx', '31320d'), late)).toEqual(['GM-CM-01']);
      expect(scanner(asked)).toEqual([]);
    });

    test('noise draws NAKs at most, and hides no command behind its pause', () => {
      const obeyed = [at(1000, 'tx', '0107c60400008c01fea2'), at(1010, 'rx', '04d00000ff2c')];
      const [noise, next] = [at(1000, 'tx', 'ff'.repeat(40)), at(1300, 'tx', '04e90400ff0f')];
      const refused = at(1050, 'rx', '05d1000002ff28');
      expect(scanner(...obeyed, late)).toEqual(['GM-FR-04']);
      expect(scanner(noise, refused, next, late)).toEqual(['GM-FR-05']);
      expect(scanner(noise, refused, refused, next, at(1320, 'rx', '04d00000ff2c'), late)).toEqual([]);
    });

    test('what is a reply but for its checksum is one, and two are one too many', () => {
      expect(scanner(asked, at(1010, 'rx', '04d00000ff2d'), late)).toEqual(['GM-FR-01']);
      expect(scanner(asked, at(1010, 'rx', '04d00000ff2c04d00000ff2c'), late)).toEqual(['GM-CM-01']);
    });

    test('a value read back is the one written, unless there was a reset', () => {
      const written = [at(1000, 'tx', '07c60400008c02fea1'), at(1020, 'rx', '04d00000ff2c')];
      const read = [at(2000, 'tx', '05c704008cfea4'), at(2020, 'rx', '07c60000ff8c01fda7'), late];
      expect(scanner(...written, ...read)).toEqual(['GM-CM-05']);
      const reset: TraceEvent = { kind: 'reset', at: micros(2_100_000), detail: '' };
      expect(scanner(...written, reset, ...read)).toEqual([]);
    });
  });
});
