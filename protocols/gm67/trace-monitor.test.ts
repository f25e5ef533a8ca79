import { micros } from '../time';
import type { TraceEvent } from '../../scenarios/monitor/trace/trace-monitor';
import {
  chunkAt as at,
  failedClauses,
  judgeTrace,
  traceMonitor,
} from '../../scenarios/monitor/testing/trace-rig';

const GM67 = traceMonitor('gm67');

const ENABLED = [at(0, 'tx', '04e90400ff0f'), at(20, 'rx', '04d00000ff2c')];
const scanner = (...events: TraceEvent[]) => failedClauses(judgeTrace(GM67, [...ENABLED, ...events]).end);
const scannerVerdicts = (...events: TraceEvent[]) => judgeTrace(GM67, [...ENABLED, ...events]).end.verdicts;
const asked = at(1000, 'tx', '04e90400ff0f');
const late = at(3000, 'tx', '04e90400ff0f');

test('a code before or after a reply is no fault; a missing reply is one, even if a code comes instead', () => {
  expect(scanner(asked, at(1010, 'rx', '31320d'), at(1030, 'rx', '04d00000ff2c'), late)).toEqual([]);
  expect(scanner(asked, at(1010, 'rx', '04d00000ff2c31320d'), late)).toEqual([]);
  expect(scanner(asked, at(1010, 'rx', '31320d'), late)).toEqual(['GM-CM-01']);
  expect(scanner(asked)).toEqual([]);
});

test('noise is answered with NAKs at most, and the command after its pause is answered', () => {
  const obeyed = [at(1000, 'tx', '0107c60400008c01fea2'), at(1010, 'rx', '04d00000ff2c')];
  const [noise, next] = [at(1000, 'tx', 'ff'.repeat(40)), at(1300, 'tx', '04e90400ff0f')];
  const refused = at(1050, 'rx', '05d1000002ff28');
  expect(scanner(...obeyed, late)).toEqual(['GM-FR-04']);
  expect(scanner(noise, refused, next, late)).toEqual(['GM-FR-05']);
  expect(scanner(noise, refused, refused, next, at(1320, 'rx', '04d00000ff2c'), late)).toEqual([]);
});

test('a reply with a wrong checksum breaks GM-FR-01, and a second reply GM-CM-01', () => {
  expect(scanner(asked, at(1010, 'rx', '04d00000ff2d'), late)).toEqual(['GM-FR-01']);
  expect(scanner(asked, at(1010, 'rx', '04d00000ff2c04d00000ff2c'), late)).toEqual(['GM-CM-01']);
});

test('the value that is read is the one that was written, unless there was a reset', () => {
  const written = [at(1000, 'tx', '07c60400008c02fea1'), at(1020, 'rx', '04d00000ff2c')];
  const read = [at(2000, 'tx', '05c704008cfea4'), at(2020, 'rx', '07c60000ff8c01fda7'), late];
  expect(scanner(...written, ...read)).toEqual(['GM-CM-05']);
  const reset: TraceEvent = { kind: 'reset', at: micros(2_100_000), detail: '' };
  expect(scanner(...written, reset, ...read)).toEqual([]);
});

test.each([
  [{ fresh: false }, ['GM-CM-05']],
  [{ fresh: false, exact: false }, ['GM-CM-05']],
  // A reset that nobody saw may explain it.
  [{ fresh: false, recordsResets: false }, []],
])('a line that is never quiet is judged once exchanges in turn go together: %p', (options, blamed) => {
  const answers = ['07c60000ff8c00fda8', '07c60000ff8c01fda7'];
  const polled = (values: readonly number[]) => {
    const events = values.flatMap((value, n) => [
      at(150 * n, 'tx', '05c704008cfea4'),
      at(150 * n + 20, 'rx', answers[value] ?? ''),
    ]);
    return judgeTrace(GM67, events, options).end;
  };
  const same = Array<number>(60).fill(0);
  expect(polled(same).verdicts).toMatchObject({ 'GM-CM-05': { verdict: 'pass' } });
  expect(failedClauses(polled(same))).toEqual([]);
  expect(failedClauses(polled(same.with(50, 1)))).toEqual(blamed);
});

/** Commands, each answered after a stray byte. */
const strayed = (byte: string, ...before: TraceEvent[]) =>
  scannerVerdicts(
    ...before,
    ...[0, 1, 2, 3, 4, 5].flatMap((n) => [
      at(8000 + 2000 * n, 'tx', '04e90400ff0f'),
      at(8020 + 2000 * n, 'rx', `${byte}04d00000ff2c`),
    ]),
  );
const KNOWN_CR = [at(500, 'tx', '06c70400f205fe38'), at(520, 'rx', '08c60000fff20502fd3a')];
const KNOWN_NONE = [at(500, 'tx', '06c70400f205fe38'), at(520, 'rx', '08c60000fff20500fd3c')];

test.each(['00', 'ff', '41', '0d'])('a stray byte %s before each answer is no code', (byte) => {
  expect(strayed(byte, ...KNOWN_CR)['GM-FR-01']).toMatchObject({ verdict: 'fail' });
  // Where the terminator may be none, any byte may be a code.
  expect(strayed(byte)['GM-DT-01']).toMatchObject({ verdict: 'inconclusive' });
  expect(strayed(byte, ...KNOWN_NONE)['GM-DT-01']).toMatchObject({ verdict: 'inconclusive' });
});

