/** What a board does with packets, as small steps. The judge asks them as they are; a virtual board's defect changes some. */
import { micros, type BoardSteps, type Firmware, type Random } from '../../../api/index';
import { deal, isDeal, winnerOf, type State } from '../game/game';
import { DurakDecoder } from '../wire/wire';
import { judge } from '../game/judge';
import { legalMoves, type Move } from '../game/moves';
import { TRUMP, type BoardPacket, type Deck, type Packet, bytesOf } from '../wire/packet';
import type { DurakValues } from '../parameters';
import type { DurakState } from '../state';

export interface DurakSteps {
  isDeal(cards: Deck): boolean;
  isLegal(game: State, cards: Deck): boolean;
  isOver(cards: Deck): boolean;
  /** A packet with these bytes repeats the one that was applied last. */
  isRepeated(state: DurakState, key: string): boolean;
  trumpOf(dealt: Deck): number;
  deal(): Deck;
  chooseMove(moves: readonly Move[], game: State): Move | undefined;
  /** The deck with the board's move; undefined: it has none. */
  deckOfMove(game: State): Deck | undefined;
  storedCards(cards: Deck): Deck;
}

export type DurakFirmware = Firmware<Packet, BoardPacket, DurakState, DurakSteps>;

const ACK_US = [200, 2000] as const;
/** How often, in percent, the board takes or calls bito although it could play a card. */
const PASS_PERCENT = { take: 15, bito: 40 };

export function firmwareOf(
  { ackMs, moveMs }: DurakValues,
  random: Random,
  steps: DurakFirmware,
): DurakSteps & Partial<BoardSteps<Packet, BoardPacket, DurakState>> {
  // An acknowledgement comes before any move, whatever the profile says.
  const most = Math.floor(Math.min(ACK_US[1], 250 * ackMs, 125 * moveMs));
  return {
    receiver: () => new DurakDecoder(),
    encode: bytesOf,
    delay: ({ event }) =>
      event.kind === 'expired' ? micros(0) : micros(random.int(Math.min(ACK_US[0], most), most)),
    expires: (_title, { min, max }) => micros(random.int(min, max)),
    isDeal,
    isLegal: (game, cards) => judge(game, cards).legal,
    isOver: (cards) => winnerOf(cards) !== undefined,
    isRepeated: ({ applied }, key) => applied?.key === key,
    trumpOf: (dealt) => dealt.find(({ property }) => property === TRUMP)?.suit ?? 0,
    deal: () => deal((below) => random.int(0, below - 1)),
    chooseMove: (moves) => {
      const pass = moves.findIndex(({ kind }) => kind === 'take' || kind === 'bito');
      if (pass <= 0) return moves[pass === 0 ? 0 : random.int(0, moves.length - 1)];
      const passes = moves[pass]?.kind === 'take' ? PASS_PERCENT.take : PASS_PERCENT.bito;
      return moves[random.int(0, 99) < passes ? pass : random.int(0, pass - 1)];
    },
    deckOfMove: (game) => steps.chooseMove(legalMoves(game), game)?.cards,
    storedCards: (cards) => cards,
  };
}
