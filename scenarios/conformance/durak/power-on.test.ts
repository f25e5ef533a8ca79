import type { Board } from '../../../devices/board/board';
import { micros } from '../../../protocols/time';
import { requirementsWith, withChangedChunks, runSuite } from '../../testing/suite-run';
import { durakSuite } from './durak';

/** What comes is known to so many ms only: none, where none is told. */
function withVagueTimes(board: Board, spans: readonly number[]): Board {
  let rx = 0;
  return withChangedChunks(board, (chunk) => {
    const span = spans[rx++ % spans.length] ?? 0;
    return { ...chunk, notBefore: micros(chunk.notBefore - span * 1000) };
  });
}

test.each([
  ['now and then: another start is asked', [0, 0, 0, 0, 0, 0, 11_000], 'pass'],
  ['never: that is said', [11_000], 'inconclusive'],
] as const)('a hello whose time is known well enough but %s', async (_, spans, verdict) => {
  const ran = await runSuite(durakSuite, {
    only: ['DRK-HS-01'],
    scenarios: ['durak/starts'],
    sampled: true,
    around: (board) => withVagueTimes(board, spans),
  });
  expect(requirementsWith(ran, 'fail')).toEqual([]);
  expect(ran.end.verdicts['DRK-HS-01']?.verdict).toBe(verdict);
});

test('a hello that this host kept a known time from coming is as early as that', async () => {
  const withDelay = (board: Board, kept: number): Board =>
    withChangedChunks(board, (chunk) => {
      const [notBefore, span] = [micros(chunk.notBefore - 400_000), micros(kept)];
      return { ...chunk, notBefore, stalledSinceReset: span };
    });
  const verdictWith = async (kept: number): Promise<string | undefined> => {
    const ran = await runSuite(durakSuite, {
      board: 'durak+hello-wait-fixed',
      only: ['DRK-HS-02'],
      scenarios: ['durak/starts'],
      sampled: true,
      around: (board) => withDelay(board, kept),
    });
    return ran.end.verdicts['DRK-HS-02']?.verdict;
  };
  expect(await verdictWith(0)).toBe('inconclusive');
  expect(await verdictWith(399_000)).toBe('fail');
});

test('a hello that is known too vaguely now and then is heard of another start: a wait that never varies is caught', async () => {
  const ran = await runSuite(durakSuite, {
    board: 'durak+hello-wait-fixed',
    only: ['DRK-HS-02'],
    scenarios: ['durak/starts'],
    sampled: true,
    around: (board) => withVagueTimes(board, [400, 0, 0]),
  });
  expect(ran.end.verdicts['DRK-HS-02']?.verdict).toBe('fail');
});

test.each([
  ['now and then: another one is waited for', [0, 0, 0, 0, 900], 'pass'],
  ['never: that is said', [900], 'inconclusive'],
] as const)('a packet that is sent again at a time known well enough but %s', async (_, spans, verdict) => {
  const ran = await runSuite(durakSuite, {
    only: ['DRK-LK-07'],
    scenarios: ['durak/resend'],
    sampled: true,
    around: (board) => withVagueTimes(board, spans),
  });
  expect(requirementsWith(ran, 'fail')).toEqual([]);
  expect(ran.end.verdicts['DRK-LK-07']?.verdict).toBe(verdict);
});
