import { boardKind } from '../../../devices/virtual/request-response/board';
import { runSuite, type SuiteRunOptions } from '../../testing/suite-run';
import { generatedSessions } from './generated-sessions';
import { suiteOf } from './suite';
import { lamp } from './testing/lamp';

/** The verdict of a clause to which no session of its scenario comes. */
async function verdict(options: SuiteRunOptions) {
  const session = () => [{ type: 'get' }];
  const own = generatedSessions({ id: 'own', title: 'own', covers: ['LP-LV-04'], session }, lamp.parameters);
  const { end } = await runSuite(suiteOf(lamp, [own]), {
    kinds: [boardKind(lamp)],
    only: ['lamp/own'],
    scenarios: ['lamp/own'],
    ...options,
  });
  return end.verdicts['LP-LV-04'];
}

test.each([{}, { sampled: true }])('a clause to which no session comes is no pass: %j', async (options) => {
  expect(await verdict(options)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no session of own reached it: no rule names it for what they send',
  });
});

test('it is skipped where other parameters may come to it', async () => {
  expect(await verdict({ own: { most: 99 } })).toMatchObject({ verdict: 'skip' });
});
