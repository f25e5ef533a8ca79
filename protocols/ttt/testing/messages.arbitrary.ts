/** Messages of both directions. */
import fc, { type Arbitrary } from 'fast-check';
import type { Binding, Cell, PlayerMessage, ServerMessage } from '../wire';
import { cell } from './bytes.arbitrary';

const move = (): Arbitrary<{ readonly type: 'move'; readonly cell: Cell }> =>
  cell().map((taken) => ({ type: 'move', cell: taken }));

export function playerMessage(binding: Binding): Arbitrary<PlayerMessage> {
  if (binding === 'tcp') return move();
  return fc.oneof(
    { arbitrary: move(), weight: 9 },
    fc.constantFrom<PlayerMessage>({ type: 'join' }, { type: 'leave' }),
  );
}

export function serverMessage(): Arbitrary<ServerMessage> {
  return fc.oneof(
    move(),
    fc.constantFrom<ServerMessage>(
      { type: 'shutdown' },
      { type: 'full' },
      { type: 'play' },
      { type: 'wait' },
    ),
  );
}
