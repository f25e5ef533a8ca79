/**
 * Short cases that can show many bugs. The board sends hello, deals and attacks by itself. So the host needs no deal,
 * which would be most of the bytes.
 *
 *     (silence)  ack  ack  move     396 bytes: the board dealt and attacks, the host answers
 *     hello  deal  move             781 bytes: the host dealt and attacks
 */
import { SYN } from '../wire/packet';
import { dice, listen, type FuzzStep } from '../../../api/index';
import { HELLO_WAIT } from './games';
import { ACK, sendAck, anyDeal, HELLO, recipe, tx, SHORT_DECK, SHORTEST_DECK } from './parts';

/** The board has attacked. The second acknowledgement is for its attack. */
const ATTACKED: readonly FuzzStep[] = [listen(HELLO_WAIT), sendAck(), sendAck()];
const ACKNOWLEDGED: readonly FuzzStep[] = [...ATTACKED, sendAck()];
/** Clauses that a defence can break. */
const IN_DEFENCE = ['02', '04', '05', '06', '07', '08'];
/** Moves of a game to the end of the stock. */
const LONG_GAME = 24;

function opened(deal: number, move: string): readonly FuzzStep[] {
  return [tx(HELLO), tx(anyDeal(dice(deal))), recipe(move)];
}

function longGame(move: string): readonly FuzzStep[] {
  return [...ATTACKED, ...Array.from({ length: LONG_GAME }, () => [recipe(move), recipe('ack')]).flat()];
}

export const SEED_CASES: readonly (readonly FuzzStep[])[] = [
  ATTACKED,
  ACKNOWLEDGED,
  // Two acknowledgements at once where one is due.
  [listen(HELLO_WAIT), sendAck(), tx(Uint8Array.from([...ACK, ...ACK]))],
  // A move sent again.
  [...ATTACKED, recipe('pass 0'), recipe('again')],
  // A packet after the beginning of another.
  [...ACKNOWLEDGED, tx(Uint8Array.from([SYN, ...SHORTEST_DECK]))],
  // Ten cards in hand: the game ends.
  [...ATTACKED, ...Array.from({ length: 4 }, () => recipe('pass 0')), tx(HELLO)],
  // Player 2 gets a deck that is no deal, and a deck that is no move.
  [tx(HELLO), tx(SHORT_DECK), tx(SHORTEST_DECK)],
  [tx(HELLO), tx(anyDeal(dice(0))), tx(SHORTEST_DECK), sendAck()],
  ...IN_DEFENCE.map((clause) => [...ACKNOWLEDGED, recipe(`against DRK-PL-${clause} 0`)]),
  opened(0, 'weak'),
  opened(0, 'strong'),
  opened(1, 'weak'),
  longGame('long 0'),
];
