import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import { triageFailure } from './triage';
import type { Case } from './triage-context';
import { send } from '../../player/step';
import { reproduce } from '../execution/reproduce';
import { virtualContext } from '../testing/virtual-context';

test('foundBytes counts the sent bytes, because a recipe has no bytes before it is played', async () => {
  const { rig, session } = virtualContext('stm+crc-ignored');
  const steps = [send('main', Uint8Array.of(0x01, 0xff, 0x00))];
  const { failure } = await reproduce(rig, session, steps);
  if (failure === undefined) throw new Error('it does not show');
  const context = {
    ...{ suite: 'stm', requirements: [], parameters: {}, rig, session, checkpoint: () => undefined },
    budget: () => budgetOf(rig.spent, VIRTUAL_BUDGET),
  };
  const foundWith = async (one: Partial<Case>): Promise<number | undefined> =>
    (await triageFailure(context, failure, [{ number: 0, generator: 'noise', steps, ...one }], { unit: 0 }))
      ?.finding.foundBytes;
  expect(await foundWith({})).toBe(3);
  expect(await foundWith({ sent: 25 })).toBe(25);
});
