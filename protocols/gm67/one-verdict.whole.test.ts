/** In the session of each defect, suite, `check` and fuzzing blame the same clause first, and a sound board for nothing. */
import { failedClauses, judgeTrace } from '../../scenarios/monitor/testing/trace-rig';
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import { conversationHost } from '../../scenarios/testing/session-host';
import type { VirtualBoard } from '../../devices/virtual/engine/board';
import { millis } from '../time';
import { gm67 } from './gm67';
import { scannerParameters } from './wire/parameters';
import { GmBench } from './testing/bench';
import { GM67_BOARD, GM67_DESCRIPTION, GM67_TARGET, GM67_TRACE_MONITOR } from './testing/parts';
import { GM67_TRIGGERS } from './testing/triggers';

const RIG = new VerdictRig({
  kind: GM67_BOARD,
  suite: gm67.suite,
  monitor: GM67_TRACE_MONITOR,
  target: GM67_TARGET,
  // All tries of a code that is not acknowledged.
  afterwards: millis(8000),
  host: conversationHost(GM67_DESCRIPTION, async (host) => {
    await host.reset();
    await host.listen(millis(3000));
  }),
});

function play(session: string): (board: VirtualBoard) => GmBench {
  return (board) => {
    const bench = new GmBench({ board });
    // What a host can know of a scanner, it reads first.
    for (const { number } of scannerParameters()) bench.command({ type: 'read', number });
    GM67_TRIGGERS[session]?.(bench);
    return bench;
  };
}

test.each(GM67_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const blames = await RIG.judge(RIG.record(name, play(name)));
  expect(blames).toEqual(allBlame(breaks));
});

test.each(GM67_BOARD.defects)('the session of $name shows nothing of a sound board', async ({ name }) => {
  const session = RIG.record(undefined, play(name));
  expect(await RIG.judge(session)).toEqual(allBlame(undefined));
  for (const asked of [{ exact: false }, { fresh: false }, { recordsResets: false }])
    expect(failedClauses(judgeTrace(GM67_TRACE_MONITOR, session.events, asked).end)).toEqual([]);
});
