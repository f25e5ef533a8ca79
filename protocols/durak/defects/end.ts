/** Defects of the end of a game: DRK-PL-09. */
import type { Deck } from '../wire/packet';
import { handOf, LOSING_HAND, stockOf, winnerOf, type State } from '../game/game';
import {
  changeRecord,
  moveToHands,
  onAck,
  surplus,
  tableRecords,
  withSends,
  type Change,
  type DurakDefects,
} from './hooks';

/** A move after the end of the game: the board takes the cards on the table, or attacks. */
function nextDeckAfterEnd({ cards, turn }: State): Deck | undefined {
  // A hand has ten places, and a packet cannot express more.
  const lying = tableRecords(cards).slice(0, Math.max(0, LOSING_HAND - handOf(cards, turn).length));
  if (lying.length > 0) return moveToHands(cards, new Map(lying.map((record) => [record, turn])));
  const [first] = handOf(cards, turn);
  return first === undefined ? undefined : changeRecord(cards, first, { field: -1 });
}

function playOnUntil(over: (cards: Deck) => boolean): Change {
  return (sound) => ({
    isOver: over,
    deckOfMove: (state) =>
      winnerOf(state.cards) === undefined ? sound.deckOfMove(state) : nextDeckAfterEnd(state),
  });
}

function hasNoCards(cards: Deck, counts: (card: Deck[number], player: number) => boolean): boolean {
  if (stockOf(cards).length > 0) return false;
  return [1, 2].some((player) => !cards.some((card) => counts(card, player)));
}

function tenInHand(cards: Deck): boolean {
  return ([1, 2] as const).some((player) => handOf(cards, player).length >= LOSING_HAND);
}

export const END_DEFECTS: DurakDefects = {
  'ten-plays-on': {
    breaks: 'DRK-PL-09',
    text: 'Ten cards in hand do not lose: the board plays on.',
    change: playOnUntil((cards) =>
      hasNoCards(cards, ({ property, field }, p) => property === p && field > 0),
    ),
  },
  'table-plays-on': {
    breaks: 'DRK-PL-09',
    text: 'Table cards count as held: who has none but those has not won yet, and the board plays on.',
    change: playOnUntil(
      (cards) => tenInHand(cards) || hasNoCards(cards, ({ property }, p) => property === p),
    ),
  },
  'deals-again': {
    breaks: 'DRK-PL-09',
    text: 'A second after the end the board deals a new game.',
    change: (sound, { steps }) => {
      let isOver = false;
      return {
        rules: (event, state) => {
          const ruling = sound.rules(event, state);
          const { game } = state;
          if (
            isOver ||
            event.kind === 'reset' ||
            isSeveral(ruling) ||
            game === undefined ||
            winnerOf((ruling.state?.game ?? game).cards) === undefined
          )
            return ruling;
          isOver = true;
          return withSends(ruling, surplus({ type: 'deck', cards: steps.deal() }, 1000));
        },
      };
    },
  },
  'silent-after-end': {
    breaks: 'DRK-PL-09',
    text: 'A finished game’s board acknowledges nothing more.',
    change: onAck((ack, _event, { game }) =>
      game !== undefined && winnerOf(game.cards) !== undefined ? [] : [ack],
    ),
  },
};

function isSeveral<T>(rulings: T | readonly T[]): rulings is readonly T[] {
  return Array.isArray(rulings);
}
