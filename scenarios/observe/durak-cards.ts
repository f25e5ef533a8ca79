/** Where every card of a board's game is, counted after each step of it: none is lost, none is made (DRK-PL-07). */
import { DECK_SIZE, OUT_OF_PLAY, type CardRecord, type Deck } from '../../protocols/durak/packet';
import { handOf, stockOf } from '../../protocols/durak/rules';

export class CardCount {
  private gone: ReadonlySet<number> = new Set();
  private stock = DECK_SIZE;

  /** What is wrong with the cards after a step, in words; undefined: they are all there. */
  step(cards: Deck): string | undefined {
    const different = new Set(cards.map(numberOf)).size;
    const gone = new Set(cards.filter(({ property }) => property === OUT_OF_PLAY).map(numberOf));
    const table = cards.filter(({ property, field }) => property > 0 && field < 0).length;
    const stock = stockOf(cards).length;
    const placed = handOf(cards, 1).length + handOf(cards, 2).length + table + stock + gone.size;
    const back = [...this.gone].filter((card) => !gone.has(card)).length;
    const grown = stock - this.stock;
    this.gone = gone;
    this.stock = stock;
    if (different !== DECK_SIZE) return `${different} different cards, not ${DECK_SIZE}`;
    if (placed !== DECK_SIZE) return `${placed} cards in hands, on the table, in the stock and out of play`;
    if (back > 0) return `${back} cards came back that were out of play`;
    return grown > 0 ? `the stock grew by ${grown}` : undefined;
  }
}

function numberOf({ card, suit }: CardRecord): number {
  return card * 4 + suit;
}
