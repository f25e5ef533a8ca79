/** In the session of each defect, suite, `check` and fuzzing blame the same clause first, and a sound board for nothing. */
import type { VirtualBoard } from '../../../devices/virtual/engine/board';
import { GM67_BOARD } from '../../../devices/virtual/gm67/board';
import { GmBench } from '../../../devices/virtual/gm67/testing/bench';
import { GM67_TRIGGERS } from '../../../devices/virtual/gm67/testing/triggers';
import { scannerParameters } from '../../../protocols/gm67/parameters';
import { millis, type Micros } from '../../../protocols/time';
import { gm67Suite } from '../../conformance/gm67/gm67';
import { GmHost } from '../../conformance/gm67/host';
import { GM67_TARGET } from '../../fuzz/targets/gm67/gm67';
import { failedClauses, judgeTrace } from '../../monitor/testing/trace-rig';
import { allBlame, VerdictRig } from '../../testing/one-verdict';
import { GM67_TRACE_MONITOR } from './trace-monitor';

const RIG = new VerdictRig({
  kind: GM67_BOARD,
  suite: gm67Suite,
  monitor: GM67_TRACE_MONITOR,
  target: GM67_TARGET,
  // All tries of a code that is not acknowledged.
  afterwards: millis(8000),
  host: (bench) => {
    const host = new GmHost(bench, true);
    return {
      send: async (_link, parts, pause) => {
        const stimulus = parts.flatMap((part, i) => (i > 0 && pause > 0 ? [pause, part] : [part]));
        host.record((await host.exchange(stimulus)).judgements);
      },
      quiet: async (span) => void (await host.quiet(span)),
      present: (symbology, payload) => host.show(symbology, payload),
    };
  },
});

/** What is not judged by one of them, and why. */
const NOT_JUDGED: Readonly<Record<string, 'check' | 'fuzz'>> = {
  // A code is shown while the reply is still due: what comes then may be either. A campaign, and the suite, wait for the reply.
  'repeat-silent': 'fuzz',
};

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
  const unjudged = NOT_JUDGED[name];
  expect(blames).toEqual({
    ...allBlame(breaks),
    ...(unjudged === undefined ? {} : { [unjudged]: undefined }),
  });
});

test.each(GM67_BOARD.defects)('the session of $name shows nothing of a sound board', async ({ name }) => {
  const session = RIG.record(undefined, play(name));
  expect(await RIG.judge(session)).toEqual(allBlame(undefined));
  for (const asked of [{ exact: false }, { fresh: false }, { recordsResets: false }])
    expect(failedClauses(judgeTrace(GM67_TRACE_MONITOR, session.events, asked).end)).toEqual([]);
});
