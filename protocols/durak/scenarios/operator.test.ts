import { realBoard } from '../../../devices/board/real-board';
import { requirementsWith, runSuite, type SuiteRunResult } from '../../../scenarios/testing/suite-run';
import { durak } from '../durak';

/** A run, and the moves that a person was asked for. */
interface OperatedRun extends SuiteRunResult {
  readonly asked: readonly string[];
}

/** Runs the suite on a board with buttons. `hand`: what the person does when asked. */
async function runOperated(
  only: readonly string[],
  hand: 'makes the move' | 'sleeps' | 'is not there',
): Promise<OperatedRun> {
  const asked: string[] = [];
  const ran = await runSuite(durak.suite, {
    seed: 3,
    only,
    own: { moves: 'operator' },
    unattended: hand === 'is not there',
    sampled: true,
    around: (board) => ({
      ...board,
      operator: board.operator && {
        ...board.operator,
        ask: (what) => {
          asked.push(what);
          if (hand === 'makes the move') board.operator?.ask(what);
        },
      },
    }),
  });
  return { ...ran, asked };
}

function verdictsOf({ end }: SuiteRunResult, only: readonly string[]) {
  return only.map((id) => end.verdicts[id]?.verdict);
}

test('every clause holds where a person makes each move when asked', async () => {
  const ran = await runOperated(['DRK-PL', 'DRK-LK-09', 'DRK-LK-14', 'DRK-HS-07'], 'makes the move');
  const { asked } = ran;
  expect(requirementsWith(ran, 'fail', 'error', 'inconclusive')).toEqual([]);
  expect(verdictsOf(ran, ['DRK-PL-05', 'DRK-PL-11', 'DRK-LK-09'])).toEqual(['pass', 'pass', 'pass']);
  expect(asked.length).toBeGreaterThan(20);
  expect(new Set(asked)).toEqual(new Set(["make the board's move at its buttons (60 s)"]));
}, 20_000);

test('a person who does not move within operatorMs leaves clauses inconclusive, and the board is not blamed', async () => {
  const only = ['DRK-PL-01', 'DRK-PL-09', 'DRK-PL-11', 'DRK-LK-09', 'DRK-HS-07'];
  const ran = await runOperated(only, 'sleeps');
  const { end, asked } = ran;
  expect(verdictsOf(ran, only)).not.toContain('fail');
  expect(verdictsOf(ran, ['DRK-PL-11', 'DRK-LK-09', 'DRK-HS-07'])).toEqual([
    'inconclusive',
    'inconclusive',
    'inconclusive',
  ]);
  expect(end.verdicts['DRK-PL-11']?.reason).toMatch(/no move was made at the buttons within 60 s/);
  expect(asked.length).toBeGreaterThan(0);
});

test('without a person the clauses that need one are skipped with the reason, and the others are judged', async () => {
  const only = ['DRK-PL-02', 'DRK-PL-09', 'DRK-LK-01', 'DRK-HS-01', 'DRK-DL-01'];
  const ran = await runOperated(only, 'is not there');
  const { end, asked } = ran;
  expect(asked).toEqual([]);
  expect(verdictsOf(ran, only)).toEqual(['skip', 'skip', 'pass', 'pass', 'pass']);
  expect(end.verdicts['DRK-PL-02']?.reason).toMatch(/a person at the buttons.*--unattended/);
});

test('a real board asks the operator that was given, if there is one', () => {
  const asked: string[] = [];
  const bare = { name: 'x', kind: 'durak', targets: new Map() } as const;
  const board = realBoard({ ...bare, operator: { text: 'me', ask: (what) => asked.push(what) } });
  board.operator?.ask('move');
  expect([board.operator?.text, asked]).toEqual(['me', ['move']]);
  expect(realBoard(bare).operator).toBeUndefined();
});
