import { requirementsWith, notPassed, runSuite } from '../../scenarios/testing/suite-run';
import { set } from './set';

const { suite: setSuite, boards: kinds } = set;

const OTHER_PROFILE = { cardEncoding: '0..2', multiByte: 'first', idleResetMs: 400, rxBufferBytes: 60 };

test.each([
  ['another profile', OTHER_PROFILE, []],
  [
    'a table that does not take all cards',
    { tableLimit: 12 },
    ['SET-SO-03 skip the table takes 12 cards (tableLimit), not 81'],
  ],
])('a sound board passes everything by %s', async (_name, own, skipped) => {
  const ran = await runSuite(setSuite, { kinds, own, sampled: true });
  expect([ran.end.outcome, notPassed(ran)]).toEqual(['done', skipped]);
  expect(Object.keys(ran.end.verdicts)).toHaveLength(setSuite.requirements.length);
});

test('the firmware as published fails just the clauses that the page names', async () => {
  const page = ['SET-FR-02', 'SET-FR-03', 'SET-FR-04', 'SET-FR-05', 'SET-FR-07', 'SET-CD-04'];
  const ran = await runSuite(setSuite, { kinds, board: 'set-published', sampled: true });
  expect(new Set(requirementsWith(ran, 'fail'))).toEqual(new Set(page));
});

test.each([
  ['idle-early', 'SET-FR-03'],
  ['queue-of-eight', 'SET-FR-06'],
  ['reset-keeps-numbers', 'SET-RS-01'],
])('%s fails %s', async (defect, clause) => {
  const ran = await runSuite(setSuite, { kinds, board: `set+${defect}`, only: [clause] });
  expect(requirementsWith(ran, 'fail')).toEqual([clause]);
});
