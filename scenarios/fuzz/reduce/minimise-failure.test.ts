import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import { isolateSteps, minimiseFailure, minimiseFlaky } from './minimise-failure';
import { countShown } from './reproducibility';
import { bytesOf, send, type FuzzStep } from '../../player/step';
import { reproduce } from '../execution/reproduce';
import { virtualContext } from '../testing/virtual-context';

const say = (hex: string): FuzzStep => send('main', Uint8Array.from(Buffer.from(hex, 'hex')));

async function optionsOf(board: string, ...steps: readonly FuzzStep[]) {
  const { rig, session } = virtualContext(board);
  for (let n = 0; n < 100; n++) {
    const { failure } = await reproduce(rig, session, steps);
    const exhausted = budgetOf(rig.spent, VIRTUAL_BUDGET);
    if (failure !== undefined)
      return { rig, session, failure, history: [steps], exhausted, checkpoint: () => undefined };
  }
  throw new Error('it does not show');
}

const rounds = { needed: 60, most: 60 };

test('a case is minimised to the part that its failure needs', async () => {
  const options = await optionsOf(
    'stm+crc-ignored',
    say('01fffe'),
    say('06fff9'),
    say('06ff00'),
    say('06fff9'),
  );
  const small = await minimiseFailure(options, false);
  expect(bytesOf(small?.steps ?? [])).toBe(3);
});

test('minimising ends even if each of two requests claims that the other is simpler', async () => {
  const options = await optionsOf('stm+crc-ignored', say('06ff00'));
  const turn = (bytes: Uint8Array): Uint8Array[] => [bytes.with(2, (bytes[2] ?? 0) ^ 1)];
  const session = { ...options.session, smaller: (_link: string, bytes: Uint8Array) => turn(bytes) };
  const small = await minimiseFailure({ ...options, session }, false);
  expect(bytesOf(small?.steps ?? [])).toBe(3);
});

test('a case that depends on the board is minimised to one that fails in some rounds', async () => {
  // By chance the board's hello comes between the open line and the acknowledgement after it.
  const options = await optionsOf('durak+line-never-dropped', say('16'), say('040a'));
  const whole = await countShown(options, options.history[0] ?? [], options.failure, rounds);
  expect(whole.shown).toBeLessThan(60);
  const small = await minimiseFlaky({ ...options, exhausted: () => false });
  if (small === undefined) throw new Error('it does not reproduce');
  expect(bytesOf(small.steps)).toBeLessThanOrEqual(3);
  expect((await countShown(options, small.steps, small.failure, rounds)).shown).toBeGreaterThan(0);
});

test('a failure that never reproduces has no small case', async () => {
  const options = await optionsOf('stm+crc-ignored', say('06ff00'));
  expect(await minimiseFlaky({ ...options, history: [[say('06fff9')]] })).toBeUndefined();
});

test('isolated steps are single frames with a silence after each but the last; a pause inside a frame stays', () => {
  const { session } = virtualContext('stm');
  const steps = isolateSteps(session, [say('01fffe06fff9'), say('06fff9')]);
  expect(steps.map(({ kind }) => kind)).toEqual(['send', 'listen', 'send', 'listen', 'send']);
});
