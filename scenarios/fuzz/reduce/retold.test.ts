import { micros } from '../../../protocols/time';
import { deal } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import { inFewerBytes } from './retold';
import { bytesOf, send, type FuzzStep } from '../execution/step';
import { reproduce } from '../execution/trial';
import { twinLab } from '../testing/virtual-lab';

test('a long case that needs its last frame alone is told by that', async () => {
  const { rig, session } = twinLab('durak+pieces-64');
  const deck = encode({ type: 'deck', cards: deal(() => 0) });
  const pieces = Array.from(deck, (byte, n): FuzzStep =>
    send('main', Uint8Array.of(byte), n === 0 ? undefined : micros(5500)),
  );
  // The game that they open makes it another answer that is missing.
  const game = [encode({ type: 'hello' }), deck].map((bytes) => send('main', bytes));
  const steps = [...game, ...pieces];
  const { failure } = await reproduce(rig, session, steps);
  if (failure === undefined) throw new Error('it does not show');
  const options = {
    ...{ rig, session, checkpoint: () => undefined },
    exhausted: budgetOf(rig.spent, VIRTUAL_BUDGET),
  };
  const told = await inFewerBytes(options, { steps, failure, history: 0 });
  expect(bytesOf(told.steps)).toBe(5 + 36 * 10);
});
