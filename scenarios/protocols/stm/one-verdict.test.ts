/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { STM_BOARD } from '../../../devices/virtual/stm/board';
import { StmBench } from '../../../devices/virtual/stm/testing/bench';
import { TRIGGERS } from '../../../devices/virtual/stm/testing/triggers';
import { stmSession } from '../../../protocols/stm/session';
import { millis } from '../../../protocols/time';
import { RequestResponseHost } from '../../conformance/request-response/host';
import { stmSuite } from '../../conformance/stm/stm';
import { STM_TARGET } from '../../fuzz/targets/stm/stm';
import { allBlame, VerdictRig } from '../../testing/one-verdict';
import { STM_TRACE_MONITOR } from './trace-monitor';

const RIG = new VerdictRig({
  kind: STM_BOARD,
  suite: stmSuite,
  monitor: STM_TRACE_MONITOR,
  target: STM_TARGET,
  host: (bench, parameters) => {
    const host = new RequestResponseHost(bench, stmSession(parameters), parameters, { recovers: false });
    return {
      send: async (_link, parts, pause) => void (await host.send(parts, pause)),
      quiet: async (span) => void (await host.quiet(span)),
    };
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

/** Another clause is broken first, for all three alike. */
const OTHER_CLAUSE: Readonly<Record<string, string>> = {
  // The Error of the one byte comes early, before what follows is obeyed.
  'unknown-command-one-byte': 'STM-TM-02',
  // Errors come while bytes still go on: nobody knows yet what these are.
  'long-noise-many-errors': 'STM-TM-03',
  // The Error of the request before stands in the place of the answer.
  'error-repeated': 'STM-GM-01',
};

test.each(STM_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const session = RIG.record(name, (board, _parameters, afterwards) => {
    const bench = new StmBench({ board });
    TRIGGERS[name]?.(bench);
    bench.advance(afterwards);
  });
  const clause = SHOWS_TOO_LITTLE.includes(name) ? undefined : (OTHER_CLAUSE[name] ?? breaks);
  expect(await RIG.judge(session)).toEqual(allBlame(clause));
});
