/** Real play: handshakes, deals, moves, missing acknowledgements and repetitions. */
import { listen, millis, type Dice, type FuzzStep } from '../../../api/index';
import { waitingOf, type DurakState } from '../state';
import { anyDeal, cases, HELLO, recipe, sendAck, strangeDeck, tx, type DurakGenerator } from './parts';

/** Longer than the time between two hellos of a board. */
export const HELLO_WAIT = millis(10_600);
const MOVES = ['move', 'throw', 'throw', 'pass'] as const;
const STYLES = ['weak', 'weak', 'weak', 'long', 'heap', 'move', 'throw', 'pass'] as const;
/** Moves of a whole game. */
const LONG_GAME = 40;

/** Steps that lead to the host's turn. */
export function opening(dice: Dice, state: DurakState): readonly FuzzStep[] {
  const { role, game } = state;
  const waiting = waitingOf(state)?.kind;
  if (waiting === 'deck') return [sendAck()];
  if (waiting === 'hello') return dice.once(3) ? [tx(HELLO), tx(anyDeal(dice))] : [sendAck(), sendAck()];
  if (role === undefined)
    return dice.once(3) ? [listen(HELLO_WAIT), sendAck(), sendAck()] : [tx(HELLO), tx(anyDeal(dice))];
  return game === undefined && role === 2 ? [tx(anyDeal(dice))] : [];
}

export function anyMove(dice: Dice): string {
  return `${dice.pick(MOVES)} ${dice.int(0, 30)}`;
}

function moves(dice: Dice, count: number): readonly FuzzStep[] {
  const style = dice.once(2) ? undefined : dice.pick(MOVES);
  return Array.from({ length: count }, () => [
    recipe(style === undefined ? anyMove(dice) : `${style} ${dice.int(0, 30)}`),
    sendAck(),
  ]).flat();
}

/** A game in one style. A move acknowledges the packet before it. */
function game(dice: Dice): readonly FuzzStep[] {
  const style = dice.pick(STYLES);
  const terse = dice.once(2);
  return Array.from({ length: LONG_GAME }, () => {
    const move = recipe(`${style} ${dice.int(0, 30)}`);
    return terse ? [move] : [move, sendAck()];
  }).flat();
}

export const GAMES: readonly DurakGenerator[] = [
  cases('moves', 'session', 30, [], (dice, view) => [
    ...opening(dice, view),
    ...moves(dice, dice.int(1, 12)),
  ]),
  cases('a game', 'session', 3, [], (dice, view) => [
    ...opening(dice, view),
    ...game(dice),
    tx(strangeDeck(dice)),
    listen(millis(1500)),
  ]),
  cases('hello', 'valid', 4, [], (dice, state) => [
    tx(HELLO),
    ...(waitingOf(state) === undefined && dice.once(3) ? [sendAck()] : []),
    ...(dice.once(4) ? [listen(millis(12_200))] : []),
  ]),
  cases('handshake begun by the board', 'session', 3, [], (dice, { role }) => [
    ...(role === undefined ? [listen(HELLO_WAIT)] : []),
    ...dice.pick([[sendAck()], [sendAck()], [tx(HELLO), sendAck()], [tx(HELLO)]]),
    ...(dice.once(2) ? [listen(millis(dice.pick([4000, 12_200])))] : []),
  ]),
  cases('acknowledgement', 'valid', 4, [], () => [sendAck()]),
  cases('deal', 'valid', 3, [], (dice) => [
    tx(dice.once(3) ? strangeDeck(dice) : anyDeal(dice)),
    ...(dice.once(2) ? [tx(anyDeal(dice))] : []),
  ]),
  cases('move not acknowledged', 'timing', 4, [], (dice, view) => [
    ...opening(dice, view),
    recipe(anyMove(dice)),
    listen(millis(dice.pick([3600, 3600, 7200, 17_000]))),
    sendAck(),
    ...(dice.once(2) ? [listen(millis(7100))] : []),
  ]),
  cases('acknowledgement before there is something to acknowledge', 'timing', 3, [], (dice, { role }) =>
    role === undefined
      ? [sendAck(), listen(millis(14_500))]
      : [recipe(anyMove(dice)), sendAck(millis(dice.int(4, 45))), listen(millis(4200)), sendAck()],
  ),
  cases('move after a move not acknowledged', 'session', 3, [], (dice, view) => [
    ...opening(dice, view),
    recipe(anyMove(dice)),
    recipe(anyMove(dice)),
    ...(dice.once(2) ? [listen(millis(4200))] : []),
    sendAck(),
  ]),
  cases('deck again', 'session', 5, [], (dice, view) => {
    const move = [...opening(dice, view), recipe(anyMove(dice))];
    return dice.pick([
      [...move, recipe('again'), sendAck(), sendAck()],
      [...move, recipe('again', millis(dice.int(5, 45))), sendAck(), sendAck()],
      [...move, sendAck(), recipe('again'), sendAck(), recipe(anyMove(dice)), sendAck()],
    ]);
  }),
  cases('silence', 'timing', 1.5, [], (dice) => [listen(millis(dice.pick([700, 4000, 7100, 12_200])))]),
];
