/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { ConversationHost } from '../../scenarios/conformance/described/host';
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import { millis } from '../time';
import { set } from './set';
import { SetBench } from './testing/bench';
import { SET_BOARD, SET_DESCRIPTION, SET_TARGET, SET_TRACE_MONITOR } from './testing/parts';
import { SET_TRIGGERS } from './testing/triggers';

const RIG = new VerdictRig({
  afterwards: millis(6000),
  kind: SET_BOARD,
  suite: set.suite,
  monitor: SET_TRACE_MONITOR,
  target: SET_TARGET,
  host: async (bench, parameters) => {
    const host = new ConversationHost(bench, SET_DESCRIPTION.at(parameters), parameters, { recovers: false });
    await host.reset();
    return {
      send: async (_link, parts) => {
        for (const part of parts) await host.write(part);
      },
      quiet: async (span) => void (await host.listen(span)),
      reset: async () => void (await host.reset()),
    };
  },
});

test.each(SET_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const session = RIG.record(name, (board, parameters, afterwards) => {
    const bench = new SetBench(SET_BOARD, { board, parameters });
    SET_TRIGGERS[name]?.(bench);
    bench.advance(afterwards);
  });
  expect(await RIG.judge(session)).toEqual(allBlame(breaks));
});
