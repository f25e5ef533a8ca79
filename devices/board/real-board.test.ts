import { millis } from '../../protocols/time';
import { virtualClock } from '../virtual/engine/virtual-clock';
import { realBoard } from './real-board';

test('a board that needs time to start hears nothing before, after it is opened and after each reset', async () => {
  const clock = virtualClock();
  const reset = { way: 'reopen', start: millis(500) } as const;
  const board = realBoard({ name: 'desk', kind: 'lamp', targets: new Map(), reset, clock });
  await board.open();
  expect(clock.now()).toBe(millis(500));
  await board.reset?.run();
  expect(clock.now()).toBe(millis(1000));
});
