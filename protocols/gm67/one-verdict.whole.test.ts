/** In the session of each defect, suite, `check` and fuzzing blame the same clause first, and a sound board for nothing. */
import { ConversationHost } from '../../scenarios/conformance/described/host';
import { failedClauses, judgeTrace } from '../../scenarios/monitor/testing/trace-rig';
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import type { VirtualBoard } from '../../devices/virtual/engine/board';
import { millis, type Micros } from '../time';
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
  host: async (bench, parameters) => {
    const host = new ConversationHost(bench, GM67_DESCRIPTION.at(parameters), parameters, {
      recovers: false,
    });
    await host.reset();
    await host.listen(millis(3000));
    return {
      send: async (_link, parts, pause) => {
        for (const [i, part] of parts.entries()) {
          if (i > 0 && pause > 0) await host.listen(pause);
          await host.write(part);
        }
      },
      quiet: async (span) => void (await host.listen(span)),
      present: (symbology, bytes) => host.show({ symbology, bytes }),
    };
  },
});

function play(session: string): (board: VirtualBoard, parameters: unknown, afterwards: Micros) => void {
  return (board, _parameters, afterwards) => {
    const bench = new GmBench({ board });
    // What a host can know of a scanner, it reads first.
    for (const { number } of scannerParameters()) bench.command({ type: 'read', number });
    GM67_TRIGGERS[session]?.(bench);
    bench.advance(afterwards);
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
