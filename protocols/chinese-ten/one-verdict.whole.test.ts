/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import { conversationHost } from '../../scenarios/testing/session-host';
import { millis } from '../time';
import { chineseTen } from './chinese-ten';
import { CtBench } from './testing/bench';
import { CHINESE_TEN_DESCRIPTION, CHINESE_TEN_TARGET, CHINESE_TEN_TRACE_MONITOR } from './testing/parts';
import { CHINESE_TEN_TRIGGERS } from './testing/triggers';

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

describe.each(chineseTen.boards)('$name', (kind) => {
  const rig = new VerdictRig({
    kind,
    suite: chineseTen.suite,
    monitor: CHINESE_TEN_TRACE_MONITOR,
    target: CHINESE_TEN_TARGET,
    host: conversationHost(CHINESE_TEN_DESCRIPTION, (host) => host.assumeStarted()),
    // A program that has ended prints nothing for longer than the page's timeout.
    afterwards: millis(7000),
  });

  test.each(kind.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
    const session = rig.record(name, (board) => {
      const bench = new CtBench(kind, { board });
      CHINESE_TEN_TRIGGERS[name]?.(bench);
      return bench;
    });
    expect(await rig.judge(session)).toEqual(allBlame(OTHER_CLAUSE[name] ?? breaks));
  });
});
