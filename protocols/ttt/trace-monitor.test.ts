import type { BoardKind } from '../../devices/virtual/engine/board';
import type { TraceEvent } from '../../scenarios/monitor/trace/trace-monitor';
import { BOARD_KINDS } from '../../scenarios/testing/loaded-protocols';
import {
  clausesWith,
  failedClauses,
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

test.each([
  ['ttt-udp', 'the command x', ['TTT-40']],
  ['ttt-udp', 'reopen', []],
  ['ttt-serial', 'the command x', ['TTT-40']],
  ['ttt-serial', 'reopen', ['TTT-40']],
])(
  'a %s on a real link that tells nobody of a shut down by %s fails %j, as in a run',
  async (name, way, failed) => {
    const kind = BOARD_KINDS.find((one) => one.name === name);
    if (kind === undefined) throw new Error('no board');
    const recorded = await recordTrace({ ...kind, name: `${name}+shutdown-unsaid` }, { only: ['TTT-40'] });
    const events = recorded.map((event) => (event.kind === 'reset' ? { ...event, detail: way } : event));
    const { end } = judgeTrace(traceMonitor('ttt'), events, {
      exact: false,
      binding: kind.links[0]?.binding,
    });
    expect(failedClauses(end)).toEqual(failed);
  },
);
