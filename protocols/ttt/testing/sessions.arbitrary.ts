/** Sessions of several players, and the server that plays them. */
import fc, { type Arbitrary } from 'fast-check';
import { BYTE, type Cell } from '../wire';
import type { GameState, PlayerId } from '../game';
import { expect, follow, type Followed, type GameEvent } from './model';
import { cell, invalidCharacter } from './bytes.arbitrary';

export interface Stepped extends Followed {
  readonly sent: readonly { readonly to: PlayerId; readonly byte: number }[];
  readonly closes: readonly PlayerId[];
}

/** The server: takes one event, gives its bytes. `machine` chooses one of the offered cells. */
export function step(state: GameState, event: GameEvent, machine: (empty: readonly Cell[]) => Cell): Stepped {
  const { deliveries, closes } = expect(state, event);
  let answer: Cell | undefined;
  const sent = deliveries.map((delivery) => {
    if (delivery.kind === 'byte') return { to: delivery.to, byte: delivery.byte };
    answer = machine(delivery.empty);
    return { to: delivery.to, byte: BYTE.cell0 + answer };
  });
  return { ...follow(state, event, answer), sent, closes };
}

/** A session of some players: joins, leaves, moves in and out of turn, strangers, shut downs. */
export function session(players: readonly PlayerId[], maxLength = 60): Arbitrary<readonly GameEvent[]> {
  const player = fc.constantFrom(...players);
  const event = fc.oneof(
    { arbitrary: fc.record({ kind: fc.constant('move' as const), player, cell: cell() }), weight: 20 },
    { arbitrary: fc.record({ kind: fc.constant('join' as const), player }), weight: 4 },
    { arbitrary: fc.record({ kind: fc.constant('leave' as const), player }), weight: 1 },
    {
      arbitrary: fc.record({ kind: fc.constant('invalid' as const), player, byte: invalidCharacter('tcp') }),
      weight: 1,
    },
    { arbitrary: fc.constant<GameEvent>({ kind: 'shutdown' }), weight: 1 },
  );
  return fc.array(event, { maxLength });
}
