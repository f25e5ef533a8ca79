import type { Chunk } from '../chunk';
import { STM_BOARD, stmSuite } from './testing/parts';
import { requirementsWith, withChangedChunks, notPassed, runSuite } from '../../scenarios/testing/suite-run';
import { micros } from '../time';

test('a sound board of another profile than the page’s passes everything', async () => {
  const own = { errorCmd: 0x99, idleGapMs: 20, responseMs: 30 };
  const ran = await runSuite(stmSuite, { own, sampled: true });
  expect([ran.end.outcome, notPassed(ran)]).toEqual(['done', []]);
  expect(Object.keys(ran.end.verdicts)).toHaveLength(stmSuite.requirements.length);
  expect(JSON.stringify(ran.events).length).toBeLessThan(10e6);
});

test('the same seed gives the same journal, byte for byte, and another seed another one', async () => {
  const journal = async (seed: number): Promise<string> =>
    JSON.stringify(await runSuite(stmSuite, { seed, only: ['STM-FR-10'] }));
  const first = await journal(77);
  expect(await journal(77)).toBe(first);
  expect(await journal(2 ** 31 - 1)).not.toBe(first);
});

test('a board of another profile fails by the profile of the page', async () => {
  const ran = await runSuite(stmSuite, { only: ['STM-FR-02'], boards: { errorCmd: 0x99 } });
  expect(requirementsWith(ran, 'fail')).toEqual(expect.arrayContaining(['STM-FR-02']));
});

test.each(['STM-FR-02', 'STM-FR-10', 'STM-TM-03', 'STM-GM-05'])(
  'a defect that breaks %s fails it',
  async (clause) => {
    const defect = STM_BOARD.defects.find(({ breaks }) => breaks === clause);
    const ran = await runSuite(stmSuite, { board: `stm+${defect?.name}`, seed: 11, only: [clause] });
    expect(requirementsWith(ran, 'fail')).toEqual([clause]);
  },
);

test('a refused Shuffle that empties the board is found on a board that has a move', async () => {
  const ran = await runSuite(stmSuite, {
    board: 'stm+blocked-shuffle-clears',
    sampled: true,
    scenarios: ['stm/shuffles'],
  });
  expect(requirementsWith(ran, 'fail')).toEqual(['STM-GM-05']);
});

test.each([
  ['sometimes', 7, 'pass'],
  ['always', 1, 'inconclusive'],
] as const)('an Error whose time is too vague %s is no failure', async (_, each, expected) => {
  let count = 0;
  const ran = await runSuite(stmSuite, {
    scenarios: ['stm/unknown-form'],
    sampled: true,
    around: (board) =>
      withChangedChunks(board, (chunk) => {
        const early = count++ % each === 0 ? 45_000 : 0;
        const notBefore = micros(chunk.notBefore - early);
        return { ...chunk, notBefore, lastNotBefore: early === 0 ? chunk.lastNotBefore : notBefore };
      }),
  });
  expect(requirementsWith(ran, 'fail')).toEqual([]);
  expect(ran.end.verdicts['STM-TM-02']?.verdict).toBe(expected);
});

test('a host that stretches some pauses judges a long frame by shorter pauses', async () => {
  let sent = 0;
  // Every twentieth byte has a time bound that is 14 ms too early.
  const withVagueTimes = (chunk: Chunk): Chunk =>
    chunk.bytes.length > 1 || ++sent % 20 > 0
      ? chunk
      : { ...chunk, notBefore: micros(Math.max(0, chunk.notBefore - 14_000)) };
  const ran = await runSuite(stmSuite, {
    only: ['STM-FR-04'],
    scenarios: ['stm/pieces'],
    sampled: true,
    around: (board) => withChangedChunks(board, (chunk) => chunk, withVagueTimes),
  });
  expect(ran.end.verdicts['STM-FR-04']).toMatchObject({ verdict: 'pass' });
});
