import { runSuite } from '../../../scenarios/testing/suite-run';
import { durak } from '../durak';

test.each([
  [50, 'DRK-PL-04'],
  [80, 'DRK-PL-03'],
])(
  'more than three games are played on a real board if those show no such move: seed %i, %s',
  async (seed, id) => {
    const { end } = await runSuite(durak.suite, { seed, scenarios: ['durak/games'], sampled: true });
    expect(end.verdicts[id]?.verdict).toBe('pass');
  },
);
