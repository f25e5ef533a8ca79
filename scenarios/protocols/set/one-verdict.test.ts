/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { SET_BOARD } from '../../../devices/virtual/set/board';
import { SetBench } from '../../../devices/virtual/set/testing/bench';
import { SET_TRIGGERS } from '../../../devices/virtual/set/testing/triggers';
import { SetHost } from '../../conformance/set/host';
import { after, millis } from '../../../protocols/time';
import { setSuite } from '../../conformance/set/set';
import { SET_TARGET } from '../../fuzz/targets/set/set';
import { allBlame, VerdictRig } from '../../testing/one-verdict';
import { SET_TRACE_MONITOR } from './trace-monitor';

const RIG = new VerdictRig({
  afterwards: millis(6000),
  kind: SET_BOARD,
  suite: setSuite,
  monitor: SET_TRACE_MONITOR,
  target: SET_TARGET,
  host: async (bench) => {
    const host = new SetHost(bench);
    await host.clearTable();
    return {
      send: async (_link, parts) => {
        for (const bytes of parts) await host.send(bytes);
      },
      quiet: async (span) => {
        await host.listen(after(bench.now(), span));
        host.record(host.judgements());
      },
      reset: () => host.clearTable(),
    };
  },
});

/** Another clause is broken first, for all alike. */
const OTHER_CLAUSE: Readonly<Record<string, string>> = {
  // A duplicate that is added in silence shows in the next set, by its indices.
  'duplicate-added': 'SET-SO-01',
};

test.each(SET_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const session = RIG.record(name, (board, parameters, afterwards) => {
    const bench = new SetBench(SET_BOARD, { board, parameters });
    SET_TRIGGERS[name]?.(bench);
    bench.advance(afterwards);
  });
  expect(await RIG.judge(session)).toEqual(allBlame(OTHER_CLAUSE[name] ?? breaks));
});
