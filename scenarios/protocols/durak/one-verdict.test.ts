/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { DURAK_BOARD } from '../../../devices/virtual/durak/board';
import { DurakBench } from '../../../devices/virtual/durak/testing/bench';
import { TRIGGERS } from '../../../devices/virtual/durak/testing/triggers';
import { micros, millis } from '../../../protocols/time';
import { DurakHost } from '../../conformance/durak/host';
import { durakSuite } from '../../conformance/durak/durak';
import { DURAK_TARGET } from '../../fuzz/targets/durak/durak';
import { allBlame, VerdictRig } from '../../testing/one-verdict';
import { DURAK_TRACE_MONITOR } from './trace-monitor';

/** Longer than anything due may take, and a hello. */
const AFTERWARDS = millis(25_000);

function rigOf(seed: number) {
  return new VerdictRig({
    kind: DURAK_BOARD,
    suite: durakSuite,
    monitor: DURAK_TRACE_MONITOR,
    target: DURAK_TARGET,
    seed,
    afterwards: AFTERWARDS,
    host: (bench) => {
      const host = new DurakHost(bench);
      host.assumeStarted();
      return {
        send: async (_link, parts) => {
          for (const part of parts) await host.send(part);
        },
        quiet: (span) => host.listen(span),
        reset: () => host.restart(),
      };
    },
  });
}

/** Told by several starts against each other: a model of the fuzzer follows one. */
const COMPARISONS = ['hello-wait-fixed', 'hello-wait-narrow', 'deal-fixed', 'deal-four'];
/** Another clause is broken first, for all three alike. */
const OTHER_CLAUSE: Readonly<Record<string, string>> = {};

test.each(DURAK_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const session = TRIGGERS[name];
  if (session === undefined) throw new Error(`no session for ${name}`);
  const rig = rigOf(session.seed);
  const recorded = rig.record(name, (board, _parameters, afterwards) => {
    const bench = new DurakBench({ board });
    session.run(bench);
    return micros(bench.advance(afterwards).now);
  });
  const clause = OTHER_CLAUSE[name] ?? breaks;
  const fuzz = COMPARISONS.includes(name) ? {} : { fuzz: clause };
  expect(await rig.judge(recorded)).toEqual({ ...allBlame(clause), fuzz: undefined, ...fuzz });
});
