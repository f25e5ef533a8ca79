import type { Board } from '../../../devices/board/board';
import type { Chunk } from '../../chunk';
import { micros } from '../../time';
import { requirementsWith, withChangedChunks, runSuite } from '../../../scenarios/testing/suite-run';
import { durak } from '../durak';

/** It may have come so much earlier. */
function earlier(chunk: Chunk, span: number): Chunk {
  return {
    ...chunk,
    notBefore: micros(chunk.notBefore - span),
    lastNotBefore: micros(chunk.lastNotBefore - span),
  };
}

/** Widens the time bounds of what comes by these spans in turn, ms. */
function withVagueTimes(board: Board, spans: readonly number[]): Board {
  let count = 0;
  return withChangedChunks(board, (chunk) => {
    const span = spans[count++ % spans.length] ?? 0;
    return earlier(chunk, span * 1000);
  });
}

test.each([
  ['a hello', 'sometimes: the board is started again', 'DRK-HS-01', [0, 0, 0, 0, 0, 0, 11_000], 'pass'],
  ['a hello', 'always: the clause is inconclusive', 'DRK-HS-01', [11_000], 'inconclusive'],
  ['a repeated packet', 'sometimes: another one is awaited', 'DRK-LK-07', [0, 0, 0, 0, 900], 'pass'],
  ['a repeated packet', 'always: the clause is inconclusive', 'DRK-LK-07', [900], 'inconclusive'],
] as const)('%s whose time is too vague %s', async (_what, _when, clause, spans, verdict) => {
  const ran = await runSuite(durak.suite, {
    only: [clause],
    scenarios: [clause === 'DRK-HS-01' ? 'durak/starts' : 'durak/resend'],
    sampled: true,
    around: (board) => withVagueTimes(board, spans),
  });
  expect(requirementsWith(ran, 'fail')).toEqual([]);
  expect(ran.end.verdicts[clause]?.verdict).toBe(verdict);
});

/** The verdict on a board whose hello always comes after the same wait. */
async function verdictOnFixedWait(around: (board: Board) => Board): Promise<string | undefined> {
  const ran = await runSuite(durak.suite, {
    board: 'durak+hello-wait-fixed',
    only: ['DRK-HS-02'],
    scenarios: ['durak/starts'],
    sampled: true,
    around,
  });
  return ran.end.verdicts['DRK-HS-02']?.verdict;
}

test('a known stall of this host before a hello is subtracted from its time', async () => {
  const verdictWith = (stall: number): Promise<string | undefined> =>
    verdictOnFixedWait((board) =>
      withChangedChunks(board, (chunk) => ({
        ...earlier(chunk, 400_000),
        stalledSinceReset: micros(stall),
      })),
    );
  expect(await verdictWith(0)).toBe('inconclusive');
  expect(await verdictWith(399_000)).toBe('fail');
});

test('starts with a vague hello are repeated, so that a wait that never varies is caught', async () => {
  expect(await verdictOnFixedWait((board) => withVagueTimes(board, [400, 0, 0]))).toBe('fail');
});
