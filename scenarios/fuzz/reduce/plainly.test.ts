import { fewerKinds, fewerRare } from './plainly';
import { send, type FuzzStep } from '../execution/step';

const say = (text: string): FuzzStep => send('main', Buffer.from(text));
const textOf = (steps: readonly FuzzStep[]): string =>
  steps.map((step) => ('bytes' in step ? Buffer.from(step.bytes).toString() : '')).join('');

test('of a long case what stands there a few times only is left out, by itself, and nothing else is tried', async () => {
  const steps = [...'SxPPPPPPPPPPPPPPPPPPPPSyQ'].map(say);
  let tries = 0;
  const shows = (some: readonly FuzzStep[]): Promise<boolean> => {
    tries++;
    return Promise.resolve(/S.*P{20}.*Q$/.test(textOf(some)));
  };
  expect(textOf(await fewerRare(steps, shows))).toBe(`S${'P'.repeat(20)}Q`);
  expect(tries).toBe(5);
  const short = [...'xPy'].map(say);
  expect(await fewerRare(short, shows)).toBe(short);
});

test('where two kinds take turns and either does it, one of them is left', async () => {
  const steps = [...'JQJQJQJQJQJQJQJQJQ'].map(say);
  const shows = (some: readonly FuzzStep[]): Promise<boolean> =>
    Promise.resolve([...textOf(some)].length >= 18 && /[JQ]/.test(textOf(some)));
  expect(textOf(await fewerKinds(steps, shows))).toBe('J'.repeat(18));
  const never = (): Promise<boolean> => Promise.resolve(false);
  expect(await fewerKinds(steps, never)).toBe(steps);
});
