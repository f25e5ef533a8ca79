/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import { conversationHost } from '../../scenarios/testing/session-host';
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
  host: conversationHost(SET_DESCRIPTION),
});

test.each(SET_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const session = RIG.record(name, (board, parameters) => {
    const bench = new SetBench(SET_BOARD, { board, parameters });
    SET_TRIGGERS[name]?.(bench);
    return bench;
  });
  expect(await RIG.judge(session)).toEqual(allBlame(breaks));
});
