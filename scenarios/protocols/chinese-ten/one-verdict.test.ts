/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { CHINESE_TEN_BOARD, CHINESE_TEN_SPECIAL_BOARD } from '../../../devices/virtual/chinese-ten/board';
import { CtBench } from '../../../devices/virtual/chinese-ten/testing/bench';
import { CHINESE_TEN_TRIGGERS } from '../../../devices/virtual/chinese-ten/testing/triggers';
import { millis } from '../../../protocols/time';
import { chineseTenSuite } from '../../conformance/chinese-ten/chinese-ten';
import { TenHost } from '../../conformance/chinese-ten/host';
import { CHINESE_TEN_TARGET } from '../../fuzz/targets/chinese-ten/chinese-ten';
import { allBlame, VerdictRig } from '../../testing/one-verdict';
import { CHINESE_TEN_TRACE_MONITOR } from './trace-monitor';

/** Another clause is broken first, for all three alike. */
const OTHER_CLAUSE: Readonly<Record<string, string>> = {
  // A turned king is laid down.
  'kings-capture-by-colour': 'CT-PL-03',
  // Not all captures of the hand are listed.
  'last-hand-card-overlooked': 'CT-PL-01',
  // The number of captured cards is printed before the end.
  'last-table-card-lost': 'CT-PL-03',
  'three-to-next-player': 'CT-PL-02',
};

describe.each([CHINESE_TEN_BOARD, CHINESE_TEN_SPECIAL_BOARD])('$name', (kind) => {
  const rig = new VerdictRig({
    kind,
    suite: chineseTenSuite,
    monitor: CHINESE_TEN_TRACE_MONITOR,
    target: CHINESE_TEN_TARGET,
    host: (bench) => {
      const host = new TenHost(bench, true);
      return {
        send: async (_link, parts) => host.type(Buffer.concat(parts)),
        quiet: async (span) => host.quiet(span),
      };
    },
    // A program that has ended prints nothing for longer than the page's timeout.
    afterwards: millis(7000),
  });

  test.each(kind.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
    const session = rig.record(name, (board, _parameters, afterwards) => {
      const bench = new CtBench(kind, { board });
      CHINESE_TEN_TRIGGERS[name]?.(bench);
      bench.advance(afterwards);
    });
    expect(await rig.judge(session)).toEqual(allBlame(OTHER_CLAUSE[name] ?? breaks));
  });
});
