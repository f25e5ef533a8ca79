import { resolveBoard } from '../../../devices/virtual/kinds';
import { shows } from './reproducibility';
import { asOftenest } from './oftenest';
import { dial, send, type FuzzStep } from '../execution/step';
import { tttTarget } from '../targets/ttt/ttt';
import { reproduce } from '../execution/trial';
import { VirtualRig } from '../execution/virtual-rig';

test('what its steps hardly ever show is told by what they show more often', async () => {
  const { kind } = resolveBoard('virtual:ttt');
  const parameters = { game: 'ttt-pve', settleMs: 50, responseMs: 50 };
  const rig = new VirtualRig({ kind, defects: ['firsts-bottom-row-missed'], parameters, seed: 1 });
  const session = tttTarget('tcp').session(parameters);
  const cells = [...'6784'].map((cell): FuzzStep => send('a', Buffer.from(cell)));
  const steps = [dial('a', true), ...cells];
  let { failure } = await reproduce(rig, session, steps);
  for (let n = 0; failure?.kind !== 'unasked' && n < 1000; n++)
    ({ failure } = await reproduce(rig, session, steps));
  if (failure?.kind !== 'unasked') throw new Error('it does not show');
  expect(await shows({ rig, session }, steps, failure, 300)).toBeLessThan(15);
  const told = await asOftenest({ rig, session }, { steps, failure, history: 0 });
  expect(told.steps).toEqual(steps);
  expect(await shows({ rig, session }, told.steps, told.failure, 300)).toBeGreaterThan(30);
  expect(await asOftenest({ rig, session }, told)).toBe(told);
});
