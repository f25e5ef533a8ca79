/** Messages of both directions. */
import fc, { type Arbitrary } from 'fast-check';
import type { Binding, Cell, PlayerMessage, ServerMessage } from '../message';
import { cell } from '../ttt.arbitrary';

const move = (): Arbitrary<{ readonly kind: 'move'; readonly cell: Cell }> =>
  cell().map((taken) => ({ kind: 'move', cell: taken }));

export function playerMessage(binding: Binding): Arbitrary<PlayerMessage> {
  if (binding === 'tcp') return move();
  return fc.oneof(
    { arbitrary: move(), weight: 9 },
    fc.constantFrom<PlayerMessage>({ kind: 'join' }, { kind: 'leave' }),
  );
}

export function serverMessage(): Arbitrary<ServerMessage> {
  return fc.oneof(
    move(),
    fc.constantFrom<ServerMessage>(
      { kind: 'shutdown' },
      { kind: 'full' },
      { kind: 'play' },
      { kind: 'wait' },
    ),
  );
}
