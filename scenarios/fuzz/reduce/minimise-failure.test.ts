import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import { shows } from './reproducibility';
import { smallest } from './minimise-failure';
import { bytesOf, send, type FuzzStep } from '../execution/step';
import { reproduce } from '../execution/trial';
import { twinLab } from '../testing/virtual-lab';

const say = (hex: string): FuzzStep => send('main', Uint8Array.from(Buffer.from(hex, 'hex')));

test('what the board does in its own time, between two steps, is waited for where nobody had waited', async () => {
  const { rig, session } = twinLab('durak+line-never-dropped');
  // The hello comes between the open line and the acknowledgement that goes to fill it, or it does not.
  const steps = [say('16'), say('040a')];
  let { failure } = await reproduce(rig, session, steps);
  for (let n = 0; failure === undefined && n < 100; n++) ({ failure } = await reproduce(rig, session, steps));
  if (failure === undefined) throw new Error('it does not show');
  expect(await shows({ rig, session }, steps, failure, 20)).toBeLessThan(20);
  const lab = {
    ...{ rig, session, checkpoint: () => undefined },
    budget: () => budgetOf(rig.spent, VIRTUAL_BUDGET),
  };
  const small = await smallest(lab, failure, [steps]);
  if (small === undefined) throw new Error('it does not show again');
  expect(bytesOf(small.steps)).toBe(3);
  expect(await shows({ rig, session }, small.steps, small.failure, 20)).toBe(20);
});
