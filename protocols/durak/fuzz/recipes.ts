/**
 * Decks that depend on the board's choices, made when they are sent.
 *
 *     move 7      the 7th legal move, round and round     throw 7, pass 7: of those that play a card or clear the table
 *     weak        the weakest playable card; `long`: also bito at once; `heap`: also a take of many cards
 *     strong      the strongest
 *     illegal 7   a packet that is no legal move          against DRK-PL-05 7   one that breaks this clause
 *     malformed 7 3   a legal move's packet, wrong in one way
 *     part 9 120  a legal move's bytes from 9 to 120      again           the last deck of the host
 *     ack         if the board waits for one
 */
import { dice } from '../../../api/index';
import { encode } from '../wire/wire';
import { isDeal } from '../game/deal';
import { illegalMoves } from '../game/illegal-moves';
import { MALFORMATIONS } from '../wire/malformations';
import { legalMoves, type Move } from '../game/moves';
import type { Deck } from '../wire/packet';
import { tableOf, type State } from '../game/game';
import { waitingOf, type DurakState } from '../state';
import { ACK } from './parts';

/** Table cards that are enough for a take, for a player who gathers many. */
const HEAP = 5;
const RANKS = 9;

/** Undefined if there is no such deck. */
export function bytesOfRecipe(recipe: string, known: DurakState): Uint8Array | undefined {
  const [name = '', first = '0', second = '0'] = recipe.split(' ');
  if (name === 'again') return known.notes.lastDeck;
  if (name === 'ack') return waitingOf(known) === undefined ? undefined : ACK;
  const { game, role } = known;
  if (game === undefined || game.turn === role) return undefined;
  const number = Number(first);
  if (name === 'malformed') {
    const choices = dice(Number(second));
    const move = nth(legalMoves(game), number)?.cards ?? game.cards;
    return nth(MALFORMATIONS, number)?.make(move, (below) => choices.int(0, below - 1));
  }
  const cards = deckOf(game, name, first, Number(second));
  const bytes = cards && encode({ type: 'deck', cards });
  return name === 'part' ? bytes?.slice(number, Number(second)) : bytes;
}

function deckOf(game: State, name: string, first: string, second: number): Deck | undefined {
  const legal = legalMoves(game);
  switch (name) {
    case 'move':
      return nth(legal, Number(first))?.cards;
    case 'part':
      return legal[0]?.cards;
    case 'strong':
    case 'weak':
    case 'long':
    case 'heap':
      return enduring(name, game, legal)?.cards;
    case 'throw':
    case 'pass': {
      const preferred = legal.filter(({ record }) => (record === undefined) === (name === 'pass'));
      return nth(preferred.length > 0 ? preferred : legal, Number(first))?.cards;
    }
    case 'illegal':
    case 'against': {
      const isAny = name === 'illegal';
      // A deal would begin a game.
      const wrongs = illegalMoves(game).filter(
        ({ clause, cards }) => (isAny || clause === first) && !isDeal(cards),
      );
      return nth(wrongs, isAny ? Number(first) : second)?.cards;
    }
  }
  return undefined;
}

/** Counted modulo their number. */
function nth<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(1, items.length)];
}

/** Moves for a game to the end of the stock: good cards are kept, few are taken; `strong`: good cards go first. */
function enduring(
  style: 'strong' | 'weak' | 'long' | 'heap',
  { cards, turn, trump }: State,
  legal: readonly Move[],
): Move | undefined {
  const { lying, phase } = tableOf(cards, turn);
  const clears = legal.find(({ record }) => record === undefined);
  if (style === 'long' && phase === 'throw-in') return clears;
  if (style === 'heap' && phase === 'defence' && lying.length >= HEAP) return clears;
  /** Trumps are above all others. */
  const worth = ({ record = -1 }: Move): number => {
    const card = cards[record];
    if (card === undefined) return -Infinity;
    const strength = card.card + (card.suit === trump ? RANKS : 0);
    return style === 'strong' ? strength : -strength;
  };
  const most = Math.max(...legal.map(worth));
  return legal.find((move) => worth(move) === most);
}
