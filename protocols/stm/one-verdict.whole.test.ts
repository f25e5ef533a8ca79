/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { STM_BOARD, stmSuite, STM_TARGET, STM_TRACE_MONITOR } from './testing/parts';
import { StmBench } from './testing/bench';
import { TRIGGERS } from './testing/triggers';
import { stm } from './stm';
import { millis, type Micros } from '../time';
import { RequestResponseHost } from '../../scenarios/conformance/request-response/host';
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';

const RIG = new VerdictRig({
  kind: STM_BOARD,
  suite: stmSuite,
  monitor: STM_TRACE_MONITOR,
  target: STM_TARGET,
  host: (bench, parameters) => {
    const host = new RequestResponseHost(bench, stm.description.at(parameters), parameters, {
      recovers: false,
    });
    return Promise.resolve({
      send: async (_link: string, parts: readonly Uint8Array[], pause: Micros) =>
        void (await host.send(parts, pause)),
      quiet: async (span: Micros) => void (await host.quiet(span)),
    });
  },
  // Half the idle gap.
  shortPause: millis(25),
});

/** Sessions too short to show the defect to anyone who follows the game: both agree that nothing is wrong. */
const SHOWS_TOO_LITTLE = [
  'shuffle-rotates',
  'shuffle-once',
  'shuffle-small-unmoved',
  'same-deals-every-game',
];

test('each defect that somebody wrote has a session', () => {
  // That of the heartbeat is for the C firmware: the virtual board has it from the description.
  expect(Object.keys(TRIGGERS).sort()).toEqual([...Object.keys(stm.description.defects), 'heartbeat'].sort());
});

test.each(Object.entries(stm.description.defects))('%s: one verdict', async (name, { breaks }) => {
  const session = RIG.record(name, (board) => {
    const bench = new StmBench({ board });
    TRIGGERS[name]?.(bench);
    return bench;
  });
  const clause = SHOWS_TOO_LITTLE.includes(name) ? undefined : breaks;
  expect(await RIG.judge(session)).toEqual(allBlame(clause));
});
