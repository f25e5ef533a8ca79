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
