import { STM_BOARD } from './testing/parts';
import type { TraceEvent } from '../../scenarios/monitor/trace/trace-monitor';
import {
  chunkAt as at,
  clausesWith,
  failedClauses,
  judgeTrace,
  recordTrace,
  traceMonitor,
} from '../../scenarios/monitor/testing/trace-rig';

const STM = traceMonitor('stm');

const judged = (events: Iterable<TraceEvent>, fresh = false) => judgeTrace(STM, events, { fresh }).end;
const failed = (events: Iterable<TraceEvent>, fresh = false) => failedClauses(judged(events, fresh));

test('content that is judged before the CRC breaks the order, not the CRC', async () => {
  const events = await recordTrace(STM_BOARD, {
    board: 'stm+content-before-crc',
    only: ['stm/between', 'STM-FR-07'],
    sampled: true,
  });
  expect(failedClauses(judged(events, true))).toEqual(['STM-FR-07']);
});

const STARTED = [at(0, 'tx', '01fffe'), at(2, 'rx', '01fffe')];

test('a wrong answer is charged to its clause; without a Start, the state of the game is not known', () => {
  const won = [at(100, 'tx', '06fff9'), at(102, 'rx', '060a010d')];
  expect(failed([...STARTED, ...won])).toEqual(['STM-GM-10']);
  expect(failed(won)).toEqual([]);
  expect(failed(won, true)).toEqual(['STM-GM-03']);
  expect(clausesWith(judged(won), 'pass')).toEqual(['STM-FR-01', 'STM-FR-11', 'STM-TM-01', 'STM-TM-04']);
});

test('after bytes that the trace lacks, nothing is judged until the line was quiet', () => {
  const lacking = [
    at(0, 'tx', '0102', { omittedBytes: 5 }),
    at(3, 'rx', 'ee01ef'),
    at(5, 'tx', '01ff00'),
    at(7, 'rx', '01fffe'),
  ];
  expect(failed(lacking)).toEqual([]);
  expect(failed([...lacking, at(500, 'tx', '01ff00'), at(502, 'rx', '01fffe')])).toEqual(['STM-FR-02']);
});

test('a pause between half a gap and a whole gap may end a frame or not', () => {
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
