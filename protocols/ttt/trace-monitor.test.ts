import type { BoardKind } from '../../devices/virtual/engine/board';
import type { TraceEvent } from '../../scenarios/monitor/trace/trace-monitor';
import { BOARD_KINDS } from '../../scenarios/testing/loaded-protocols';
import {
  clausesWith,
  judgeTrace,
  recordTrace,
  traceMonitor,
} from '../../scenarios/monitor/testing/trace-rig';

test('without the binding of a link, only the clauses of every binding are judged', async () => {
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
  // Nobody sends J: what a server on serial lines owes is not known.
  expect(clausesWith(judge(connections, 'serial'), 'pass')).not.toContain('TTT-20');
  expect(clausesWith(judge(connections, undefined), 'pass')).toEqual(['TTT-01']);
  expect(judge(connections, undefined).verdicts['TTT-20']?.reason).toMatch(/--binding serial/);
  const onSerial = judge(await line(serial), 'serial');
  expect(clausesWith(onSerial, 'pass')).toEqual(expect.arrayContaining(['TTT-21', 'TTT-22']));
  // A reset that was not recorded may have taken an answer.
  expect(clausesWith(onSerial, 'inconclusive')).toContainEqual(
    expect.stringMatching(/^TTT-23: .*a reset that/),
  );
});