test('a code before each answer is no fault, unless none can be sent', () => {
  expect(strayed('31320d', ...KNOWN_CR)['GM-FR-01']).toMatchObject({ verdict: 'pass' });
  expect(Object.values(strayed('31320d')).map(({ verdict }) => verdict)).not.toContain('inconclusive');
  const disabled = [at(700, 'tx', '04ea0400ff0e'), at(720, 'rx', '04d00000ff2c'), at(2500, 'rx', '31320d')];
  expect(scannerVerdicts(...disabled, late)['GM-FR-01']).toMatchObject({ verdict: 'fail' });
  const packets = [
    at(700, 'tx', '07c6040000ee01fe40'),
    at(720, 'rx', '04d00000ff2c'),
    at(2500, 'rx', '31320d'),
  ];
  expect(scannerVerdicts(...packets, late)['GM-DT-01']).toMatchObject({ verdict: 'inconclusive' });
  const isHost = [
    at(700, 'tx', '07c60400008a08fe9d'),
    at(720, 'rx', '04d00000ff2c'),
    at(2500, 'rx', '31320d'),
  ];
  expect(scannerVerdicts(...isHost, late)['GM-DT-01']).toMatchObject({ verdict: 'inconclusive' });
});

test('the record of a run on a real board tells of each code: another one is a fault, and vague times leave nothing open', () => {
  const own = { exact: false };
  expect(failedClauses(judgeTrace(GM67, [...ENABLED, at(5000, 'rx', '31320d'), late], own).end)).not.toEqual(
    [],
  );
  const vague = [...Array(8).keys()].flatMap((n) => {
    const [request, answer] = [
      at(1000 + 500 * n, 'tx', '04e90400ff0f'),
      at(1080 + 500 * n, 'rx', '04d00000ff2c'),
    ];
    if (answer.kind !== 'chunk') return [];
    const begin = micros(answer.chunk.notAfter - 115_000);
    return [request, { ...answer, chunk: { ...answer.chunk, notBefore: begin, lastNotBefore: begin } }];
  });
  const { verdicts } = judgeTrace(GM67, [...ENABLED, ...vague], own).end;
  // Two of each exchange.
  expect(verdicts['GM-CM-01']).toMatchObject({ verdict: 'pass', checks: 18 });
});

test('a code that was read before the terminator was written is no fault', () => {
  const written = [at(8000, 'tx', '08c6040000f20503fe34'), at(8010, 'rx', '04d00000ff2c')];
  const after = (ms: number) =>
    scannerVerdicts(...KNOWN_CR, ...written, at(8010 + ms, 'rx', '3132'), at(20_000, 'tx', '04e90400ff0f'));
  expect(after(50)['GM-DT-01']).toMatchObject({ verdict: 'inconclusive' });
  expect(after(5000)['GM-FR-01']).toMatchObject({ verdict: 'fail' });
});

test('a pause inside a code breaks GM-DT-01, unless it may be between two codes', () => {
  const paused = (first: string, ...before: TraceEvent[]) =>
    scannerVerdicts(
      ...before,
      at(6000, 'rx', first),
      at(6040, 'rx', '33340d'),
      at(9000, 'tx', '04e90400ff0f'),
    );
  expect(paused('3132', ...KNOWN_CR)['GM-DT-01']).toMatchObject({ verdict: 'fail' });
  expect(paused('3132')['GM-DT-01']).toMatchObject({ verdict: 'inconclusive' });
  expect(paused('31320d', ...KNOWN_CR)['GM-DT-01']).toMatchObject({ verdict: 'skip' });
});

describe('a scanner alone', () => {
  /** A byte each millisecond; `|`: a pause of 60 ms; ` `: one of a second. */
  const alone = (text: string, own = {}) => {
    let ms = 0;
    const events = [...text].flatMap((char): TraceEvent[] => {
      ms += char === '|' ? 60 : char === ' ' ? 1000 : 1.05;
      return '| '.includes(char) ? [] : [at(ms, 'rx', Buffer.from(char, 'latin1').toString('hex'))];
    });
    const wires = { recorded: 'rx', hasTimes: true } as const;
    const { end } = judgeTrace(GM67, events, { fresh: false, recordsResets: false, wires, own });
    return end.verdicts['GM-DT-01'];
  };
  const WITH_END = { valuesF205: '01..05' };

  test('codes with a terminator, in one burst, are right', () => {
    for (const own of [{}, WITH_END]) {
      expect(alone('abc\r def\r ghi\r', own)).toMatchObject({ verdict: 'pass' });
      expect(alone('abc\r\n def\t ', own)).toMatchObject({ verdict: 'pass' });
      // The recording ends within a code.
      expect(alone('abc\r def\r gh', own)).toMatchObject({ verdict: 'pass' });
    }
  });

  test('without one, or in parts, nobody can tell: the terminator may be none', () => {
    expect(alone('abc def ghi ')).toMatchObject({ verdict: 'inconclusive' });
    expect(alone('abc\r de|f\r ghi\r')).toMatchObject({ verdict: 'inconclusive' });
  });

  test('a scanner that always has one breaks GM-DT-01', () => {
    expect(alone('abc\r def ghi\r', WITH_END)).toMatchObject({ verdict: 'fail' });
    expect(alone('abc\r de|f\r ghi\r', WITH_END)).toMatchObject({ verdict: 'fail' });
  });
});
