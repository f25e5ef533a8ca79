import { runSuite } from '../../testing/suite-run';
import { durakSuite } from './durak';

test.each([
  [50, 'DRK-PL-04'],
  [80, 'DRK-PL-03'],
])(
  'more than three games are played on a real board if those show no such move: seed %i, %s',
  async (seed, id) => {
    const { end } = await runSuite(durakSuite, { seed, scenarios: ['durak/games'], sampled: true });
    expect(end.verdicts[id]?.verdict).toBe('pass');
  },
);
