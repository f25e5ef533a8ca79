import { requirementsWith, runSuite } from '../../scenarios/testing/suite-run';
import { durak } from './durak';

const { suite } = durak;
/** By the last section of the page. */
const PUBLISHED = [
  'DRK-LK-04',
  'DRK-LK-05',
  'DRK-LK-06',
  'DRK-LK-09',
  'DRK-LK-10',
  'DRK-LK-12',
  'DRK-HS-03',
  'DRK-PL-07',
];

test.each([
  [2, { ackMs: 500, moveMs: 700 }],
  [3, {}],
  [4, { ackMs: 200, moveMs: 5000 }],
])('seed %i, %j: a sound board passes all clauses', async (seed, own) => {
  const ran = await runSuite(suite, { seed, own, sampled: true });
  expect([ran.end.outcome, requirementsWith(ran, 'fail', 'error', 'inconclusive', 'skip')]).toEqual([
    'done',
    [],
  ]);
});

test('the published sketch fails what the page says, and nothing else', async () => {
  const ran = await runSuite(suite, { board: 'durak-published' });
  expect(requirementsWith(ran, 'fail', 'error')).toEqual(PUBLISHED);
});

test.each([
  ['ack-late-take', 'DRK-LK-02'],
  ['refused-once', 'DRK-LK-14'],
  ['malformed-stops-repeat', 'DRK-LK-06'],
  ['refusal-takes-turn', 'DRK-PL-12'],
])('as on a real board, durak+%s fails %s', async (defect, clause) => {
  const ran = await runSuite(suite, { board: `durak+${defect}`, sampled: true });
  expect(requirementsWith(ran, 'fail')).toContain(clause);
});

test.each([
  ['pieces-64', 'DRK-LK-13'],
  ['first-deck-any', 'DRK-HS-07'],
  ['table-plays-on', 'DRK-PL-09'],
])('as on a real board, durak+%s fails %s in the scenarios of that clause', async (defect, clause) => {
  const ran = await runSuite(suite, { board: `durak+${defect}`, sampled: true, only: [clause] });
  expect(requirementsWith(ran, 'fail')).toContain(clause);
});

test.each([
  [50, 'DRK-PL-04'],
  [80, 'DRK-PL-03'],
])('more than three games are played if those show no such move: seed %i, %s', async (seed, id) => {
  const { end } = await runSuite(suite, { seed, scenarios: ['durak/games'], sampled: true });
  expect(end.verdicts[id]?.verdict).toBe('pass');
});
