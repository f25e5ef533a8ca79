/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import { conversationHost } from '../../scenarios/testing/session-host';
import { millis } from '../time';
import { durak } from './durak';
import { DurakBench } from './testing/bench';
import { DURAK_BOARD, DURAK_DESCRIPTION, DURAK_TARGET, DURAK_TRACE_MONITOR } from './testing/parts';
import { TRIGGERS } from './testing/triggers';

/** Longer than anything due may take, and a hello. */
const AFTERWARDS = millis(25_000);

function rigOf(seed: number) {
  return new VerdictRig({
    kind: DURAK_BOARD,
    suite: durak.suite,
    monitor: DURAK_TRACE_MONITOR,
    target: DURAK_TARGET,
    seed,
    afterwards: AFTERWARDS,
    host: conversationHost(DURAK_DESCRIPTION, (host) => host.assumeStarted()),
  });
}

/** Told by several starts against each other: a model of the fuzzer follows one. */
const COMPARISONS = ['hello-wait-fixed', 'hello-wait-narrow', 'deal-fixed', 'deal-four'];

test.each(DURAK_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const session = TRIGGERS[name];
  if (session === undefined) throw new Error(`no session for ${name}`);
  const rig = rigOf(session.seed);
  const recorded = rig.record(name, (board) => {
    const bench = new DurakBench({ board });
    session.run(bench);
    return bench;
  });
  const fuzz = COMPARISONS.includes(name) ? undefined : breaks;
  expect(await rig.judge(recorded)).toEqual({ ...allBlame(breaks), fuzz });
});
