/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { ConversationHost } from '../../scenarios/conformance/described/host';
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import { micros, millis } from '../time';
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
    host: (bench, parameters) => {
      const host = new ConversationHost(bench, DURAK_DESCRIPTION.at(parameters), parameters, {
        recovers: false,
      });
      host.assumeStarted();
      return {
        send: async (_link, parts) => {
          for (const part of parts) await host.write(part);
        },
        quiet: async (span) => void (await host.listen(span)),
        reset: async () => void (await host.reset()),
      };
    },
  });
}

/** Told by several starts against each other: a model of the fuzzer follows one. */
const COMPARISONS = ['hello-wait-fixed', 'hello-wait-narrow', 'deal-fixed', 'deal-four'];

test.each(DURAK_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const session = TRIGGERS[name];
  if (session === undefined) throw new Error(`no session for ${name}`);
  const rig = rigOf(session.seed);
  const recorded = rig.record(name, (board, _parameters, afterwards) => {
    const bench = new DurakBench({ board });
    session.run(bench);
    return micros(bench.advance(afterwards).now);
  });
  const fuzz = COMPARISONS.includes(name) ? undefined : breaks;
  expect(await rig.judge(recorded)).toEqual({ ...allBlame(breaks), fuzz });
});
