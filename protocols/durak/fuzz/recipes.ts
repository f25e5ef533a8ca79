/**
 * Decks that depend on the board's choices, made when they are sent.
 *
 *     move 7      the 7th legal move, round and round     throw 7, pass 7: of those that play a card or clear the table
 *     weak        the weakest playable card; `long`: also bito at once; `heap`: also a take of many cards
 *     strong      the strongest
 *     illegal 7   a packet that is no legal move          malformed 7 3   a legal move's packet, wrong in one way
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

const BITO_OR_TAKE = ['bito', 'take'];
/** Table cards that are enough for a take, for a player who gathers many. */
const HEAP = 5;
const RANKS = 9;

/** Undefined if there is no such deck. */
export function bytesOfRecipe(recipe: string, known: DurakState): Uint8Array | undefined {
  const [name = '', first = '0', second = '0'] = recipe.split(' ');
  const number = Number(first);
  if (name === 'again') return known.notes.lastDeck;
  if (name === 'ack') return waitingOf(known) === undefined ? undefined : encode({ type: 'ack' });
  const { game, role } = known;
  if (game === undefined || game.turn === role) return undefined;
  const legal = legalMoves(game);
  const deck = (cards: Deck | undefined): Uint8Array | undefined =>
    cards === undefined ? undefined : encode({ type: 'deck', cards });
  const move = legal[number % Math.max(1, legal.length)]?.cards ?? game.cards;
  switch (name) {
    case 'move':
      return legal.length === 0 ? undefined : deck(move);
    case 'strong':
    case 'weak':
    case 'long':
    case 'heap':
      return deck(enduring(name, game, legal)?.cards);
    case 'throw':
    case 'pass': {
      const clears = name === 'pass';
      const preferred = legal.filter(({ kind }) => BITO_OR_TAKE.includes(kind) === clears);
      const among = preferred.length > 0 ? preferred : legal;
      return deck(among[number % Math.max(1, among.length)]?.cards);
    }
    case 'illegal':
      return deck(nth(illegalMoves(game), number));
    case 'against': {
      const those = illegalMoves(game).filter(({ clause }) => clause === first);
      return deck(nth(those, Number(second)));
    }
    case 'malformed': {
      const choices = dice(Number(second));
      return MALFORMATIONS[number % MALFORMATIONS.length]?.make(move, (below) => choices.int(0, below - 1));
    }
    case 'part':
      return deck(legal[0]?.cards)?.slice(number, Number(second));
  }
  return undefined;
}

/** Counted modulo their number. A deal is left out: it would begin a game. */
function nth(wrongs: readonly { readonly cards: Deck }[], number: number): Deck | undefined {
  const left = wrongs.filter(({ cards }) => !isDeal(cards));
  return left[number % Math.max(1, left.length)]?.cards;
}

/** Moves for a game to the end of the stock: good cards are kept, few are taken; `strong`: good cards go first. */
function enduring(
  style: 'strong' | 'weak' | 'long' | 'heap',
  game: State,
  legal: readonly Move[],
): Move | undefined {
  const { own, other, phase } = tableOf(game.cards, game.turn);
  const clears = legal.find(({ kind }) => BITO_OR_TAKE.includes(kind));
  if (style === 'long' && phase === 'throw-in') return clears;
  if (style === 'heap' && phase === 'defence' && own.length + other.length >= HEAP) return clears;
  const worth = ({ record = -1 }: Move): number => {
    const card = game.cards[record];
    if (card === undefined) return -Infinity;
    return style === 'strong' ? strength(game, record) : -strength(game, record);
  };
  return bestMove(legal, worth);
}

/** The first of the best moves. */
function bestMove(moves: readonly Move[], worth: (move: Move) => number): Move | undefined {
  return moves.reduce<Move | undefined>(
    (best, move) => (best === undefined || worth(move) > worth(best) ? move : best),
    undefined,
  );
}

/** The strength of a card: its rank; trumps are above all others. */
function strength({ cards, trump }: State, record: number): number {
  const card = cards[record];
  return card === undefined ? Infinity : card.card + (card.suit === trump ? RANKS : 0);
}
